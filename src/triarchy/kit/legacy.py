"""For games whose words and pictures still take loose arguments: an adapter, until all are moved."""

from __future__ import annotations

from typing import Any

from triarchy.kit.presentation import CountStep, OptionWords, Picture, PlayerPanel, ScoreSheet
from triarchy.kit.sight import Reader, Sight


def _loose(sight: Sight, reader: Reader) -> tuple[Any, ...]:
    return sight.board, sight.view, reader.seat, reader.names, reader.language


class LooseText:
    def __init__(self, module: Any) -> None:
        self.module = module

    def seat_names(self, players: int, language: str) -> list[str]:
        return self.module.seat_names(players, language)

    def about(self, language: str) -> str:
        return self.module.about(language)

    def option_words(self, language: str) -> dict[str, OptionWords]:
        return self.module.option_words(language)

    def prompt(self, sight: Sight, reader: Reader) -> str:
        return self.module.prompt(*_loose(sight, reader))

    def label(self, sight: Sight, action: int, reader: Reader) -> str:
        return self.module.label(sight.board, sight.view, action, reader.names, reader.language)

    def sentence(self, before: Sight, action: int, after: Sight, reader: Reader) -> str:
        return self.module.sentence(
            before.board, before.view, action, after.view, reader.names, reader.language
        )

    def preview(self, sight: Sight, action: int, reader: Reader) -> list[str]:
        return self.module.preview(sight.board, sight.view, action, reader.names, reader.language)

    def why_not(self, sight: Sight, move: str, reader: Reader) -> str:
        return self.module.why_not(sight.board, sight.view, move, reader.names, reader.language)

    def explain(self, sight: Sight, action: int, reader: Reader) -> str:
        return self.module.explain(sight.board, sight.view, action, reader.names, reader.language)

    def rules_text(self, language: str) -> list[tuple[str, str, str]]:
        return self.module.rules_text(language)

    def score_help(self, sight: Sight, reader: Reader) -> list[ScoreSheet]:
        return self.module.score_help(*_loose(sight, reader))

    def final_steps(self, sight: Sight, reader: Reader) -> list[CountStep]:
        return self.module.final_steps(sight.board, sight.view, reader.names, reader.language)


class LooseDrawing:
    def __init__(self, module: Any) -> None:
        self.module = module

    def draw(self, sight: Sight, reader: Reader, picture: Picture) -> str:
        return self.module.draw(
            sight.board,
            sight.view,
            seat=reader.seat,
            names=reader.names,
            language=reader.language,
            width=picture.width,
            part=picture.part,
            legal=sight.legal if picture.lit else (),
            preview=picture.preview,
            dark=picture.dark,
        )

    def players_panel(self, sight: Sight, reader: Reader) -> list[PlayerPanel]:
        return self.module.players_panel(*_loose(sight, reader))

    def terminal(self, sight: Sight, reader: Reader) -> str:
        return self.module.terminal(*_loose(sight, reader))
