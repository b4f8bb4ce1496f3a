import { BASE_PATH } from "./base-path";
import { searchString } from "./fetcher";
import { isSignedOut, subscribeSignedOut } from "./signed-out";

/** What the server says has changed; `everything`: some of it may have been missed. */
export type LiveEvent =
  | { topic: "queue" | "alerts" | "notices" | "everything" }
  | { topic: "case"; case_id: string };

/** While the server tells of changes, asking is only a net below it. */
const NET_INTERVAL_MS = 30_000;
/** The server says something every 25 s; a connection silent for longer is dead without knowing it. */
const SILENCE_MS = 60_000;
/** A stream that was refused is tried again after this long, then twice as long, up to the limit. */
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 240_000;
/** A stream that broke comes back by itself; only after this long do pages ask on their own. */
const BROKEN_MS = 5_000;

/**
 * The tab's one stream of `GET /api/v1/live`: open while a page wants it and the tab is in sight, since a browser
 * allows few connections to one host. Refused or broken, pages poll as if there were none.
 */
class LiveConnection {
  readonly #cases = new Map<symbol, string | null>();
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  #source: EventSource | null = null;
  #url: string | null = null;
  #live = false;
  #missed = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #broken: ReturnType<typeof setTimeout> | undefined;
  #watching = false;

  get isLive(): boolean {
    return this.#live;
  }

  listen(listener: (event: LiveEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Keeps the stream open until the answer is called; with a case also for that one. */
  want(case_id: string | null): () => void {
    this.#watchTab();
    const wish = Symbol();
    this.#cases.set(wish, case_id);
    this.#update();
    return () => {
      this.#cases.delete(wish);
      // A turn later: the next page usually wants it again at once.
      setTimeout(() => this.#update());
    };
  }

  #watchTab(): void {
    if (this.#watching) return;
    this.#watching = true;
    document.addEventListener("visibilitychange", () => this.#update());
    window.addEventListener("pagehide", () => this.#close());
    subscribeSignedOut(() => this.#update());
  }

  #wantedUrl(): string | null {
    if (this.#cases.size === 0 || document.hidden || isSignedOut()) return null;
    const case_id = [...new Set(this.#cases.values())].filter((id) => id !== null).sort();
    return `${BASE_PATH}/api/v1/live${searchString({ case_id })}`;
  }

  #update(): void {
    const url = this.#wantedUrl();
    if (url === this.#url) return;
    if (url === null) this.#close();
    else this.#open(url);
  }

  #open(url: string): void {
    const before = this.#source;
    this.#url = url;
    clearTimeout(this.#retry);
    const source = new EventSource(url);
    this.#source = source;
    // The old stream goes on until the new one speaks, so that nothing falls between.
    const heard = (act?: () => void) => () => {
      before?.close();
      if (this.#source !== source) return;
      this.#heard();
      act?.();
    };
    source.addEventListener("ready", heard());
    source.addEventListener("heartbeat", heard());
    source.addEventListener(
      "queue",
      heard(() => this.#tell({ topic: "queue" })),
    );
    source.addEventListener(
      "alerts",
      heard(() => this.#tell({ topic: "alerts" })),
    );
    source.addEventListener(
      "notices",
      heard(() => this.#tell({ topic: "notices" })),
    );
    source.addEventListener("case", (message: MessageEvent<string>) =>
      heard(() => this.#tell({ topic: "case", case_id: caseOf(message.data) }))(),
    );
    source.addEventListener(
      "end",
      heard(() => this.#refused()),
    );
    source.addEventListener("error", () => {
      before?.close();
      if (this.#source !== source) return;
      if (source.readyState === EventSource.CLOSED) this.#refused();
      else this.#fell();
    });
  }

  #heard(): void {
    clearTimeout(this.#broken);
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#restart(), SILENCE_MS);
    this.#retryMs = FIRST_RETRY_MS;
    this.#live = true;
    if (!this.#missed) return;
    this.#missed = false;
    this.#tell({ topic: "everything" });
  }

  /** The browser connects again by itself. */
  #fell(): void {
    if (!this.#live) return;
    this.#live = false;
    this.#missed = true;
    clearTimeout(this.#broken);
    this.#broken = setTimeout(() => this.#tell({ topic: "everything" }), BROKEN_MS);
  }

  /** The browser has given up: no session any more, too many streams, a proxy that knows none. */
  #refused(): void {
    this.#fell();
    this.#close();
    this.#missed = true;
    this.#retry = setTimeout(() => this.#again(), this.#retryMs);
    // Until then nobody opens another.
    this.#url = this.#wantedUrl();
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #again(): void {
    this.#close();
    this.#update();
  }

  #restart(): void {
    this.#fell();
    this.#again();
  }

  #close(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    // What changes while nobody looks is read when the tab is in sight again.
    if (this.#source !== null) this.#missed = true;
    this.#source?.close();
    this.#source = null;
    this.#url = null;
    this.#live = false;
  }

  #tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function caseOf(data: string): string {
  const said: unknown = JSON.parse(data);
  return typeof said === "object" && said !== null && "case_id" in said ? String(said.case_id) : "";
}

/** The tab's one. */
export const liveConnection = new LiveConnection();

/** How long until a query asks again by itself: `ms`, and longer while the server tells of changes. */
export function unlessLive(ms: number): () => number {
  return () => (liveConnection.isLive ? Math.max(ms, NET_INTERVAL_MS) : ms);
}
