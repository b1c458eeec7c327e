// Reads an export for verification: one pass over its lines for each kind of line.
import { createHash } from "node:crypto";
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
import { linesOf } from "./lines.ts";

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
