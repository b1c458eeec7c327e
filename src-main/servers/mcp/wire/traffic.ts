// The messages of one server's connections in both directions, as on the wire: bounded by count and size, and read
// only while the view is open. Adding one costs a few fields and no copy.
import { isJsonObject } from "#shared/json.ts";
import type {
  TrafficDirection,
  TrafficMessage,
  MessageRow,
  TrafficRow,
} from "#shared/servers/traffic.ts";
import { isRequestId } from "./envelope.ts";
import { Mask } from "../mask.ts";
import type { Secret } from "../mask.ts";
import type { Tap } from "./tap.ts";

/** The most rows, and the most bytes of text, per server. */
export const ROWS_MAX = 20_000;
export const BYTES_MAX = 16 * 1024 * 1024;
/** Of a longer message only the start is kept. */
export const FULL_TEXT_MAX_BYTES = 1024 * 1024;
export const HEAD_CHARACTERS = 16 * 1024;

/** Longest method or id in a row; the message itself has all of it. */
const NAME_CHARACTERS = 200;

type Entry = Pick<MessageRow, "seq" | "atMs" | "tickMs" | "bytes" | "notTaken"> & {
  direction: TrafficDirection;
  kind: TrafficRow["kind"];
  method: string | undefined;
  id: string | number | undefined;
  failed: boolean;
  cut: boolean;
  text: string;
};

export class TrafficLog implements Tap {
  readonly #mask = new Mask();
  #entries: Entry[] = [];
  /** Entries before this index were dropped. */
  #from = 0;
  #bytes = 0;
  #seq = 0;
  /** How many older rows were dropped. */
  forgotten = 0;
  /** Called with the number of each new or changed row. */
  onRow: ((seq: number) => void) | null = null;

  learn(secrets: readonly Secret[]): void {
    this.#mask.learn(secrets);
  }

  opened(): void {
    this.#add("in", "began", "", undefined, 0);
  }

  closed(): void {
    this.#add("in", "ended", "", undefined, 0);
  }

  record(
    direction: TrafficDirection,
    text: string,
    raw: unknown,
    bytes = Buffer.byteLength(text),
    cut = false,
  ): number {
    return this.#add(direction, kindOf(raw), text, raw, bytes, cut);
  }

  sendFailed(seq: number, why: string): void {
    const entry = this.#entry(seq);
    if (entry === undefined) return;
    entry.notTaken = why;
    this.onRow?.(seq);
  }

  /** The oldest kept number; one more than the newest if there is none. */
  get firstSeq(): number {
    return this.#entries[this.#from]?.seq ?? this.#seq + 1;
  }

  rows(): TrafficRow[] {
    const rows: TrafficRow[] = [];
    for (let i = this.#from; i < this.#entries.length; i += 1) {
      const entry = this.#entries[i];
      if (entry !== undefined) rows.push(this.#rowOf(entry));
    }
    return rows;
  }

  row(seq: number): TrafficRow | null {
    const entry = this.#entry(seq);
    return entry === undefined ? null : this.#rowOf(entry);
  }

  message(seq: number): TrafficMessage | null {
    const entry = this.#entry(seq);
    if (entry === undefined) return null;
    const { text, bytes, cut } = entry;
    const keptBytes = cut ? Buffer.byteLength(text) : bytes;
    return { text: this.#mask.hide(text, cut), bytes, keptBytes };
  }

  /**
   * The numbers of the messages that contain `text`, ignoring case: searching sixteen megabytes takes a few
   * hundredths of a second.
   */
  find(text: string, afterSeq: number): number[] {
    const wanted = text.toLowerCase();
    return this.#entries
      .slice(this.#from)
      .filter((entry) => entry.seq > afterSeq && this.#holds(entry, wanted))
      .map(({ seq }) => seq);
  }

  clear(): void {
    this.#entries = [];
    this.#from = 0;
    this.#bytes = 0;
    this.forgotten = 0;
  }

  #holds(entry: Entry, wanted: string): boolean {
    const { text, cut } = entry;
    // Only what would be shown may match; a message that does not match unmasked needs no masking.
    if (!text.toLowerCase().includes(wanted) && !this.#mask.isPartOfPlaceholder(wanted))
      return false;
    return this.#mask.hide(text, cut).toLowerCase().includes(wanted);
  }

  #add(
    direction: TrafficDirection,
    kind: TrafficRow["kind"],
    whole: string,
    raw: unknown,
    bytes: number,
    beginning = false,
  ): number {
    this.#seq += 1;
    const seq = this.#seq;
    const cut = beginning || bytes > FULL_TEXT_MAX_BYTES;
    const text = cut ? headOf(whole) : whole;
    const { method, id, error } = isJsonObject(raw) ? raw : {};
    this.#entries.push({
      seq,
      atMs: Date.now(),
      tickMs: performance.now(),
      bytes,
      direction,
      kind,
      method: typeof method === "string" ? method.slice(0, NAME_CHARACTERS) : undefined,
      id: typeof id === "string" ? id.slice(0, NAME_CHARACTERS) : isRequestId(id) ? id : undefined,
      failed: kind === "answer" && error !== undefined,
      cut,
      text,
    });
    this.#bytes += text.length;
    this.#drop();
    this.onRow?.(seq);
    return seq;
  }

  #drop(): void {
    const entries = this.#entries;
    while (
      entries.length - this.#from > ROWS_MAX ||
      (this.#bytes > BYTES_MAX && entries.length - this.#from > 1)
    ) {
      const gone = entries[this.#from];
      this.#bytes -= gone?.text.length ?? 0;
      // The text is freed at once; entries are removed in bulk.
      if (gone !== undefined) gone.text = "";
      this.#from += 1;
      this.forgotten += 1;
    }
    if (this.#from <= ROWS_MAX / 4) return;
    this.#entries = entries.slice(this.#from);
    this.#from = 0;
  }

  #entry(seq: number): Entry | undefined {
    if (seq < this.firstSeq) return undefined;
    return this.#entries[seq - this.firstSeq + this.#from];
  }

  #rowOf(entry: Entry): TrafficRow {
    const { seq, atMs, tickMs, direction, kind, method, id, bytes, notTaken } = entry;
    if (kind === "began" || kind === "ended") return { seq, atMs, tickMs, kind };
    return {
      seq,
      atMs,
      tickMs,
      direction,
      kind,
      bytes,
      preview: previewOf(entry.text, kind, (text, cut) => this.#mask.hide(text, cut)),
      ...(method === undefined ? {} : { method: this.#mask.hide(method) }),
      ...(id === undefined ? {} : { id: typeof id === "string" ? this.#mask.hide(id) : id }),
      ...(entry.failed ? { failed: true as const } : {}),
      ...(entry.cut ? { cut: true as const } : {}),
      ...(direction === "in" && entry.text.includes("\uFFFD") ? { notUtf8: true as const } : {}),
      ...(notTaken === undefined ? {} : { notTaken: this.#mask.hide(notTaken) }),
    };
  }
}

/** The traffic of all servers in this run; it outlives connections. */
export class TrafficLogs {
  readonly #logs = new Map<string, TrafficLog>();

  of(serverId: string): TrafficLog {
    const known = this.#logs.get(serverId);
    if (known !== undefined) return known;
    const log = new TrafficLog();
    this.#logs.set(serverId, log);
    return log;
  }

  remove(serverId: string): void {
    this.#logs.delete(serverId);
  }
}

/** Nested lists are ignored: they may be nested without end. */
const isEnvelope = (one: unknown): boolean => isJsonObject(one) && kindOf(one) !== "other";

function kindOf(raw: unknown): MessageRow["kind"] {
  if (Array.isArray(raw)) return raw.every(isEnvelope) ? "batch" : "other";
  if (!isJsonObject(raw) || raw["jsonrpc"] !== "2.0") return "other";
  const { id, method } = raw;
  if (typeof method === "string") {
    if (id === undefined) return "notification";
    return isRequestId(id) ? "request" : "other";
  }
  const answers = "result" in raw || "error" in raw;
  return method === undefined && answers && (isRequestId(id) || id === null) ? "answer" : "other";
}

/** The start as a string of its own: a slice would keep the whole text in memory. */
function headOf(text: string): string {
  const head = text.slice(0, HEAD_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
  return Buffer.from(head).toString("utf8");
}

const PREVIEW_CHARACTERS = 160;
/** How much of the envelope is searched, and how much is taken before secrets are masked. */
const LOOK_CHARACTERS = 1024;

/** @param hide masks secrets; `cut`: the text that it gets is truncated */
function previewOf(
  text: string,
  kind: TrafficRow["kind"],
  hide: (text: string, cut: boolean) => string,
): string {
  const start =
    kind === "other" || kind === "batch" ? 0 : contentAt(text.slice(0, LOOK_CHARACTERS));
  if (start === -1) return "";
  const end = start + LOOK_CHARACTERS;
  const said = hide(text.slice(start, end), end < text.length);
  const whole = end >= text.length && kind !== "other" && kind !== "batch";
  // The brace that closes the envelope belongs to it.
  const content = whole ? said.replace(/\}\s*$/, "") : said;
  return content.slice(0, PREVIEW_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
}

/** The start of the params, the result or the error; -1 if it is not within the searched part. */
function contentAt(head: string): number {
  const found = /"(?:params|result|error)"\s*:\s*/.exec(head);
  return found === null ? -1 : found.index + found[0].length;
}
