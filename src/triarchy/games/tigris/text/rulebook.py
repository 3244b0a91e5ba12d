"""The rules in short, in our own words; the anchors are the phases a paragraph concerns."""

from __future__ import annotations

from triarchy.games.tigris.text.words import speaker


def rules_text(language: str) -> list[tuple[str, str, str]]:
    say = speaker(language)

    def paragraphs(*texts: str) -> str:
        return "\n\n".join(texts)

    return [
        (
            "aim",
            say("What it is about"),
            paragraphs(
                say(
                    "You lead a dynasty between two rivers and collect points in four colours: black settlements, red temples, blue farms, green markets. At the end only your weakest colour counts, so neglect none."
                ),
                say(
                    "Tiles and leaders that lie side by side form a region; diagonals do not count. A region with at least one leader is a kingdom. A kingdom may hold leaders of several players, but only one of each colour in peace."
                ),
            ),
        ),
        (
            "action",
            say("Your turn"),
            paragraphs(
                say(
                    "You have up to two actions, the same one twice if you like: place, move or withdraw a leader; lay a tile; play one of your two catastrophes; swap tiles. You may also pass."
                ),
                say(
                    "At the end of your turn your leaders earn from monuments, then everybody fills up to six tiles."
                ),
            ),
        ),
        (
            "cell",
            say("Where pieces go"),
            paragraphs(
                say(
                    "A tile goes to a free cell: blue ones on rivers, all others on land. In a kingdom it brings one point of its colour to the owner of the leader of that colour, or else to the owner of the king there. It may join two kingdoms, never three; then it brings no point, but perhaps a war."
                ),
                say(
                    "A leader goes to free land beside a face-up temple, never on a river, and never so that it joins two kingdoms. When the last temple beside it is gone, it goes home at once."
                ),
                say(
                    "A catastrophe goes to a free cell or on a tile without treasure or monument, which is lost. Nothing lies there ever again, and the cell connects nothing."
                ),
            ),
        ),
        (
            "swap",
            say("Swapping"),
            say(
                "Put any number of your tiles away face down and draw as many from the bag. They are out of the game."
            ),
        ),
        (
            "support",
            say("Revolt"),
            paragraphs(
                say(
                    "A leader placed in a kingdom that has one of its colour starts a revolt. Both count the temples beside their leader; first the attacker, then the defender may add red tiles from hand, once each. The higher sum wins; level, the defender does."
                ),
                say(
                    "The loser takes the leader back, the winner gets 1 red point. Tiles that were added leave the game."
                ),
            ),
        ),
        (
            "war",
            say("War"),
            paragraphs(
                say(
                    "A tile that joins two kingdoms brings a war for each colour that has a leader on both sides; the player whose turn it is picks the order and, if involved, attacks. Both count the tiles of that colour on their own side and may add some from hand, the attacker first. The higher sum wins; level, the defender does. The joining tile belongs to neither side."
                ),
                say(
                    "The beaten leader goes home, and all tiles of that colour on its side leave the board. The winner gets a point for each of them and one for the leader. Temples with a treasure, or beside another leader, stay and bring nothing."
                ),
                say("If the kingdoms fall apart, wars that were still to come are off."),
            ),
        ),
        (
            "monument",
            say("Monuments"),
            paragraphs(
                say(
                    "If your tile completes a square of four tiles of one colour, you may turn them over at once and put up a monument that has this colour. Turned tiles still connect, but count for nothing else."
                ),
                say(
                    "At the end of your turn each of your leaders in the kingdom of a monument of its colour brings you a point of that colour."
                ),
            ),
        ),
        (
            "square",
            say("Several squares"),
            say("If one tile completes more than one square, you pick the one to build on."),
        ),
        (
            "treasure",
            say("Treasures"),
            say(
                "If a kingdom has more than one treasure at the end of an action, the owner of its trader takes all but one, those of the four corners of the board first. Without a trader they wait. A treasure is a point in the colour you like at the end."
            ),
        ),
        (
            "over",
            say("The end"),
            paragraphs(
                say(
                    "The game ends when somebody must draw and the bag cannot give enough, or at the end of a turn with only one or two treasures left on the board."
                ),
                say(
                    "Treasures go to your weakest colours. The best weakest colour wins; if level, the second weakest decides, and so on."
                ),
            ),
        ),
    ]
