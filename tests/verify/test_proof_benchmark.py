"""How long proofs take as spaces grow: boards covered, seconds, for each property.

Run with `pytest tests/verify/test_proof_benchmark.py --benchmark-only`; the boards are in the extra columns of
`--benchmark-json FILE`, and printed with `-s`.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sbalogic.verify.checks import properties
from sbalogic.verify.counting import size_of
from sbalogic.verify.space import DEFAULT_FEATURES
from sbalogic.verify.verification import Scope, verify

ATTACHED = ("creatures", "damage", "lords", "auras", "equipment")
CHAIN = ("creatures", "damage", "lords")
PROOFS = [
    *[("no_return", size, DEFAULT_FEATURES) for size in (1, 2, 3)],
    *[("fixpoint", size, DEFAULT_FEATURES) for size in (1, 2, 3)],
    *[("check_bound", size, DEFAULT_FEATURES) for size in (1, 2, 3, 4)],
    *[("check_bound", size, ATTACHED) for size in (2, 4, 6)],
    *[("check_bound", size, CHAIN) for size in (4, 8, 12)],
]


@pytest.mark.parametrize(
    ("name", "permanents", "features"), PROOFS, ids=[f"{name}-{size}-{len(of)}_features" for name, size, of in PROOFS]
)
def test_proof(benchmark: BenchmarkFixture, name: str, permanents: int, features: tuple[str, ...]) -> None:
    scope = Scope(permanents, features)
    verdict = benchmark.pedantic(verify, (properties()[name], scope), rounds=1)
    size = size_of(scope.space(permanents))
    benchmark.extra_info.update(boards=str(size), checks=verdict.checks, reached=verdict.reached)
    print(f"\n{name}, up to {permanents} permanents, {len(features)} features: {size}, reached {verdict.reached}")
    assert verdict.holds
