// Writes ledgers of any size for tests and benchmarks, as the ledger writes them, but without waiting for the disk.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue } from "node:sqlite";
import type { JsonObject } from "#shared/json.ts";
import { openDatabase } from "../ledger/database.ts";
import { appendEntries, appendFact, headOf } from "../ledger/chain.ts";
import { deleteItem } from "../ledger/contentDeletion.ts";
import { settleSpent } from "../ledger/spent.ts";
import { inTransaction } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export class LedgerWriter {
  readonly #database: Database;

  constructor(file: string) {
    const opened = openDatabase(file);
    if (!opened.ok) throw new Error(opened.failure.detail);
    opened.value.close();
    this.#database = nodeDatabase(file);
    this.#database.exec("PRAGMA synchronous = OFF");
  }

  /** Appends everything in one transaction. */
  together(work: () => void): void {
    inTransaction(this.#database, work);
  }

  append(request: string, atMs: number, kind: string, body: JsonObject): void {
    appendEntries(this.#database, [{ sampleId: request, atMs, kind, body }], () => undefined);
  }

  /** A row without content, of no request. */
  note(atMs: number, kind: string, facts: JsonObject): void {
    appendFact(this.#database, kind, facts, atMs);
  }

  /** Deletes the content of a request. */
  drop(request: string, atMs: number): void {
    const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs } as const;
    this.together(() => void deleteItem(this.#database, request, how));
  }

  /** Adds up the generations, as the app does with each of them. */
  settle(): void {
    settleSpent(this.#database, Date.now());
  }

  get seq(): number {
    return headOf(this.#database).seq;
  }

  close(): void {
    this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    this.#database.close();
  }
}

/** Node's own SQLite by the calls of libsql that the ledger's statements need: several times as fast. */
function nodeDatabase(file: string): Database {
  const database = new DatabaseSync(file);
  const bytes = (value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value;
  return Object.assign(Object.create(null) as Database, {
    inTransaction: false,
    exec: (sql: string) => database.exec(sql),
    close: () => database.close(),
    prepare(sql: string) {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      const all = (values: SQLInputValue[]): unknown[][] =>
        (statement.all(...values) as unknown as unknown[][]).map((row) => row.map(bytes));
      const run = (...values: SQLInputValue[]): unknown => statement.run(...values);
      const get = (...values: SQLInputValue[]): unknown => all(values)[0];
      return { all, run, raw: () => ({ all, get }) };
    },
  });
}

/** A request for a test or benchmark. */
export interface TestRequest {
  id: string;
  atMs: number;
  server: string;
  tool: string | null;
  text: string;
  answer: string;
  model: string;
  end: "replied" | "rejected" | "cancelled" | "open";
  conversation?: { id: string; side?: string };
  /** Messages before its own, as turns of a conversation have them. */
  before?: string[];
}

/** The rows of a request that was received, approved and ended. */
export function writeRequest(writer: Pick<LedgerWriter, "append">, told: TestRequest): void {
  const { id, atMs, server, tool, text, answer, model, end, conversation, before = [] } = told;
  const document = {
    messages: [...before, text].map((one) => ({
      role: "user",
      content: { type: "text", text: one },
    })),
    maxTokens: 500,
  };
  const hash = sha256(JSON.stringify(document));
  const by = { kind: "person" };
  writer.append(id, atMs, "received", {
    asker: {
      serverId: `srv-${server}`,
      name: server,
      transport: "stdio",
      where: `node ${server}.js`,
      protocolVersion: "2025-11-25",
      era: "legacy",
      encrypted: null,
      claims: { name: `${server}-server`, version: "1.0.0" },
    },
    origin:
      tool === null
        ? { kind: "none" }
        : {
            kind: "certain",
            call: { runId: `run-${id}`, method: "tools/call", name: tool, arguments: { text } },
          },
    reply: { kind: "pushed", requestId: 1 },
    ...(conversation === undefined ? {} : { conversation }),
    asked: document,
    askedHash: hash,
    flags: [],
    media: [],
  });
  if (end === "open") return;
  if (end === "cancelled") {
    writer.append(id, atMs + 900, "cancelled", {
      by: { kind: "server" },
      because: { kind: "server-cancelled" },
    });
    return;
  }
  if (end === "rejected") {
    const base = { revision: 0, hash };
    writer.append(id, atMs + 900, "rejected", { by, base, note: "no", tellServer: false });
    return;
  }
  const attemptId = `${id}-1`;
  const generated = {
    role: "assistant",
    content: { type: "text", text: answer },
    model,
    stopReason: "endTurn",
  };
  const generatedHash = sha256(JSON.stringify(generated));
  writer.append(id, atMs + 1000, "request-approved", {
    by,
    base: { revision: 0, hash },
    attemptId,
    document,
    documentHash: hash,
    model: { providerId: "local", modelId: model },
  });
  writer.append(id, atMs + 4000, "attempt-done", {
    by: { kind: "model" },
    attemptId,
    generated,
    generatedHash,
    usage: { inputTokens: text.length, outputTokens: answer.length },
    tookMs: 2900,
  });
  writer.append(id, atMs + 5000, "response-approved", {
    by,
    base: { revision: 2, hash: generatedHash },
    attemptId,
    document: generated,
    documentHash: generatedHash,
  });
  writer.append(id, atMs + 5010, "delivered", { by: { kind: "desk" } });
}
