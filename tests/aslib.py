"""Loads an ASlib folder with asf and compares its two sums with ours.

    pip install 'asf[aslib]'
    python3 tests/aslib.py FOLDER SINGLE_BEST VIRTUAL_BEST

SINGLE_BEST and VIRTUAL_BEST are sums of losses (1 - score) over all decisions.
Ends with 1 where asf finds others (by more than a millionth), with 2 on wrong usage.
"""

import sys

from asf.metrics.baselines import single_best_solver, virtual_best_solver
from asf.scenario.aslib_reader import read_aslib_scenario

TOLERANCE = 1e-6


def agree(name, theirs, ours):
    apart = abs(theirs - ours) > TOLERANCE * max(abs(theirs), abs(ours))
    print(f"{name}: asf {theirs!r}, ours {ours!r}{' DIFFERS' if apart else ''}")
    return not apart


def main(arguments):
    try:
        folder, single, virtual = arguments[0], float(arguments[1]), float(arguments[2])
    except (IndexError, ValueError):
        print(__doc__, file=sys.stderr)
        return 2
    features, losses, _, folds, _, maximize, budget, *_ = read_aslib_scenario(folder)
    print(f"{len(losses)} instances, {losses.shape[1]} algorithms, {features.shape[1]} features, {folds['fold'].nunique()} folds")
    same = [
        set(losses.index) == set(features.index) == set(folds.index),
        not losses.isna().any().any(),
        agree("single best", single_best_solver(losses, maximize, budget), single),
        agree("virtual best", virtual_best_solver(losses, maximize, budget), virtual),
    ]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
