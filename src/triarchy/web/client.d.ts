// The types that the client's modules share, for `make lint`; nothing of it is sent to a browser.

/** An event whose listener was given to `make`. */
type At<E, T> = E & { currentTarget: T };

/** What `make` sets on an element: attributes, a few properties, listeners. */
interface Attributes {
  [name: string]: unknown;
  onclick?: (event: At<MouseEvent, HTMLElement>) => unknown;
  onchange?: (event: At<Event, HTMLInputElement>) => unknown;
  oninput?: (event: At<Event, HTMLInputElement>) => unknown;
  onsubmit?: (event: At<SubmitEvent, HTMLFormElement>) => unknown;
  onfocus?: (event: At<FocusEvent, HTMLInputElement>) => unknown;
  onblur?: (event: At<FocusEvent, HTMLElement>) => unknown;
  onpointerenter?: (event: At<PointerEvent, HTMLElement>) => unknown;
  onpointerleave?: (event: At<PointerEvent, HTMLElement>) => unknown;
}

type Child = Node | string | number | false | null | undefined | Child[];

/** A dialog on the screen; `closed` resolves with its return value. */
type Dialog = HTMLDialogElement & { closed: Promise<string> };

/** How a question to the server is asked. */
interface Asking {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined>;
  signal?: AbortSignal;
}

/** How a drawing is wanted. */
type Query = Record<string, string | number | boolean | null | undefined> & { width: number; dark: boolean };

/** Where a keyed part of a drawing stands, in pixels of the window. */
interface Place {
  element: SVGElement;
  box: DOMRect;
  svg: Drawing | null;
  holder: Element;
}

/** The keys that came, went, moved or look different between two drawings. */
interface Change {
  came: string[];
  went: string[];
  moved: string[];
  other: string[];
}

/** A drawing remembers where it was shown when it is replaced. */
type Drawing = SVGSVGElement & { shownAt?: DOMRect };

/** The data of an event of the table's stream. */
interface News {
  version: number;
  event?: string;
  number: number;
  lines?: Api.Change[];
  screen?: Api.Update;
  chat?: Api.ChatLine[];
  rematch?: string | null;
}
