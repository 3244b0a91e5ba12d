"""A trained network with eyes as a file of whole numbers, as the bots use it.

    python -m training.deed_export runs/eyes/weights-000690.pt network.npz --recorded games/*.npz

The games show how large activations become.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from training.deed_imitation import examples_of
from training.deed_network import DeedNet
from training.deed_play import Table
from triarchy.bots.eye_network import EyeNetwork, in_whole_numbers
from triarchy.games.tigris.planes import EYES
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.selfplay import as_numpy

HEADROOM = 1.25
"""Activations may become so many times as large as the largest seen before they are cut off."""
EXAMPLES = 4096
AT_ONCE = 256


def load_net(path: Path) -> tuple[DeedNet, dict[str, Any]]:
    """A network from a file of weights, and how it was trained."""
    kept: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    net = DeedNet(**kept["shape"])
    net.load_state_dict({name: one.float() for name, one in kept["weights"].items()})
    told = {**kept["settings"], "round": kept["round"], "played": kept["games"]}
    return net.eval(), told


@torch.no_grad()
def greatest_activations(net: DeedNet, words: torch.Tensor) -> dict[str, float]:
    """The greatest activation of each layer over some states, with headroom."""
    found: dict[str, float] = {}

    def note(name: str, numbers: torch.Tensor) -> None:
        found[name] = max(found.get(name, 1e-3), HEADROOM * float(numbers.abs().max()))

    hooks = [net.stem.register_forward_hook(lambda _, __, out: note("stream", out))]
    for number, block in enumerate(net.blocks):
        hooks += [
            block.register_forward_hook(lambda _, __, out: note("stream", out)),
            block.two.register_forward_hook(
                lambda _, given, __, k=number: note(f"block{k}", given[0])
            ),
            block.one.register_forward_hook(
                lambda _, __, out, k=number: note(f"block{k}", out.relu())
            ),
        ]
    hooks += [
        net.cells_out.register_forward_hook(lambda _, given, __: note("cells", given[0])),
        net.cells_mind.register_forward_hook(lambda _, given, out: note("mind", given[0])),
        net.spread.register_forward_hook(lambda _, given, __: note("about", given[0])),
        net.judge_out.register_forward_hook(lambda _, given, __: note("judge", given[0])),
    ]
    for part in words.split(AT_ONCE):
        seen, masks, hints, _, players = Table("cpu").look(part)
        net(seen, masks, hints, players)
    for hook in hooks:
        hook.remove()
    return found


def export(weights: Path, recorded: Sequence[Path]) -> EyeNetwork:
    """The network in whole numbers."""
    net, told = load_net(weights)
    words = examples_of(recorded).words
    chosen = torch.randperm(len(words), generator=torch.Generator().manual_seed(0))[:EXAMPLES]
    greatest = greatest_activations(net, words[chosen])
    scales = {
        "planes": as_numpy(net.plane_scale)[0, :, 0],
        "numbers": as_numpy(net.number_scale),
        "hints": as_numpy(net.hint_scale),
    }
    real = {name: as_numpy(one) for name, one in net.state_dict().items()}
    told["rules"] = DEFINITIONS["tigris"].version
    boards = sorted(DEFINITIONS["tigris"].boards)
    return EyeNetwork("tigris", boards, told, in_whole_numbers(EYES, real, scales, greatest))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--recorded", type=Path, nargs="+", required=True)
    wanted = parser.parse_args()
    export(wanted.weights, wanted.recorded).save(wanted.out)
    print(f"{wanted.out}: {wanted.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
