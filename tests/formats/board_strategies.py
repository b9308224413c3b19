"""Random data of board files with nothing wrong in it, for property tests."""

from typing import Any

from hypothesis import strategies as st

from sbalogic.formats.board_shape import CHOICES, COMPONENT, PLAYER_ZONES, STEPS, VARIANTS, object_keys

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=6)
LINES = st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n"), max_size=20)
COUNTS = st.integers(min_value=0) | st.sampled_from([0, 1, 2**31, 10**20])
NUMBERS = st.integers() | st.sampled_from([0, -(2**31), 10**20])
POWERS = NUMBERS | st.sampled_from(["*", "1+*", "*+1", "7-*", "-1+*"])
COUNTERS = st.dictionaries(st.sampled_from(["+1/+1", "-1/-1", "lore", "é t"]), COUNTS, max_size=3)
TYPE_LINES = st.sampled_from(
    ["Creature — Elf", "legendary creature - Time Lord", "Token Artifact", "Token Creature — Elf Warrior", "Emblem",
     "Plane — A B", "Battle — Siege", "Ongoing Scheme", "Phenomenon", "Land // Creature", "World Enchantment – Aura"]
)  # fmt: skip
VALUES = {
    "name": NAMES | st.sampled_from(["Grizzly Bears", "Urza's Saga", "Bears"]),
    "ability": NAMES,
    "type_line": TYPE_LINES,
    "colors": st.lists(st.sampled_from(["white", "U", "B", "red", "green", "G"]), max_size=4),
    "mana_cost": st.sampled_from(["", "{1}{G}", "{X}{W/U}{2/B}{G/P}", "{1} // {2}{R}"]),
    "power": POWERS,
    "toughness": POWERS,
    "loyalty": COUNTS | st.just("X"),
    "defense": COUNTS,
    "chapters": COUNTS,
    "text": LINES,
    "keywords": st.lists(NAMES, max_size=3),
    "counters": COUNTERS,
    "damage": COUNTS,
    "timestamp": COUNTS,
    "world_since": COUNTS,
    "regeneration_shields": COUNTS,
    "copy": st.sampled_from(["card", "spell"]),
    "sector": st.sampled_from(["alpha", "beta", "gamma"]),
    "marker": NAMES,
} | dict.fromkeys(
    ["deathtouch_damage", "tapped", "phased_out", "face_down", "token", "commander", "bestowed", "ability_on_stack",
     "moved_since_last_check"],
    st.booleans(),
)  # fmt: skip
"""What may stand behind the keys of an object that refer to nothing."""


def _with_one_token_mark(data: dict[str, Any]) -> dict[str, Any]:
    """Leave token out where the type line says it: the two might contradict each other."""
    return {key: value for key, value in data.items() if key != "token" or "Token" not in data.get("type_line", "")}


def _optional(draw: st.DrawFn, values: dict[str, st.SearchStrategy[Any]]) -> dict[str, Any]:
    return draw(st.fixed_dictionaries({}, optional=values))


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """Give the data of a right board file."""
    variant = draw(st.none() | st.sampled_from(VARIANTS))
    here = draw(st.lists(NAMES | st.sampled_from(["ana", "ben"]), min_size=1, max_size=3, unique=True))
    gone = draw(st.lists(NAMES.filter(lambda name: name not in here), max_size=1))
    ids = draw(st.lists(NAMES | st.sampled_from(["a", "bears", "bears_2"]), max_size=5, unique=True))
    placed = [draw(st.sampled_from(["battlefield", "stack", *PLAYER_ZONES])) for _ in ids]
    player, whoever = st.sampled_from(here), st.sampled_from([*here, *gone])
    thing = st.sampled_from([*ids, *here, *gone])
    references = {"protector": whoever, "attached_to": thing, "attacking": thing}
    if ids:
        references["source"] = st.sampled_from(ids)

    component = st.fixed_dictionaries({}, optional={key: VALUES[key] for key in COMPONENT.keys if key != "id"})
    components = st.one_of(
        st.fixed_dictionaries({key: st.lists(component.map(_with_one_token_mark), min_size=least, max_size=most)})
        for key, least, most in (("merged", 1, 3), ("melded", 2, 2))
    )

    def an_object(zone: str, ident: str) -> dict[str, Any]:
        data = {"id": ident} | _optional(
            draw, {key: (VALUES | references)[key] for key in object_keys(zone) if key in VALUES | references}
        )
        if zone in ("battlefield", "stack"):
            data["owner"] = draw(player)
            data |= _optional(draw, {"controller": player})
            if draw(st.booleans()):
                data["controller"] = data.pop("owner")
        if zone == "battlefield" and "reature" in data.get("type_line", ""):
            data.setdefault("toughness", 2)
        if zone == "stack" and "ability" not in data:
            data.pop("source", None)
        if zone == "battlefield":
            data |= draw(st.just({}) | st.just({}) | components)
        return _with_one_token_mark(data)

    zones: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for ident, zone in zip(ids, placed, strict=True):
        owner = draw(player) if zone in PLAYER_ZONES else ""
        zones.setdefault((owner, zone), []).append(an_object(zone, ident))
    for number, each in enumerate(
        each
        for item in zones.get(("", "battlefield"), [])
        for key in ("merged", "melded")
        for each in item.get(key, [])
    ):
        if draw(st.booleans()):
            each["id"] = f"component {number}"
            ids.append(each["id"])
    teams = variant == "two_headed_giant" or draw(st.booleans())
    data: dict[str, Any] = {
        "players": {
            name: ({"team": draw(st.sampled_from(["red", "blue"]))} if teams else {})
            | ({"left": True} if name in gone else {})
            for name in draw(st.permutations([*here, *gone]))
        }
    }
    for name in here:
        keys = data["players"][name]
        keys |= _optional(
            draw,
            {"poison": COUNTS, "speed": COUNTS, "counters": COUNTERS, "commander_damage": COUNTERS,
             "drew_from_empty_library": st.booleans()}
            | ({} if variant == "two_headed_giant" else {"life": NUMBERS})
            | {zone: COUNTS for zone in PLAYER_ZONES[:-1] if (name, zone) not in zones},
        )  # fmt: skip
        keys |= {zone: items for (owner, zone), items in zones.items() if owner == name}
    used = sorted({keys["team"] for keys in data["players"].values() if "team" in keys})
    if used and variant in ("two_headed_giant", "archenemy"):
        shared = {"life": NUMBERS} | ({"poison": COUNTS} if variant == "two_headed_giant" else {})
        data["teams"] = {team: _optional(draw, shared) for team in used}
        for keys in data["players"].values():
            if "life" in data["teams"].get(keys.get("team"), {}):
                keys.pop("life", None)
    data |= {zone: items for (owner, zone), items in zones.items() if not owner}
    data |= {"variant": variant} if variant else {}
    data |= _optional(
        draw,
        {
            "rules": st.just("2026-09-25"),
            "step": st.sampled_from(STEPS),
            "active_player": whoever,
            "planar_controller": player,
            "range_of_influence": st.integers(min_value=1),
            "starting_life": st.integers(min_value=1),
            "choices": st.lists(
                st.fixed_dictionaries(
                    {"player": player, "kind": st.sampled_from(CHOICES), "option": NAMES}, optional={"subject": NAMES}
                ),
                max_size=2,
            ),
            "effects": st.lists(
                st.fixed_dictionaries(
                    {"affects": st.sampled_from([*ids, *here])},
                    optional={
                        "power": NUMBERS,
                        "toughness": NUMBERS,
                        "controller": player,
                        "text": NAMES,
                        "until": st.just("end_of_turn"),
                        "timestamp": COUNTS,
                    }
                    | ({"source": st.sampled_from(ids)} if ids else {}),
                ),
                max_size=2,
            ),
            "expect": st.sampled_from(
                [
                    {},
                    {"times": 2},
                    {"another_cleanup": True, "triggers": [{"about": "a", "value": -1, "group": 2}]},
                    [{}, {"checks": [[{"704.5f": "a"}]]}],
                ]
            ),
        }
        | (
            {
                "triggers": st.lists(
                    st.fixed_dictionaries(
                        {"controller": player, "source": st.sampled_from(ids), "ability": NAMES},
                        optional={"text": LINES},
                    ),
                    max_size=2,
                )
            }
            if ids
            else {}
        ),
    )
    if data.get("step") == "cleanup":
        data |= _optional(draw, {"step_begins": st.booleans()})
    return data
