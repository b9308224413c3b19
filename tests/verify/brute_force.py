"""The boards of spaces once more, by plain loops: what `asp/verify/space/` says of each feature, without its rules.

A choice is a list of alternatives, of which the first is what a board has unless something is chosen. Boards come out
as the data of board files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final

Data = dict[str, Any]
Choice = Sequence[Data]
"""Alternatives: keys of an object or a player that each of them adds."""

PLAYERS: Final = ("ana", "ben", "cyd", "dan")
INCLUDED: Final = {
    "commanders": ("graveyard",),
    "copies": ("graveyard",),
    "counter_limits": ("counters",),
    "planeswalker_types": ("planeswalkers",),
    "roles": ("auras", "timestamps"),
    "umbra_armor": ("auras",),
    "world": ("timestamps",),
}
"""What features bring along."""
VARIANTS: Final = {
    "commanders": "commander",
    "phenomena": "planechase",
    "schemes": "archenemy",
    "teams": "two_headed_giant",
}
KINDS: Final = {
    "auras": ("aura",),
    "battles": ("siege", "battle"),
    "dungeons": ("dungeon",),
    "equipment": ("equipment",),
    "phenomena": ("phenomenon",),
    "planeswalkers": ("planeswalker",),
    "roles": ("role",),
    "sagas": ("saga",),
    "schemes": ("scheme",),
    "world": ("world",),
}
IN_COMMAND: Final = ("dungeon", "phenomenon", "scheme")
TYPES: Final = {
    "aura": "Enchantment — Aura",
    "siege": "Battle — Siege",
    "battle": "Battle",
    "dungeon": "Dungeon",
    "equipment": "Artifact — Equipment",
    "phenomenon": "Phenomenon",
    "planeswalker": "Planeswalker",
    "role": "Enchantment — Aura Role",
    "saga": "Enchantment — Saga",
    "scheme": "Scheme",
    "world": "Enchantment",
}
TEXTS: Final = {
    "cant_lose": (
        "You can't lose the game and your opponents can't win the game.",
        "You don't lose the game for having 0 or less life.",
    ),
    "exile_instead": ("If a permanent would be put into a graveyard, exile it instead.",),
    "indestructible": ("Indestructible",),
    "sectors": ("Space sculptor",),
    "speed": ("Start your engines!",),
}
TEXTS_OF_CREATURES: Final = {
    "counter_limits": ("This creature can't have more than one +1/+1 counter on it.",),
    "hostile_lords": ("Creatures your opponents control get -1/-1.",),
    "lords": ("Other creatures you control get +1/+1.",),
    "protection": ("Protection from artifacts", "Protection from enchantments"),
    "replaced_losses": (
        "If you would lose the game, instead exile this creature and your life total becomes equal to your starting "
        "life total.",
    ),
    "undying": ("Undying", "Persist"),
}
TEXTS_OF_KINDS: Final = {
    "auras": ("aura", ("Enchanted creature gets +1/+1.", "Enchanted creature gets -1/-1.")),
    "equipment": ("equipment", ("Equipped creature gets +1/+1.",)),
    "umbra_armor": ("aura", ("Umbra armor",)),
}


def with_included(features: Iterable[str]) -> frozenset[str]:
    """Add what the features bring along."""
    return frozenset(each for feature in features for each in (feature, *INCLUDED.get(feature, ())))


def boards(features: Iterable[str], permanents: int, players: int = 2, most: int | None = None) -> Iterator[Data]:
    """Yield every board with just so many objects; with `most`, those on which at most so many things are chosen."""
    space = _Space(with_included(features), permanents, PLAYERS[:players])
    for variant, left in space.variants(most):
        yield from space.boards(variant, left)


class _Space:
    def __init__(self, features: frozenset[str], permanents: int, players: tuple[str, ...]) -> None:
        self.features = features
        self.players = players
        self.names = tuple(f"o{number}" for number in range(1, permanents + 1))
        others = permanents - 1
        lowered = (1 if "counters" in features else 0) + (others if features & {"auras", "hostile_lords"} else 0)
        self.toughness = max(2, lowered + 1)
        self.damage = self.toughness + (others if features & {"auras", "equipment", "lords"} else 0)

    def variants(self, most: int | None) -> Iterator[tuple[str | None, int | None]]:
        yield None, most
        for feature, variant in VARIANTS.items():
            if feature in self.features and most != 0:
                yield variant, None if most is None else most - 1

    def boards(self, variant: str | None, most: int | None) -> Iterator[Data]:
        for of_players, left in self.of_players(variant, most):
            for of_teams, rest in self.of_teams(variant, left):
                for objects, after in self.objects(self.names, variant, rest):
                    for attacks, _ in _drawn(list(self.attacks(objects)), after):
                        yield _board(variant, of_players, of_teams, objects, attacks)

    # --- players

    def of_players(self, variant: str | None, most: int | None) -> Iterator[tuple[Data, int | None]]:
        choices = [
            [{(player, key): value} for value in values]
            for player in self.players
            for key, values in self.about_a_player(variant).items()
        ]
        for drawn, left in _drawn(choices, most):
            players: Data = {player: {} for player in self.players}
            for (player, key), value in drawn.items():
                if value is not None:
                    players[player][key] = value
            for place, player in enumerate(self.players):
                if variant == "two_headed_giant":
                    players[player]["team"] = ("red", "blue")[place % 2]
            yield players, left

    def about_a_player(self, variant: str | None) -> dict[str, list[Any]]:
        about: dict[str, list[Any]] = {}
        if variant != "two_headed_giant":
            about["life"] = [1, 0] if "life" in self.features else [20]
        if "poison" in self.features:
            about["poison"] = [None, 9, 10]
        if "speed" in self.features:
            about["speed"] = [None, 1]
        if "drawing" in self.features:
            about["drew_from_empty_library"] = [None, True]
        if variant == "commander":
            about["commander_damage"] = [None, {"Kaalia": 20}, {"Kaalia": 21}]
        return about

    def of_teams(self, variant: str | None, most: int | None) -> Iterator[tuple[Data, int | None]]:
        if variant != "two_headed_giant":
            yield {}, most
            return
        choices = [
            choice
            for team in ("red", "blue")
            for choice in (
                [{(team, "life"): life} for life in (1, 0)],
                [{(team, "poison"): poison} for poison in (None, 14, 15)],
            )
        ]
        for drawn, left in _drawn(choices, most):
            teams: Data = {"red": {}, "blue": {}}
            for (team, key), value in drawn.items():
                if value is not None:
                    teams[team][key] = value
            yield teams, left

    # --- objects

    def objects(
        self, names: Sequence[str], variant: str | None, most: int | None
    ) -> Iterator[tuple[list[Data], int | None]]:
        if not names:
            yield [], most
            return
        for first, left in self.object(names[0], variant, most):
            for rest, after in self.objects(names[1:], variant, left):
                yield [first, *rest], after

    def attacks(self, objects: Sequence[Data]) -> Iterator[Choice]:
        """Yield for each creature which battle it attacks: what is chosen for one object depends on the others."""
        there = [each["keys"] for each in objects if each["zone"] == "battlefield"]
        battles = [each["id"] for each in there if "Battle" in each["type_line"]]
        for each in there:
            if "Creature" in each["type_line"]:
                yield [{}, *({each["id"]: battle} for battle in battles if battle != each["id"])]

    def object(self, name: str, variant: str | None, most: int | None) -> Iterator[tuple[Data, int | None]]:
        kinds = ["", *(kind for feature, of in KINDS.items() if feature in self.features for kind in of)]
        kinds = [kind for kind in kinds if kind not in ("phenomenon", "scheme") or variant == _variant_of(kind)]
        for place, kind in enumerate(kinds):
            for zone_place, zone in enumerate(self.zones(kind)):
                for creature in (False, True) if "creatures" in self.features and zone != "command" else (False,):
                    cost = (place > 0) + (zone_place > 0) + creature
                    if most is not None and cost > most:
                        continue
                    choices = list(self.about(name, kind, zone, creature, variant))
                    for drawn, left in _drawn(choices, None if most is None else most - cost):
                        yield _object(name, kind, zone, creature, drawn), left

    def zones(self, kind: str) -> list[str]:
        if kind in IN_COMMAND:
            return ["command"]
        return ["battlefield", "graveyard"] if "graveyard" in self.features else ["battlefield"]

    def about(self, name: str, kind: str, zone: str, creature: bool, variant: str | None) -> Iterator[Choice]:
        """Yield what is chosen for an object of a kind, in a zone, creature or not."""
        yield [{"owner": player} for player in self.players]
        there = zone == "battlefield"
        yield from self.about_its_kind(kind, there)
        if there:
            yield from self.about_a_permanent(name, kind)
        if creature:
            yield from self.about_a_creature(there)
        if zone != "command":
            yield self.texts(kind, creature)
            if "legendary" in self.features:
                own = {"supertypes": ("legendary",)}
                yield [{}, own, *({**own, "name": shared} for shared in _shared(len(self.names)))]
            yield from self.about_a_card(kind, zone, variant)

    def texts(self, kind: str, creature: bool) -> Choice:
        lines = [line for feature, of in TEXTS.items() if feature in self.features for line in of]
        if creature:
            lines += [line for feature, of in TEXTS_OF_CREATURES.items() if feature in self.features for line in of]
        for feature, (of, more) in TEXTS_OF_KINDS.items():
            if feature in self.features and of == kind:
                lines += more
        return [{}, *({"text": (line,)} for line in lines)]

    def about_its_kind(self, kind: str, there: bool) -> Iterator[Choice]:
        if kind == "aura":
            yield [{"enchant": ("Enchant creature",)}, {"enchant": ("Enchant player",)}]
        if kind == "role":
            yield [{"enchant": ("Enchant creature",), "token": True}]
        if kind == "planeswalker":
            if there:
                yield [{}, {"counters": {"loyalty": 1}}]
            if "planeswalker_types" in self.features:
                yield [{}, *({"subtypes": (each,)} for each in _types(len(self.names)))]
        if kind in ("siege", "battle") and there:
            yield [{}, {"counters": {"defense": 1}}]
            yield [{}, *({"protector": player} for player in self.players)]
            yield [{}, {"ability_on_stack": True}]
        if kind == "saga":
            yield [{}, {"chapters": 1}, {"chapters": 2}]
            if there:
                yield [{}, {"counters": {"lore": 1}}, {"counters": {"lore": 2}}]
                yield [{}, {"ability_on_stack": True}]
        if kind in IN_COMMAND:
            yield [{}, {"ability_on_stack": True}]
        if kind == "dungeon":
            yield [{}, {"marker": "bottommost"}]
        if kind == "scheme":
            yield [{}, {"supertypes": ("ongoing",)}]

    def about_a_permanent(self, name: str, kind: str) -> Iterator[Choice]:
        if kind in ("aura", "role", "equipment") or "attached_creatures" in self.features:
            hosts = (*(each for each in self.names if each != name), *self.players)
            yield [{}, *({"attached_to": host} for host in hosts)]
        if "timestamps" in self.features:
            own = self.names.index(name) + 1
            yield [
                {"timestamp": own},
                *({"timestamp": other} for other in range(1, len(self.names) + 1) if other != own),
            ]
        if "phasing" in self.features:
            yield [{}, {"phased_out": True}]
        if "stolen" in self.features:
            yield [{}, *({"stolen": place} for place in range(1, len(self.players)))]

    def about_a_creature(self, there: bool) -> Iterator[Choice]:
        values = sorted(range(self.toughness + 1), key=lambda value: value != 2)
        yield [{"power": 1, "toughness": value} for value in values]
        if not there:
            return
        if "counters" in self.features:
            for counter in ("+1/+1", "-1/-1"):
                yield [{}, *({"counters": {counter: number}} for number in (1, 2))]
        if "damage" in self.features:
            yield [{}, *({"damage": number} for number in range(1, self.damage + 1))]
        if "deathtouch" in self.features:
            yield [{}, {"deathtouch_damage": True}]
        if "regeneration" in self.features:
            yield [{}, *({"regeneration_shields": number} for number in (1, 2))]
        if "sectors" in self.features:
            yield [{}, *({"sector": each} for each in ("alpha", "beta"))]

    def about_a_card(self, kind: str, zone: str, variant: str | None) -> Iterator[Choice]:
        """Yield whether it is a token, a copy, a commander; of these an object is at most one."""
        what: list[Data] = [{}]
        if "tokens" in self.features and kind != "role":
            what.append({"token": True})
        if "copies" in self.features and kind != "role" and zone == "graveyard":
            what.append({"copy": "card"})
        if variant == "commander" and kind != "role":
            what.append({"commander": True})
            if zone == "graveyard":
                what.append({"commander": True, "moved_since_last_check": True})
        yield what


def _variant_of(kind: str) -> str:
    return {"phenomenon": "planechase", "scheme": "archenemy"}[kind]


def _shared(objects: int) -> Sequence[str]:
    return ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta")[: max(1, objects // 2)]


def _types(objects: int) -> Sequence[str]:
    return ("Jace", "Gideon", "Liliana", "Chandra", "Garruk", "Ajani")[: max(1, objects // 2)]


def _drawn(choices: Sequence[Choice], most: int | None) -> Iterator[tuple[Data, int | None]]:
    """Yield one alternative of every choice, put together; with `most`, at most so many that are not the first."""
    if most is None:
        for drawn in product(*choices):
            yield _together(drawn), None
        return
    if not choices:
        yield {}, most
        return
    for place, first in enumerate(choices[0]):
        if place and not most:
            return
        for rest, left in _drawn(choices[1:], most - 1 if place else most):
            yield _together((first, rest)), left


def _together(parts: Iterable[Data]) -> Data:
    whole: Data = {}
    for part in parts:
        for key, value in part.items():
            if key == "counters":
                whole[key] = {**whole.get(key, {}), **value}
            elif key in ("supertypes", "subtypes"):
                whole[key] = (*whole.get(key, ()), *value)
            else:
                whole[key] = value
    return whole


def _object(name: str, kind: str, zone: str, creature: bool, drawn: Data) -> Data:
    data = dict(drawn)
    types, _, subtypes = TYPES.get(kind, "" if creature else "Artifact").partition(" — ")
    words = sorted([*types.split(), "Creature"] if creature else types.split())
    supertypes = sorted([*data.pop("supertypes", ()), *(["world"] if kind == "world" else [])])
    line = " ".join([*(each.capitalize() for each in supertypes), *words])
    subtypes = " ".join(sorted([*subtypes.split(), *data.pop("subtypes", ())]))
    text = sorted([*data.pop("enchant", ()), *data.pop("text", ())])
    owner = data.pop("owner")
    stolen = data.pop("stolen", 0)
    data = {"name": name, "id": name, "type_line": f"{line} — {subtypes}" if subtypes else line, **data}
    if text:
        data["text"] = "\n".join(text)
    if stolen:
        others = [player for player in PLAYERS if player != owner]
        data["controller"] = others[stolen - 1]
    return {"zone": zone, "owner": owner, "keys": data}


def _board(variant: str | None, players: Data, teams: Data, objects: Sequence[Data], attacks: Data) -> Data:
    data: Data = {"players": {name: dict(keys) for name, keys in players.items()}}
    if variant is not None:
        data["variant"] = variant
    if teams:
        data["teams"] = teams
    for each in objects:
        if each["zone"] == "battlefield":
            attack = {"attacking": attacks[each["keys"]["id"]]} if each["keys"]["id"] in attacks else {}
            data.setdefault("battlefield", []).append({**each["keys"], **attack, "owner": each["owner"]})
        else:
            data["players"][each["owner"]].setdefault(each["zone"], []).append(each["keys"])
    return data
