"""Numbers beyond 32 bits are exact or an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sbalogic.numbers import LARGEST, NumbersTooLarge, Scale, scale_for

large = st.one_of(
    st.integers(-50, 50),
    st.integers(-20, 20).map(lambda n: 2**31 + n),
    st.integers(-20, 20).map(lambda n: 10**20 + n),
    st.integers(-(10**25), 10**25),
)


def test_small_numbers_stand_for_themselves() -> None:
    assert scale_for([20, 18, -3], terms=100, floor=100) == Scale()


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 2**31 + 1, 10**12, 10**20, -(10**20), 10**4000])
def test_one_large_number_is_exact(number: int) -> None:
    scale = scale_for([number, 20], terms=60, floor=1000)
    assert abs(scale.encode(number)) * 60 <= LARGEST
    assert scale.decode(scale.encode(number)) == number
    assert scale.encode(20) == 20


def test_numbers_that_form_no_system_are_an_error() -> None:
    with pytest.raises(NumbersTooLarge, match="3000000001"):
        scale_for([2**31, 3_000_000_001, 2_500_000_017], terms=60, floor=1000)


@given(st.lists(large, min_size=1, max_size=5), st.data())
def test_signs_of_sums_are_kept(numbers: list[int], data: st.DataObject) -> None:
    terms = 40
    try:
        scale = scale_for(numbers, terms=terms, floor=100)
    except NumbersTooLarge:
        return
    factors = data.draw(st.lists(st.integers(-4, 4), min_size=len(numbers), max_size=len(numbers)))
    constant = data.draw(st.integers(-100, 100))
    exact = sum(factor * number for factor, number in zip(factors, numbers, strict=True)) + constant
    image = sum(factor * scale.encode(number) for factor, number in zip(factors, numbers, strict=True)) + constant
    assert abs(image) <= LARGEST
    assert (exact > 0) == (image > 0)
    assert (exact < 0) == (image < 0)
    assert scale.decode(image) == exact
