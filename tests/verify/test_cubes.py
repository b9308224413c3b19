"""Work in cubes: they cover the space, lost workers cost their cube only, and nobody stays behind."""

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from sbalogic.board import NEWEST_EDITION
from sbalogic.verify import cubes
from sbalogic.verify.checks import Checks, properties
from sbalogic.verify.cubes import Record, Task, cut, decide_all, parsed
from sbalogic.verify.space import Space
from sbalogic.verify.verification import Scope, verify
from sbalogic.verify.workers import Crew, Executors, NoWorkers, executors, processes

_FEW = ("creatures", "damage", "lords")
_BOUND = properties()["check_bound"]
_THREADS = Executors(lambda: ThreadPoolExecutor(2), lambda executor: executor.shutdown(), at_once=lambda: 2)


def _question(permanents: int, horizon: int) -> tuple[Task, Checks]:
    """Return the question whether the game may go on after so many checks on boards of few features."""
    checks = Checks(Space(permanents, _FEW), [_BOUND])
    checks.grow(horizon)
    checks.close()
    goals = (str(checks.last("unfinished")),)
    task = Task(permanents, _FEW, 2, NEWEST_EDITION, (), (_BOUND,), horizon, goals, checks.fingerprint)
    return task, checks


def _decided(task: Task, checks: Checks, workers: Executors, record: Record) -> list[cubes.Decision]:
    """Return what is decided of all cubes of a question."""
    with Crew(workers) as crew:
        return list(decide_all(task, checks, crew, record))


def _boards(checks: Checks, cube: cubes.Cube) -> list[frozenset[str]]:
    """Return all boards of a cube."""
    control = checks.control
    control.configuration.solve.models = 0
    assumptions = [(each, holds) for each, holds in parsed(cube) if control.symbolic_atoms[each] is not None]
    found = []
    with control.solve(assumptions, yield_=True) as models:
        for model in models:
            found.append(frozenset(str(each) for each in checks.chosen if model.contains(each)))
    return found


def test_cubes_cover_the_space_and_do_not_overlap():
    checks = Checks(Space(2, ("creatures",)), [_BOUND])
    checks.grow(2)
    leaves: list[cubes.Cube] = [()]
    for _ in range(10):
        cube = leaves.pop(0)
        atom = cut(checks, cube)
        assert atom is not None
        leaves += [(*cube, (atom, True)), (*cube, (atom, False))]
    everything = _boards(checks, ())
    parts = [board for cube in leaves for board in _boards(checks, cube)]
    assert len(everything) == len(set(everything)) > 20
    assert sorted(map(sorted, parts)) == sorted(map(sorted, everything))


def test_a_cube_is_cut_until_nothing_is_open():
    _, checks = _question(1, 2)
    cube: cubes.Cube = ()
    while (atom := cut(checks, cube)) is not None:
        assert atom not in dict(cube)
        cube = (*cube, (atom, False))
    assert {atom for atom, _ in cube} >= set(map(str, checks.chosen))


# --- calls of a crew, done in other processes


def _number(folder: str, number: int) -> int:
    """Return a number, and leave a note of it."""
    Path(folder, f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    return number


def _wait_for_death(folder: str, number: int, times: int) -> int:
    """Return a number, and leave a note of it; but so many times wait to be killed."""
    _number(folder, number)
    if len(list(Path(folder).glob(f"{number}-*"))) <= times:
        time.sleep(60)
    return number


def _kill_those_who_wait(folder: Path, number: int, times: int) -> threading.Thread:
    """Kill the workers that note this number, so many of them, as they come."""

    def kill() -> None:
        killed: set[str] = set()
        for _ in range(600):
            for note in set(folder.glob(f"{number}-*")) - {folder / each for each in killed}:
                if len(killed) < times:
                    killed.add(note.name)
                    os.kill(int(note.name.split("-")[1]), signal.SIGKILL)
            if len(killed) == times:
                return
            time.sleep(0.05)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def test_a_killed_process_costs_its_call_only(tmp_path):
    killer = _kill_those_who_wait(tmp_path, 3, 1)
    with Crew(processes(2)) as crew:
        for number in range(8):
            crew.add(*((_wait_for_death, str(tmp_path), 3, 1) if number == 3 else (_number, str(tmp_path), number)))
        done = list(crew.results())
    killer.join()
    assert sorted(each.value for each in done) == list(range(8))
    begun = sorted(int(note.name.split("-")[0]) for note in tmp_path.iterdir())
    assert begun == [0, 1, 2, 3, 3, 4, 5, 6, 7]


def test_what_kills_its_workers_is_lost_and_the_rest_goes_on(tmp_path):
    killer = _kill_those_who_wait(tmp_path, 3, 3)
    with Crew(processes(2)) as crew:
        for number in range(5):
            crew.add(*((_wait_for_death, str(tmp_path), 3, 9) if number == 3 else (_number, str(tmp_path), number)))
        done = list(crew.results())
    killer.join()
    assert sorted(each.value for each in done if not each.lost) == [0, 1, 2, 4]
    assert [each.call.arguments[1] for each in done if each.lost] == [3]


def test_processes_make_room_for_new_ones():
    with Crew(processes(1)._replace(calls=2)) as crew:
        for _ in range(5):
            crew.add(os.getpid)
        assert len({each.value for each in crew.results()}) == 3


# --- proofs


def test_a_proof_survives_a_killed_process():
    killed = []

    def kill(text: str) -> None:
        children = multiprocessing.active_children()
        if "3 permanents, 4 checks: " in text and children and not killed:
            killed.append(children[0].pid)
            os.kill(children[0].pid, signal.SIGKILL)

    verdict = verify(_BOUND, Scope(3, _FEW), alone=0, executors=processes(2), progress=kill)
    assert killed
    assert (verdict.holds, verdict.reached, verdict.checks) == (True, 0, 4)  # a chain of three lords: one a check


def test_any_executor_will_do():
    verdict = verify(_BOUND, Scope(2, _FEW), alone=0, executors=_THREADS)
    assert (verdict.holds, verdict.reached, verdict.checks) == (True, 0, 3)


class _Nobody(Executor):
    """Has no workers."""

    def submit(self, *call, **more):
        raise BrokenExecutor


def test_what_is_lost_leaves_the_verdict_unknown():
    file = io.StringIO()
    nobody = Executors(_Nobody, lambda executor: None)
    verdict = verify(_BOUND, Scope(2, _FEW), alone=0, executors=nobody, record=Record(file))
    assert (verdict.holds, verdict.decided) == (None, -1)
    assert {json.loads(line)["decided"] for line in file.getvalue().splitlines()} == {"lost"}


def test_the_deadline_ends_everything():
    start = time.monotonic()
    verdict = verify(_BOUND, Scope(6), timeout=3.0, alone=0, executors=processes(2))
    assert verdict.holds is None
    assert time.monotonic() - start < 15
    for _ in range(100):
        if not multiprocessing.active_children():
            break
        time.sleep(0.1)
    assert not multiprocessing.active_children()


def test_a_record_tells_every_cube_and_is_resumed():
    task, checks = _question(3, 4)
    file = io.StringIO()
    first = _decided(task, checks, _THREADS, Record(file))
    lines = list(map(json.loads, file.getvalue().splitlines()))
    assert [(line["cube"], line["decided"]) for line in lines] == [(dict(each.cube), each.decided) for each in first]
    leaves = [each for each in first if each.decided != "cut"]
    assert {each.decided for each in leaves} == {"none"}
    assert sum(2.0 ** -len(each.cube) for each in leaves) == 1.0

    nobody = Executors(_Nobody, lambda executor: None)
    again = _decided(task, checks, nobody, Record(file))
    assert {each.cube for each in again} == {each.cube for each in first}
    assert len(file.getvalue().splitlines()) == len(lines)


def test_a_record_whose_last_line_was_interrupted_is_read():
    task, checks = _question(2, 3)
    file = io.StringIO()
    _decided(task, checks, _THREADS, Record(file))
    lines = file.getvalue().splitlines()
    broken = io.StringIO("\n".join(lines)[:-20])
    again = _decided(task, checks, _THREADS, Record(broken))
    assert {each.decided for each in again} == {"cut", "none"}
    assert broken.getvalue().splitlines()[-1].startswith("{")
    assert len(broken.getvalue().splitlines()) == len(lines) + 1


def test_another_question_is_not_resumed():
    task, checks = _question(2, 3)
    file = io.StringIO()
    _decided(task, checks, _THREADS, Record(file))
    known = Record(file)
    assert known.known(task, ()) is not None
    assert known.known(task._replace(horizon=2), ()) is None
    assert known.known(task._replace(program="another"), ()) is None


_SCRIPT = """
import sys
from sbalogic.verify import verification
verification.verify.__kwdefaults__["alone"] = 0.0
sys.argv = ["sbalogic", "verify", "check_bound", "--permanents", "6", "--jobs", "2", "--cubes", sys.argv[1]]
from sbalogic.cli import main
main()
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_leaves_nobody_behind(tmp_path, signal_):
    record = tmp_path / "cubes.jsonl"
    run = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, str(record)],
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    for _ in range(300):
        if len(_of_session(run.pid)) >= 4:  # itself, two workers, and Python's helper for their semaphores
            break
        time.sleep(0.1)
    time.sleep(0.5)
    run.send_signal(signal_)
    _, said = run.communicate(timeout=20)
    assert run.returncode == -signal_
    assert said == ""
    for _ in range(100):
        if not _of_session(run.pid):
            break
        time.sleep(0.1)
    assert _of_session(run.pid) == []


def _of_session(leader: int) -> list[int]:
    """Return the processes of a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session, *_ = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(int(stat.parent.name))
    return found


# --- Dask


@pytest.fixture(scope="module")
def dask_cluster():
    """Two workers of Dask, each a process."""
    distributed = pytest.importorskip("distributed", reason="needs Dask: pip install sbalogic[dask]")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_a_killed_worker_of_a_cluster_costs_its_call_only(dask_cluster, tmp_path):
    killer = _kill_those_who_wait(tmp_path, 3, 1)
    with Crew(executors(None, dask_cluster.scheduler_address)) as crew:
        for number in range(8):
            crew.add(*((_wait_for_death, str(tmp_path), 3, 1) if number == 3 else (_number, str(tmp_path), number)))
        done = list(crew.results())
    killer.join()
    assert sorted(each.value for each in done) == list(range(8))
    begun = [int(note.name.split("-")[0]) for note in tmp_path.iterdir()]
    assert begun.count(3) == 2


def test_a_proof_survives_a_killed_worker_of_a_cluster(dask_cluster):
    killed = []

    def kill(text: str) -> None:
        if "3 permanents, 4 checks: " in text and not killed:
            killed.append(next(iter(dask_cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    workers = executors(None, dask_cluster.scheduler_address)
    verdict = verify(_BOUND, Scope(3, _FEW), alone=0, executors=workers, progress=kill)
    assert killed
    assert (verdict.holds, verdict.reached, verdict.checks) == (True, 0, 4)


def test_a_scheduler_that_does_not_answer_is_told_soon():
    pytest.importorskip("distributed", reason="needs Dask: pip install sbalogic[dask]")
    start = time.monotonic()
    with pytest.raises(NoWorkers, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        executors(None, "tcp://127.0.0.1:9")
    with pytest.raises(NoWorkers, match=r"no Dask scheduler answers at 'nonsense://'"):
        executors(None, "nonsense://")
    assert time.monotonic() - start < 8


def test_without_dask_the_remedy_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoWorkers, match=r'pip install "sbalogic\[dask\]"'):
        executors(None, "tcp://127.0.0.1:8786")
