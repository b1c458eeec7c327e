// Writes ledgers of any size for tests and benchmarks, in the format of the real one: chained rows, each content
// stored once.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import Libsql from "libsql";
import type { Json, JsonObject } from "#shared/json.ts";
import { chained, FORMAT_VERSION, LEDGER, LEDGER_BEGUN, NO_HASH } from "#shared/ledger/row.ts";
import { split } from "#shared/ledger/split.ts";
import { VERSION_5 } from "../ledger/schema.ts";

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

const SCHEMA = `
  CREATE TABLE event (seq INTEGER PRIMARY KEY, sample TEXT NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
    facts TEXT NOT NULL, content TEXT, media TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE INDEX event_sample ON event (sample, seq);
  CREATE TABLE content (id INTEGER PRIMARY KEY, commitment TEXT NOT NULL UNIQUE, sha256 TEXT UNIQUE, salt BLOB,
    body TEXT, length INTEGER NOT NULL, forgotten_ms INTEGER) STRICT;
  CREATE TABLE held (sample TEXT, content INTEGER REFERENCES content (id), PRIMARY KEY (sample, content))
    STRICT, WITHOUT ROWID;
  ${VERSION_5}
  PRAGMA user_version = 5;`;

export class LedgerWriter {
  readonly #database: Libsql.Database;
  readonly #event: Libsql.Statement;
  readonly #content: Libsql.Statement;
  readonly #held: Libsql.Statement;
  #seq = 0;
  #hash = NO_HASH;

  constructor(file: string) {
    this.#database = new Libsql(file);
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = OFF");
    this.#database.exec(SCHEMA);
    this.#event = this.#database.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.#content = this.#database.prepare(
      "INSERT INTO content VALUES (NULL, ?, ?, ?, ?, ?, NULL)",
    );
    this.#held = this.#database.prepare("INSERT OR IGNORE INTO held VALUES (?, ?)");
    this.#row(
      LEDGER,
      Date.now(),
      LEDGER_BEGUN,
      { ledger: randomUUID(), version: FORMAT_VERSION },
      null,
    );
  }

  /** Appends everything in one transaction. */
  together(work: () => void): void {
    this.#database.transaction(work)();
  }

  append(request: string, atMs: number, kind: string, body: JsonObject): void {
    const { facts, content } = split({ kind, atMs }, body);
    this.#row(request, atMs, kind, facts, content === null ? null : this.#keep(request, content));
  }

  /** A row without content, of no request. */
  note(atMs: number, kind: string, facts: JsonObject): void {
    this.#row(LEDGER, atMs, kind, facts, null);
  }

  #keep(request: string, content: Json): string {
    const body = JSON.stringify(content);
    const hash = sha256(body);
    const known: unknown = this.#database
      .prepare("SELECT id, commitment FROM content WHERE sha256 = ?")
      .raw()
      .get(hash);
    if (Array.isArray(known)) {
      this.#held.run(request, known[0]);
      return String(known[1]);
    }
    const salt = randomBytes(32);
    const commitment = sha256(Buffer.concat([salt, Buffer.from(body)]));
    const { lastInsertRowid } = this.#content.run(commitment, hash, salt, body, body.length);
    this.#held.run(request, lastInsertRowid);
    return commitment;
  }

  #row(
    request: string,
    atMs: number,
    kind: string,
    facts: JsonObject,
    content: string | null,
  ): void {
    this.#seq += 1;
    const unchained = {
      seq: this.#seq,
      sample: request,
      atMs,
      kind,
      facts: JSON.stringify(facts),
      content,
      media: "",
    };
    const row = chained(unchained, this.#hash, sha256);
    this.#hash = row.hash;
    this.#event.run(
      row.seq,
      row.sample,
      row.atMs,
      row.kind,
      row.facts,
      row.content,
      row.media,
      row.prev,
      row.hash,
    );
  }

  /** Deletes the content of a request, as the ledger does. */
  drop(request: string, atMs: number): void {
    this.together(() => {
      this.#row(request, atMs, "forgotten", { by: { kind: "person" }, why: "asked" }, null);
      this.#database
        .prepare(
          `UPDATE content SET salt = NULL, sha256 = NULL, body = NULL, forgotten_ms = ?
                  WHERE id IN (SELECT content FROM held WHERE sample = ?)`,
        )
        .run(atMs, request);
    });
  }

  get seq(): number {
    return this.#seq;
  }

  close(): void {
    this.#database.pragma("wal_checkpoint(TRUNCATE)");
    this.#database.close();
  }
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
