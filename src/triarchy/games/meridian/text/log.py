"""What a move does: before it is played, and in the log afterwards."""

from __future__ import annotations

from triarchy.games.meridian.scoring import NOBODY, TIED
from triarchy.games.meridian.sight import MeridianSight, card_text, meridians_on
from triarchy.games.meridian.state import (
    DO_CITY,
    DO_DONE,
    DO_HEIGHT,
    DO_LIFT,
    DO_MERIDIAN,
    NONE,
)
from triarchy.games.meridian.text.words import (
    city_name,
    joined,
    pieces,
    place,
    points,
    result,
    speaker,
    you_or_names,
)
from triarchy.kit.language import Translate
from triarchy.kit.reasons import net_change
from triarchy.kit.sight import Reader


def _pushes(sight: MeridianSight, action: int, reader: Reader, say: Translate) -> list[str]:
    """A sentence for each tower that a `city` action moves."""
    sentences = []
    for push in sight.pushes(action):
        values = {
            "name": reader.names[push.tower.seat],
            "height": push.tower.height,
            "city": city_name(sight, (sight.meridian, push.end), say),
        }
        if push.north:
            sentences.append(say("{name}'s tower of {height} moves north to {city}.", **values))
        else:
            sentences.append(say("{name}'s tower of {height} moves south to {city}.", **values))
    return sentences


def _changes(
    before: MeridianSight, after: MeridianSight, reader: Reader, say: Translate
) -> list[str]:
    """A sentence for each island that changes hands."""
    sentences = []
    for old, new in zip(before.islands, after.islands, strict=True):
        if new.holder == old.holder and (new.holder != TIED or new.leaders == old.leaders):
            continue
        if new.holder >= 0:
            sentences.append(
                say(
                    "{island} goes to {name}: {points}.",
                    island=new.name,
                    name=reader.names[new.holder],
                    points=points(say, new.value),
                )
            )
        elif new.holder == TIED:
            tied = joined(say, [reader.names[seat] for seat in new.leaders])
            sentences.append(say("{island} is tied between {names}.", island=new.name, names=tied))
        elif new.holder == NOBODY:
            sentences.append(say("Nobody holds {island} any more.", island=new.name))
    return sentences


def preview(sight: MeridianSight, action: int, reader: Reader) -> list[str]:
    say = speaker(reader.language)
    if action < DO_DONE:
        return [_where_to(action, say)]
    if action == DO_DONE:
        sentences = [say("The turn ends and card {card} is discarded.", card=card_text(sight.card))]
        if sight.pile_sizes[sight.to_move]:
            sentences.append(say("The next card of the pile is turned up."))
        return sentences
    after = sight.after(action)
    if DO_HEIGHT <= action < DO_CITY:
        cities = [city_name(sight, (sight.meridian, next_ - DO_CITY), say) for next_ in after.legal]
        return [
            say(
                "A tower of {height} can stand in {cities}.",
                height=action - DO_HEIGHT + 1,
                cities=joined(say, cities),
            )
        ]
    sentences = _pushes(sight, action, reader, say) if action >= DO_CITY else []
    sentences += _changes(sight, after, reader, say)
    left = pieces(say, after.supply[sight.to_move])
    sentences.append(say("The supply then holds {pieces}.", pieces=left))
    if change := net_change(sight.points, after.points, you_or_names(reader, say)):
        sentences.append(say("Points: {change}.", change=change))
    return sentences


def _where_to(action: int, say: Translate) -> str:
    """Where a card, or the choice of a meridian, lets one build."""
    numbers = list(meridians_on(action)) if action < DO_MERIDIAN else [action - DO_MERIDIAN]
    if len(numbers) > 1:
        return say(
            "The tower then goes into one of the meridians {first} to {last}.",
            first=numbers[0] + 1,
            last=numbers[-1] + 1,
        )
    return say("The tower then goes into meridian {meridian}.", meridian=numbers[0] + 1)


def sentence(before: MeridianSight, action: int, after: MeridianSight, reader: Reader) -> str:
    """One or two lines a turn: the card is told with what comes of it."""
    say = speaker(reader.language)
    sentences = [
        *_moved(before, action, reader, say),
        *_changes(before, after, reader, say),
    ]
    if after.over:
        sentences.append(result(after, reader, say))
    return " ".join(sentences)


def landmark(before: MeridianSight, action: int, after: MeridianSight, language: str) -> str:
    """A tower that is pushed; an island that somebody loses."""
    say = speaker(language)
    if action >= DO_CITY and before.pushes(action):
        return say("Push")
    for old, new in zip(before.islands, after.islands, strict=True):
        if old.holder >= 0 and new.holder != old.holder:
            return say("Island lost")
    return ""


def _moved(before: MeridianSight, action: int, reader: Reader, say: Translate) -> list[str]:
    """What the player did, and what moved by it."""
    name, meridian = reader.names[before.to_move], before.meridian
    values = {"name": name, "card": card_text(before.card)}
    if action == DO_DONE and before.lifted_row != NONE:
        return [say("{name} plays card {card} and builds no new tower.", **values)]
    if action == DO_DONE:
        return [
            say(
                "{name} plays card {card} and passes in meridian {meridian}.",
                **values,
                meridian=meridian + 1,
            )
        ]
    if action < DO_HEIGHT:
        city = meridian, action - DO_LIFT
        return [
            say(
                "{name} takes the tower of {height} back from {place}.",
                name=name,
                height=before.towers[city].height,
                place=place(before, city, say),
            )
        ]
    return [
        say(
            "{name} plays card {card} and builds {height} in {place}.",
            **values,
            height=before.height,
            place=place(before, (meridian, action - DO_CITY), say),
        ),
        *_pushes(before, action, reader, say),
    ]
