// Set-up for tests of dry runs: requests with every kind of ending in a ledger, its index, and rules tried on them.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { canonicalJson } from "#shared/canonical.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { DryRun } from "#shared/contract/rules.ts";
import type { JsonObject } from "#shared/json.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Database } from "../../store/sql.ts";
import { CatchUp } from "./catchUp.ts";
import { DryRunJob } from "./dryRun.ts";
import { openIndexFile } from "./indexFile.ts";
import { readItem } from "./items.ts";
import { LedgerFile } from "./ledgerFile.ts";
import { rowsShown } from "./shownRows.ts";
import { LedgerWriter } from "./testing.ts";

const hashOf = (value: JsonObject): string =>
  createHash("sha256").update(canonicalJson(value)).digest("hex");

export interface Fate {
  server: string;
  /** `either`: two tools were called at the time. */
  tool: string | null;
  system: string | null;
  text: string;
  maxTokens: number;
  answer: string;
  /** The user's edit of the request. */
  edit: null | "text" | { system: string };
  ends:
    | "open"
    | "rejected1"
    | "refused-at-once"
    | "refused-all"
    | "cancelled"
    | "replied"
    | "reply-edited"
    | "second-answer"
    | "rejected2"
    | "failed-then-replied"
    | "by-hand"
    | "by-rule"
    | "refused-by-rule"
    | "answer-refused-by-rule"
    | "replay";
  forgotten: boolean;
}

const person = { kind: "person" };
const desk = { kind: "desk" };

/** Writes the rows of requests, one minute apart. */
export class PastRequests {
  readonly #writer: LedgerWriter;
  #n = 0;

  constructor(writer: LedgerWriter) {
    this.#writer = writer;
  }

  /** Returns the request's id. */
  tell(fate: Partial<Fate> = {}): string {
    const whole: Fate = {
      server: "notes",
      tool: "summarize",
      system: null,
      text: "alpha",
      maxTokens: 500,
      answer: "an answer",
      edit: null,
      ends: "replied",
      forgotten: false,
      ...fate,
    };
    this.#n += 1;
    const id = `s${this.#n}`;
    const atMs = 1_700_000_000_000 + this.#n * 60_000;
    this.#writer.together(() => new Telling(this.#writer, id, atMs, whole).tell());
    if (whole.forgotten) this.#writer.drop(id, atMs + 50_000);
    return id;
  }
}

class Telling {
  readonly #writer: LedgerWriter;
  readonly #id: string;
  readonly #fate: Fate;
  readonly #document: JsonObject;
  #atMs: number;
  #attempts = 0;

  constructor(writer: LedgerWriter, id: string, atMs: number, fate: Fate) {
    this.#writer = writer;
    this.#id = id;
    this.#atMs = atMs;
    this.#fate = fate;
    this.#document = {
      messages: [{ role: "user", content: { type: "text", text: fate.text } }],
      ...(fate.system === null ? {} : { systemPrompt: fate.system }),
      maxTokens: fate.maxTokens,
    };
  }

  #append(kind: string, body: JsonObject): void {
    this.#writer.append(this.#id, this.#atMs, kind, body);
    this.#atMs += 1500;
  }

  tell(): void {
    const { ends } = this.#fate;
    this.#received();
    const base = { revision: 0, hash: hashOf(this.#document) };
    switch (ends) {
      case "open":
        return;
      case "rejected1":
        return this.#append("rejected", { by: person, base, tellServer: false });
      case "refused-at-once":
        this.#atMs -= 1500;
        return this.#append("refused", {
          by: desk,
          refusal: { code: -32065, message: "m", reason: "rate-limited", flags: [] },
        });
      case "refused-all":
        return this.#append("refused", {
          by: person,
          refusal: { code: -32060, message: "m", reason: "stopped", flags: [] },
        });
      case "refused-by-rule":
        return this.#refusedByRule();
      case "cancelled":
        return this.#append("cancelled", {
          by: { kind: "server" },
          because: { kind: "server-cancelled" },
        });
      case "by-hand":
        return this.#byHand(base);
      default:
        return this.#answered();
    }
  }

  #call(name: string): JsonObject {
    const { text } = this.#fate;
    return { runId: `run-${this.#id}`, method: "tools/call", name, arguments: { text } };
  }

  #received(): void {
    const { server, tool, ends } = this.#fate;
    this.#append("received", {
      asker: {
        serverId: `srv-${server}`,
        name: server,
        transport: "stdio",
        where: `node ${server}.js`,
        protocolVersion: "2025-11-25",
        era: "legacy",
        encrypted: server === "files" ? false : null,
      },
      origin:
        tool === null
          ? { kind: "none" }
          : tool === "either"
            ? { kind: "ambiguous", calls: [this.#call("summarize"), this.#call("translate")] }
            : { kind: "certain", call: this.#call(tool) },
      reply: ends === "replay" ? { kind: "replay", of: null } : { kind: "pushed", requestId: 1 },
      asked: this.#document,
      askedHash: hashOf(this.#document),
      flags: [],
      media: [],
    });
  }

  #approved(): JsonObject {
    const { edit, text } = this.#fate;
    if (edit === null) return this.#document;
    if (edit !== "text") return { ...this.#document, systemPrompt: edit.system };
    return {
      ...this.#document,
      messages: [{ role: "user", content: { type: "text", text: `${text} mended` } }],
    };
  }

  /** @param seen the document the user saw: the request as received, or the last generated response */
  #approve(by: JsonObject, seen: JsonObject = this.#document): string {
    const revision = this.#attempts * 2;
    this.#attempts += 1;
    const attemptId = `${this.#id}-${this.#attempts}`;
    const document = this.#approved();
    this.#append("request-approved", {
      by,
      attemptId,
      document,
      documentHash: hashOf(document),
      base: { revision, hash: hashOf(seen) },
      model: { providerId: "local", modelId: "gpt-5" },
    });
    return attemptId;
  }

  #done(attemptId: string, text: string): JsonObject {
    const generated = {
      role: "assistant",
      content: { type: "text", text },
      model: "gpt-5",
      stopReason: "endTurn",
    };
    this.#append("attempt-done", {
      by: { kind: "model" },
      attemptId,
      generated,
      generatedHash: hashOf(generated),
      usage: { inputTokens: 10, outputTokens: 20 },
      tookMs: 900,
    });
    return generated;
  }

  #answered(): void {
    const { ends, answer } = this.#fate;
    const by = ends === "by-rule" ? { kind: "rule", name: "nightly" } : person;
    if (ends === "failed-then-replied") {
      const failed = this.#approve(person);
      this.#append("attempt-failed", {
        by: { kind: "model" },
        attemptId: failed,
        tookMs: 5,
        failure: { kind: "model-unreachable", detail: "no" },
      });
    }
    let attemptId = this.#approve(by);
    let generated = this.#done(attemptId, answer);
    if (ends === "second-answer") {
      attemptId = this.#approve(person, generated);
      generated = this.#done(attemptId, `${answer}, another`);
    }
    // A second response does not change which document is pending.
    const revision = this.#attempts * 2 - (ends === "second-answer" ? 1 : 0);
    const base = { revision, hash: hashOf(generated) };
    if (ends === "rejected2") {
      return this.#append("rejected", { by: person, base, tellServer: false });
    }
    if (ends === "answer-refused-by-rule") return this.#refusedByRule();
    const document =
      ends === "reply-edited"
        ? { ...generated, content: { type: "text", text: "mended answer" } }
        : generated;
    this.#append("response-approved", {
      by,
      base,
      attemptId,
      document,
      documentHash: hashOf(document),
    });
    this.#append("delivered", { by: desk });
  }

  #refusedByRule(): void {
    this.#append("refused", {
      by: { kind: "rule", name: "nightly" },
      refusal: { code: -32050, message: "m", reason: "refused-by-rule", flags: [] },
    });
  }

  #byHand(base: JsonObject): void {
    const generated = {
      role: "assistant",
      content: { type: "text", text: "mine" },
      model: "human",
    };
    const attemptId = `${this.#id}-1`;
    const document = this.#document;
    this.#append("answered-by-hand", {
      by: person,
      base,
      attemptId,
      document,
      documentHash: hashOf(document),
      generated,
      generatedHash: hashOf(generated),
    });
    this.#append("response-approved", {
      by: person,
      base: { revision: 2, hash: hashOf(generated) },
      attemptId,
      document: generated,
      documentHash: hashOf(generated),
    });
    this.#append("delivered", { by: desk });
  }
}

const nowMs = (): number => performance.now();

export const rule = (more: Partial<Rule> & Pick<Rule, "decide">, id = "new"): Rule =>
  ruleSchema.parse({ id, name: `rule ${id}`, ...more });

export class PastWorld {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "countersign-dry-run-"));
  readonly #writer = new LedgerWriter(path.join(this.#folder, "ledger.db"));
  readonly fates = new PastRequests(this.#writer);
  #files: { index: Database; ledger: LedgerFile; off: readonly FindingKind[] } | null = null;

  /** The files, available after `settle`. */
  get files(): { index: Database; ledger: LedgerFile; off: readonly FindingKind[] } {
    if (this.#files === null) throw new Error("not settled");
    return this.#files;
  }

  /** Indexes everything that was written; `off`: checks that are turned off. */
  settle(off: readonly FindingKind[] = []): void {
    this.#letGo();
    const ledger = LedgerFile.open(path.join(this.#folder, "ledger.db"), null);
    if (ledger === null) throw new Error("no ledger");
    const index = openIndexFile(path.join(this.#folder, "history.db"), null, off);
    const catchUp = new CatchUp(index, ledger, nowMs, off);
    while (catchUp.step(50));
    this.#files = { index, ledger, off };
  }

  run(rules: readonly Rule[], news: readonly string[] = [], count = 1e6): DryRun {
    const job = DryRunJob.begin(this.files, { rules, news, count }, nowMs);
    if (!job.ok) throw new Error(JSON.stringify(job.failure));
    while (job.value.step());
    return job.value.result();
  }

  /** The requests as the ledger has them now. */
  samples(): HeldRequest[] {
    const { index, ledger } = this.files;
    return rowsShown(index, "shown ORDER BY n").map(({ facts }) => {
      const read = readItem(ledger, facts.id);
      if (read === null) throw new Error("not read");
      return read.request;
    });
  }

  close(): void {
    this.#letGo();
    this.#writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #letGo(): void {
    this.#files?.index.close();
    this.#files?.ledger.close();
    this.#files = null;
  }
}
