// The answers of the HTTP interface. Written by scripts/api_types.py from server/http/schemas*.py.

declare namespace Api {
  interface LegendEntry {
    id: string;
    symbol: string;
    name: string;
    meaning: string;
  }

  interface CountColumn {
    name: string;
    symbol: string;
    start: Array<number>;
  }

  interface CountStep {
    text: string;
    gains: Array<number>;
    keys: Array<string>;
    cells: Array<[number, number, number]>;
  }

  interface ScoreSheet {
    title: string;
    columns: Array<string>;
    rows: Array<Array<string>>;
  }

  interface Error {
    error: string;
    preparing: boolean;
  }

  interface Step {
    game: string;
    title: string;
    step: string;
    number: number;
    of: number;
    seconds: number | null;
  }

  interface BotsPreparing {
    game: string;
    seconds: number;
  }

  interface OnlyHere {
    command: string;
    address: string;
  }

  interface ServerStatus {
    ready: boolean;
    version: string;
    preparing: Step | null;
    bots: Array<BotsPreparing>;
    games: Record<string, "waiting" | "preparing" | "ready" | "broken">;
    share: string;
    only_here: OnlyHere | null;
  }

  interface Words {
    language: "en" | "de" | "nl";
    words: Record<string, string>;
  }

  interface BoardFacts {
    id: string;
    title: string;
    players: Array<number>;
  }

  interface OptionWords {
    label: string;
    help: string;
    values: Array<string>;
  }

  interface GameFacts {
    game: string;
    title: string;
    about: string;
    players: Array<number>;
    minutes: Array<number>;
    state: "waiting" | "preparing" | "ready" | "broken";
    boards: Array<BoardFacts>;
    default_boards: Record<string, string>;
    options: Record<string, Array<boolean | string | number>>;
    option_words: Record<string, OptionWords>;
    example: number;
  }

  interface GamesFacts {
    games: Array<GameFacts>;
    strengths: Array<"easy" | "normal" | "hard" | "expert">;
  }

  interface Section {
    anchor: string;
    heading: string;
    paragraphs: Array<string>;
  }

  interface RulesText {
    game: string;
    title: string;
    sections: Array<Section>;
  }

  interface Legend {
    game: string;
    entries: Array<LegendEntry>;
  }

  interface Seat {
    seat: number;
    kind: "person" | "open" | "bot";
    name: string;
    strength: string | null;
    you: boolean;
    away: boolean;
    resigned: boolean;
  }

  interface Series {
    best_of: number;
    game: number;
    wins: Array<number>;
    decided: number | null;
  }

  interface Table {
    id: string;
    name: string;
    game: string;
    title: string;
    board: string;
    options: Record<string, boolean | string | number>;
    players: number;
    status: "open" | "playing" | "over" | "closed" | "record";
    public: boolean;
    hot_seat: boolean;
    hints: boolean;
    stood_in: boolean;
    time_limit: number | null;
    clock: "turn" | "total" | null;
    increment: number;
    series: Series | null;
    version: number;
    number: number;
    created: string;
    changed: string;
    seats: Array<Seat>;
    mine: boolean;
    played: boolean;
    to_move: number | null;
    your_turn: boolean;
    commitment: string | null;
    link: string;
    rematch: string | null;
  }

  interface SeatPresence {
    seat: number;
    here: boolean | null;
    since: string | null;
  }

  interface PresenceFacts {
    seats: Array<SeatPresence>;
    watching: number;
  }

  interface TableLists {
    mine: Array<Table>;
    more: boolean;
    open: Array<Table>;
  }

  interface SeatLink {
    link: string;
    days: number;
  }

  interface Carry {
    link: string;
    minutes: number;
    qr: string;
  }

  interface Move {
    move: string;
    label: string;
    ends_turn: boolean;
    reveals: boolean;
  }

  interface Again {
    move: string;
    label: string;
    chosen: boolean;
  }

  interface Fact {
    label: string;
    value: string;
    symbol: string;
    low: boolean;
  }

  interface Player {
    seat: number;
    name: string;
    kind: "person" | "open" | "bot";
    strength: string | null;
    you: boolean;
    away: boolean;
    resigned: boolean;
    clock: number | null;
    to_move: boolean;
    stands_in: boolean;
    thinking: boolean;
    symbol: string;
    facts: Array<Fact>;
    score: string;
    rank: number | null;
  }

  interface Line {
    number: number;
    seat: number;
    move: string | null;
    text: string;
    landmark: string;
  }

  interface Turn {
    turn: number;
    seat: number;
    before: number;
    after: number;
  }

  interface Decided {
    turn: number;
    seat: number;
    before: number;
    after: number;
    winner: number;
  }

  interface Story {
    first: number;
    turns: Array<Turn>;
    log: Array<Line>;
    decided: Decided | null;
    won: Array<string>;
  }

  interface Change {
    number: number;
    seat: number;
    move: string | null;
    text: string;
    landmark: string;
    keys: Array<string>;
  }

  interface Changes {
    changes: Array<Change>;
  }

  interface ChatLine {
    id: number;
    name: string;
    seat: number | null;
    text: string;
    at: string;
  }

  interface Chat {
    chat: Array<ChatLine>;
  }

  interface Result {
    scores: Array<unknown>;
    ranking: Array<number>;
  }

  interface Fair {
    commitment: string | null;
    seed: string | null;
    salt: string | null;
  }

  interface PlaceList {
    title: string;
    lines: Array<string>;
  }

  interface Node {
    key: string;
    symbols: Array<string>;
    at: string;
    text: string;
    style: string;
    move: string;
    why: string;
    label: string;
    what: string;
    faded: boolean;
    thing: boolean;
  }

  interface Scene {
    part: string;
    sheets: Record<string, string>;
    nodes: Array<Node>;
  }

  interface SheetPart {
    width: number;
    height: number;
    places: Record<string, [number, number, number]>;
    ground: string;
  }

  interface Sheet {
    symbols: Record<string, string>;
    styles: Record<string, Record<string, string>>;
    board: SheetPart;
    hand: SheetPart;
  }

  interface SceneEdits {
    gone: Array<string>;
    put: Array<[number, Node]>;
  }

  interface Screen {
    table: Table;
    version: number;
    event: string;
    number: number;
    last: number;
    decision: string | null;
    seat: number | null;
    held: Array<number>;
    secrets: boolean;
    phase: string;
    turn: number;
    turn_of: number | null;
    to_move: number | null;
    your_turn: boolean;
    prompt: string;
    help: string;
    board: string | Scene;
    hand: string | Scene;
    words: Array<PlaceList>;
    moves: Array<Move>;
    names: Record<string, string>;
    undo: boolean;
    again: Array<Again>;
    since: number;
    players: Array<Player>;
    score_help: Array<ScoreSheet>;
    log: Array<Line>;
    chat: Array<ChatLine>;
    watching: number;
    deadline: string | null;
    result: Result | null;
    final_steps: Array<CountStep>;
    count_columns: Array<CountColumn>;
    fair: Fair;
  }

  interface Film {
    first: string | Scene;
    edits: Array<Array<[number, number, string]> | SceneEdits>;
  }

  interface Update {
    after: string | null;
    set: Record<string, unknown>;
    board: Array<[number, number, string]> | SceneEdits;
    hand: Array<[number, number, string]> | SceneEdits;
    log: [number, Array<Line>] | null;
    chat: [number, Array<ChatLine>] | null;
  }

  interface Preview {
    move: string;
    label: string;
    sentences: Array<string>;
    ends_turn: boolean;
    reveals: boolean;
    board: string | Scene;
    hand: string | Scene;
  }

  interface WhyNot {
    move: string;
    reason: string;
  }

  interface Hint {
    move: string;
    then: Array<string>;
    label: string;
    reasons: Array<string>;
  }

  interface Me {
    name: string;
    language: "en" | "de" | "nl";
    theme: "auto" | "light" | "dark";
  }

  interface Passkey {
    id: string;
    name: string;
    made: string;
    used: string | null;
  }

  interface Ways {
    known: boolean;
    recovery: boolean;
    passkeys: Array<Passkey>;
    possible: boolean;
  }

  interface RecoveryCode {
    code: string;
  }

  interface PasskeyOptions {
    options: Record<string, unknown>;
  }

  interface Waiting {
    waiting: number;
  }

  interface PushState {
    available: boolean;
    key: string | null;
    devices: number;
  }

  interface PlayedSeat {
    name: string;
    you: boolean;
    bot: "easy" | "normal" | "hard" | "expert" | null;
    rank: number;
    score: number;
  }

  interface PlayedGame {
    table: string | null;
    game: string;
    title: string;
    finished: string;
    rated: boolean;
    seats: Array<PlayedSeat>;
  }

  interface History {
    games: Array<PlayedGame>;
    next: number | null;
  }

  interface GameRecord {
    game: string;
    title: string;
    players: number;
    games: number;
    wins: number;
    mean_rank: number;
  }

  interface Rated {
    rating: number;
    uncertainty: number;
    rated_games: number;
  }

  interface GameRating {
    rating: number;
    uncertainty: number;
    rated_games: number;
    game: string;
    title: string;
  }

  interface Opponent {
    name: string;
    bot: "easy" | "normal" | "hard" | "expert" | null;
    games: number;
    ahead: number;
    behind: number;
  }

  interface Statistics {
    records: Array<GameRecord>;
    ratings: Array<GameRating>;
    opponents: Array<Opponent>;
    listed: boolean;
    leaderboard: boolean;
  }

  interface Listed {
    listed: boolean;
  }

  interface Leader {
    rating: number;
    uncertainty: number;
    rated_games: number;
    name: string;
    bot: string | null;
    version: string | null;
    you: boolean;
  }

  interface Leaderboard {
    game: string;
    title: string;
    rows: Array<Leader>;
  }

  interface Tries {
    moves: Array<string>;
    attempt: string | null;
  }

  interface Progress {
    done: Record<string, number>;
  }

  interface MoveLabel {
    move: string;
    label: string;
  }

  interface PracticePlayer {
    name: string;
    symbol: string;
    facts: Array<Fact>;
    score: string;
  }

  interface PracticeScreen {
    name: string;
    players: Array<PracticePlayer>;
    prompt: string;
    board: string | Scene;
    hand: string | Scene;
    moves: Array<MoveLabel>;
    words: Array<PlaceList>;
    names: Record<string, string>;
    log: Array<string>;
  }

  interface PuzzleFacts {
    id: string;
    players: number;
    missed: number;
    difficulty: "easy" | "medium" | "hard";
    theme: string;
  }

  interface PuzzleList {
    game: string;
    title: string;
    puzzles: Array<PuzzleFacts>;
  }

  interface PuzzleAnswer {
    screen: PracticeScreen;
    played: Array<string>;
    state: "open" | "right" | "nearly" | "wrong";
    said: string;
    share: number | null;
    lead: number | null;
    solution: Array<MoveLabel>;
    why: Array<string>;
  }

  interface LessonFacts {
    id: string;
    title: string;
    exercises: number;
  }

  interface LessonList {
    game: string;
    title: string;
    lessons: Array<LessonFacts>;
  }

  interface LessonAnswer {
    title: string;
    number: number;
    of: number;
    aim: string;
    words: string;
    asks: boolean;
    right: boolean | null;
    said: string;
    played: Array<string>;
    keys: Array<string>;
    goes_on: boolean;
    screen: PracticeScreen;
  }

  interface ReviewedPart {
    seat: number;
    first: number;
    last: number;
    chances: Array<string>;
    after: Array<string>;
    kind: "" | "mistake" | "blunder";
    called: string;
    mark: "" | "??" | "?" | "!";
    turning_point: boolean;
    luck: boolean;
    title: string;
    played: Array<string>;
    better: Array<string>;
    steps: number;
    said: Array<string>;
    why: Array<string>;
  }

  interface ReviewedSeat {
    name: string;
    symbol: string;
    stroke: string;
    figures: Array<string>;
  }

  interface Review {
    judge: number;
    about: string;
    curve: string;
    width: number;
    left: number;
    right: number;
    columns: Array<string>;
    seats: Array<ReviewedSeat>;
    story: Array<string>;
    decided: number | null;
    notable: Array<number>;
    parts: Array<ReviewedPart>;
  }

  interface FoundPart {
    first: number;
    title: string;
    kind: "" | "mistake" | "blunder";
    called: string;
    mark: "" | "??" | "?" | "!";
    said: string;
  }

  interface ReviewState {
    done: number;
    of: number;
    found: Array<FoundPart>;
    review: Review | null;
  }

  interface BetterTurn {
    board: string | Scene;
    hand: string | Scene;
    before: string | Scene;
    step: number;
    lines: Array<string>;
  }

  interface HintQuestion {
    position: Record<string, unknown>;
    seat: number;
    names: Array<string>;
    seed: number;
  }

  interface ReviewQuestion {
    judge: number;
    record: Record<string, unknown>;
    base: number;
    seat: number | null;
    names: Array<string>;
  }

  interface StudiedPosition {
    game: string;
    title: string;
    players: number;
    position: Record<string, unknown>;
    number: number;
    last: number;
    to_move: number | null;
    names: Array<string>;
    lines: Array<string>;
    settable: boolean;
    screen: PracticeScreen;
  }

  interface SetupPiece {
    id: string;
    name: string;
    symbol: string;
    most: number;
  }

  interface SetupPlace {
    id: string;
    name: string;
    symbol: string;
  }

  interface SetupRow {
    name: string;
    places: Array<SetupPlace>;
  }

  interface Setting {
    id: string;
    name: string;
    value: number;
    low: number;
    high: number;
    names: Array<string>;
    group: string;
  }

  interface SetUpPosition {
    game: string;
    title: string;
    position: Record<string, unknown>;
    board: string | Scene;
    pieces: Array<SetupPiece>;
    rows: Array<SetupRow>;
    settings: Array<Setting>;
  }

  interface StudiedTurn {
    moves: Array<string>;
    lines: Array<string>;
    behind: string;
    why: Array<string>;
  }

  interface StudiedChances {
    chances: Array<string>;
    turns: Array<StudiedTurn>;
    about: string;
  }
}
