// Reads an export for verification: one pass over its lines for each kind of line.
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { EXPORT_FORMAT } from "#shared/ledger/exportLines.ts";
import { Found } from "#shared/ledger/found.ts";
import type {
  Checkpoint,
  ContentRecord,
  LedgerSource,
  Link,
  Unread,
} from "#shared/ledger/verification.ts";

const CHUNK_BYTES = 4 * 1024 * 1024;

/** The fields that a line may have; each line has exactly one of them. */
const KINDS = ["countersign", "row", "omitted", "gap", "body", "forgotten", "checkpoint", "end"];
type LineKind = (typeof KINDS)[number];

/**
 * Opens an export; null if the file is not one.
 * @throws if it cannot be read
 */
export function openExportFile(file: string): LedgerSource | null {
  const first = linesOf(file);
  const head = first.next();
  first.return(undefined);
  const value = head.done === true ? null : parsed(head.value);
  if (value?.["countersign"] !== EXPORT_FORMAT) return null;
  const { ledger } = value;
  return {
    kind: "export",
    ledger: typeof ledger === "string" ? ledger : null,
    checkpoints: () => checkpoints(file),
    links: () => links(file),
    contents: () => contents(file),
  };
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The values of the lines of these kinds. A line starts with its kind, so others need not be parsed. */
function* valuesOf(file: string, kinds: readonly LineKind[]): Generator<[LineKind, JsonObject]> {
  let line = 0;
  for (const text of linesOf(file)) {
    line += 1;
    const kind = /^\{"([a-z]+)":/.exec(text.slice(0, 20))?.[1] ?? "";
    if (!KINDS.includes(kind)) throw new Found({ kind: "export-malformed", seq: null, line });
    if (!kinds.includes(kind)) continue;
    const value = parsed(text)?.[kind];
    if (!isJsonObject(value)) throw new Found({ kind: "export-malformed", seq: null, line });
    yield [kind, value];
  }
}

function* checkpoints(file: string): Generator<Unread<Checkpoint>> {
  for (const [, { seq, hash, at_ms: atMs, previous, key, signature }] of valuesOf(file, [
    "checkpoint",
  ])) {
    yield { seq, hash, atMs, previous, key, signature };
  }
}

function* links(file: string): Generator<Link> {
  for (const [kind, value] of valuesOf(file, ["row", "omitted", "gap"])) {
    const {
      seq,
      sample: request,
      at_ms: atMs,
      kind: of,
      facts,
      content,
      media,
      prev,
      hash,
      digest,
    } = value;
    if (kind === "omitted") yield { kind, seq, digest };
    else if (kind === "gap") yield { kind, seq, hash };
    else {
      const row = { seq, sample: request, atMs, kind: of, facts, content, media, prev, hash };
      yield { kind: "row", row };
    }
  }
}

/** The contents; then checks that the file is complete. */
function* contents(file: string): Generator<Unread<ContentRecord>> {
  for (const [kind, value] of valuesOf(file, ["body", "forgotten"])) {
    const { commitment, salt, body, at_ms: atMs } = value;
    if (kind === "forgotten") yield { commitment, salt: null, body: null, forgottenMs: atMs };
    else yield { commitment, salt: bytesOf(salt), body, forgottenMs: null };
  }
  checkEnd(file);
}

const bytesOf = (hex: unknown): unknown =>
  typeof hex === "string" && /^(?:[0-9a-f]{2})+$/.test(hex) ? Buffer.from(hex, "hex") : hex;

/** The last line has the number of the other lines and their hash. */
function checkEnd(file: string): void {
  const hash = createHash("sha256");
  let lines = 0;
  let end: JsonObject | null = null;
  for (const text of linesOf(file)) {
    if (end !== null) throw new Found({ kind: "export-malformed", seq: null, line: lines + 2 });
    if (text.startsWith('{"end":')) {
      const value = parsed(text)?.["end"];
      end = isJsonObject(value) ? value : {};
      continue;
    }
    hash.update(`${text}\n`, "utf8");
    lines += 1;
  }
  if (end === null) throw new Found({ kind: "export-cut", seq: null });
  if (end["lines"] !== lines || end["sha256"] !== hash.digest("hex")) {
    throw new Found({ kind: "export-changed", seq: null });
  }
}

/** Each line of a file, however large it is, without its line break. */
function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, "r");
  try {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, fstatSync(descriptor).size + 1));
    const decoder = new StringDecoder("utf8");
    let begun: string[] = [];
    for (;;) {
      const read = readSync(descriptor, chunk, 0, chunk.length, null);
      if (read === 0) break;
      const parts = decoder.write(chunk.subarray(0, read)).split("\n");
      const rest = parts.pop() ?? "";
      for (const part of parts) {
        yield begun.length === 0 ? part : begun.join("") + part;
        begun = [];
      }
      if (rest !== "") begun.push(rest);
    }
    const last = begun.join("") + decoder.end();
    if (last !== "") yield last;
  } finally {
    closeSync(descriptor);
  }
}
