"""Numbers of any size for a solver that counts in 32 bits.

Integers of clingo wrap silently at 2^31, and boards have larger ones. The rules only add and compare: whatever they
derive from the numbers of a board is a sum of a few of them, with small factors, and what they ask is its sign. So a
board whose numbers are too large is written with smaller ones that keep the sign of every such sum, and what comes out
is read back.

Numbers that are far apart are digits of a positional system: 10^20 + 3 is one large unit and three small ones. As long
as all sums of lower digits stay below half a unit, the sign of a sum is that of its highest digit that is not zero,
whatever the unit is worth. So each unit is replaced by the smallest that has this property. Numbers that are large,
close together, and no multiples of one unit have no such image; they are an error, never a wrong answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

LARGEST: Final = 2**31 - 1
"""The largest integer of clingo."""


class NumbersTooLarge(ValueError):
    """The numbers of a board have no exact image in 32 bits."""


class Scale(NamedTuple):
    """A way to write the numbers of one board in 32 bits. Without units it changes nothing."""

    units: tuple[tuple[int, int], ...] = ()
    """Pairs of a unit and what stands for it, the largest first."""

    @property
    def is_identity(self) -> bool:
        """Whether every number stands for itself."""
        return not self.units

    def encode(self, number: int) -> int:
        """Return what stands for a number of the board, or for a sum of such numbers."""
        image = 0
        for unit, stand_in in self.units:
            digit, number = _split(number, unit)
            image += digit * stand_in
        return image + number

    def decode(self, image: int) -> int:
        """Return the number that `image` stands for."""
        number = 0
        for unit, stand_in in self.units:
            digit, image = _split(image, stand_in)
            number += digit * unit
        return number + image


def _split(number: int, unit: int) -> tuple[int, int]:
    """Divide with the remainder nearest to zero."""
    digit = (2 * abs(number) + unit) // (2 * unit)
    digit = digit if number >= 0 else -digit
    return digit, number - digit * unit


def scale_for(numbers: Collection[int], terms: int, floor: int) -> Scale:
    """Find a scale for a board.

    `numbers` are all numbers of the board; `terms` is how many of them, counted with their factors, one sum can hold at
    most; numbers up to `floor` stand in the rules themselves or count things, and must stand for themselves.

    Raises `NumbersTooLarge` where no exact scale exists.
    """
    magnitudes = sorted({abs(number) for number in numbers})
    if not magnitudes or max(magnitudes[-1], floor) * terms <= LARGEST:
        return Scale()
    reach = image_reach = floor
    units: list[tuple[int, int]] = []
    position = 0
    while position < len(magnitudes) and magnitudes[position] <= 2 * terms * reach:
        reach = image_reach = max(reach, magnitudes[position])
        position += 1
    while position < len(magnitudes):
        level = magnitudes[position : position + 1]
        while position + len(level) < len(magnitudes) and magnitudes[position + len(level)] <= 2 * terms * level[-1]:
            level.append(magnitudes[position + len(level)])
        position += len(level)
        unit = _common_unit(level, reach)
        if unit <= 2 * terms * reach or any(abs(_remainder(number, unit, units)) > floor for number in level):
            raise NumbersTooLarge(_explain(level))
        stand_in = 2 * terms * image_reach + 1
        digits = max(_split(number, unit)[0] for number in level)
        reach += digits * unit
        image_reach += digits * stand_in
        units.insert(0, (unit, stand_in))
    if image_reach * terms > LARGEST:
        raise NumbersTooLarge(_explain(magnitudes))
    scale = Scale(tuple(units))
    if any(scale.decode(scale.encode(number)) != number for number in numbers):
        raise NumbersTooLarge(_explain(magnitudes))
    return scale


def _remainder(number: int, unit: int, lower: Sequence[tuple[int, int]]) -> int:
    remainder = _split(number, unit)[1]
    for each, _ in lower:
        remainder = _split(remainder, each)[1]
    return remainder


def _common_unit(level: Sequence[int], tolerance: int) -> int:
    """Return the largest number of which all of `level` are multiples but for `tolerance` (Euclid's algorithm)."""
    unit = level[0]
    for number in level[1:]:
        larger, smaller = max(number, unit), min(number, unit)
        while smaller > tolerance:
            larger, smaller = smaller, abs(_split(larger, smaller)[1])
        unit = larger
    return unit


def _explain(magnitudes: Sequence[int]) -> str:
    large = ", ".join(str(each) for each in magnitudes[-3:])
    return (
        f"numbers as large as {large} on one board cannot all be reckoned with exactly; "
        "write smaller ones that stand in the same relations"
    )
