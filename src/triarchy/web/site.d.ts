// What the pages of a site without a server and the page around them say to each other.

declare namespace Site {
  interface Request {
    method: string;
    path: string;
    query: Record<string, string>;
    body: unknown;
    language: string;
  }

  interface Answer {
    status: number;
    text: string;
    kind: string;
  }

  interface House {
    name: string;
    server: Promise<string | null>;
    ask(request: Request): Promise<Answer>;
    listen(wish: { table: string; query: Record<string, string>; language: string }, hear: (name: string, data: string, event: string) => void): () => void;
    shows(path: string, page: Document): void;
  }

  interface Kept {
    key: string;
    text: string;
    version: number;
  }
}
