// Feeds a text that grows to an editor: what is new is appended once a frame, never the whole set again, and so that
// drawing takes at most half of the time however fast the text comes.

/** Where text goes. */
export interface Sink {
  append(text: string): void;
}

/** The machine's clock and frames, so that a test can have its own. */
export interface Frames {
  now(): number;
  request(run: () => void): number;
  cancel(handle: number): void;
}

const browserFrames: Frames = {
  now: () => performance.now(),
  request: (run) => requestAnimationFrame(run),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** How much of `text` may be shown: half of a surrogate pair and half of a CRLF wait for their other half. */
export function settledLength(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  const half = last === 0x0d || (last >= 0xd800 && last <= 0xdbff);
  return half ? text.length - 1 : text.length;
}

export class Growing {
  readonly #sink: Sink;
  readonly #frames: Frames;
  #text: string;
  #shown: number;
  #frame: number | null = null;
  #notBeforeMs = 0;

  /** `shown` characters of `text` stand there already. */
  constructor(sink: Sink, text: string, shown: number, frames: Frames = browserFrames) {
    this.#sink = sink;
    this.#frames = frames;
    this.#text = text;
    this.#shown = shown;
  }

  /** The text as it is now: longer than before, otherwise the same. */
  set(text: string): void {
    this.#text = text;
    if (text.length > this.#shown) this.#frame ??= this.#frames.request(this.#draw);
  }

  end(): void {
    if (this.#frame !== null) this.#frames.cancel(this.#frame);
    this.#frame = null;
  }

  readonly #draw = (): void => {
    this.#frame = null;
    const startedMs = this.#frames.now();
    if (startedMs < this.#notBeforeMs) {
      this.#frame = this.#frames.request(this.#draw);
      return;
    }
    const to = settledLength(this.#text);
    if (to <= this.#shown) return;
    const more = this.#text.slice(this.#shown, to);
    this.#shown = to;
    this.#sink.append(more);
    const tookMs = this.#frames.now() - startedMs;
    this.#notBeforeMs = startedMs + 2 * tookMs;
  };
}
