// A desk of the team as the wiring makes one, without a window: it folds rows, makes events by `advance`, and asks the
// database. As a holder it performs effects: a model that answers at once, a server that takes everything.
import { createHash } from "node:crypto";
import { canonicalJson } from "#shared/canonical.ts";
import type { Json } from "#shared/json.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { ok } from "#shared/outcome.ts";
import { withEditedFlag } from "#shared/request/document/edited.ts";
import { running } from "#shared/request/life/attempts.ts";
import { advance } from "#shared/request/life/advance.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Actor, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { eventsOfLostHolder } from "#shared/team/lost.ts";
import type { TeamOutcome } from "../address.ts";
import type { TeamEntry } from "../rows.ts";
import type { TeamStore } from "../store.ts";
import type { TestLogin } from "./team.ts";

export const hashOf = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("hex");

export const asks = (text: string): RequestDocument => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 9,
});

/** The first row of a request. */
export function receivedRow(asked: RequestDocument): TeamEntry {
  const requester = { serverId: "s1", name: "weather", transport: "stdio", where: "weather --now" };
  const body = {
    asker: { ...requester, protocolVersion: "2025-11-25", era: "legacy", encrypted: null },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
    asked,
    askedHash: hashOf(asked),
    flags: [],
    media: [],
    declared: { tools: true, context: true },
  };
  return { kind: "received", body: body as unknown as Json, media: [] };
}

/** What a member decides, given the request as it stands; null: nothing fits. */
export type Making = (request: HeldRequest, by: Actor) => RequestEvent[] | null;

interface Deciding {
  fence?: number;
  proposes?: boolean;
  reserve?: TeamEntry["reserve"];
  used?: TeamEntry["used"];
}

export class Member {
  readonly store: TeamStore;
  readonly login: TestLogin;
  #attempts = 0;

  constructor(store: TeamStore, login: TestLogin) {
    this.store = store;
    this.login = login;
  }

  publish(id: string, votesNeeded: 1 | 2 = 1, text = `May I have ${id}?`) {
    const rows = [receivedRow(asks(text))];
    return this.store.publish({ id, rows, phase: "request", summary: { text }, votesNeeded });
  }

  /** The request as its rows say, and their number. */
  async read(id: string): Promise<TeamOutcome<{ sample: HeldRequest | null; rows: ReadRow[] }>> {
    const read = await this.store.rowsOf([id]);
    if (!read.ok) return read;
    const rows = read.value.get(id) ?? [];
    return ok({ sample: fold(rows)?.request ?? null, rows });
  }

  async kindsOf(id: string): Promise<string[]> {
    const read = await this.read(id);
    return read.ok ? read.value.rows.map(({ kind }) => kind) : [];
  }

  /** Takes the lease. */
  async fenceOf(id: string): Promise<number> {
    const lease = await this.store.claim(id);
    if (!lease.ok) throw new Error(toldBy(lease));
    return lease.value.fence;
  }

  /** Makes a decision and appends it; `ok(null)` where nothing fits. */
  async decide(id: string, make: Making, how: Deciding = {}) {
    const read = await this.read(id);
    if (!read.ok) return read;
    const { sample: request, rows } = read.value;
    const made = request === null ? null : make(request, { kind: "person", login: this.login });
    if (request === null || made === null) return ok(null);
    let next = request;
    const entries: TeamEntry[] = [];
    for (const event of made) {
      const whole = withEditedFlag(next, event);
      const step = advance(next, whole);
      if (step === null) return ok(null);
      const { reserve, used } = how;
      const spend = { ...(reserve && { reserve }), ...(used && { used }) };
      entries.push({ kind: whole.kind, body: whole as unknown as Json, ...spend });
      next = step.request;
    }
    const fence = how.fence === undefined ? {} : { fence: how.fence };
    const base = { revision: rows.length, phase: next.phase.kind, ...fence };
    if (how.proposes === true) return this.store.propose(id, base, entries);
    return this.store.append(id, base, entries);
  }

  /** Approves the request for a model, as it is or with another text. */
  approve(id: string, how: { text?: string; fence?: number; proposes?: boolean } = {}) {
    this.#attempts += 1;
    const attemptId = `${this.login}-${id}-${this.#attempts}`;
    return this.decide(
      id,
      (request, by) => {
        if (request.phase.kind !== "request" || request.proposed === null) return null;
        const document = how.text === undefined ? request.proposed : asks(how.text);
        const model = { providerId: "p", modelId: "m" };
        const base = { revision: request.revision, hash: request.askedHash };
        const documentHash = hashOf(document);
        return [
          { kind: "request-approved", atMs: 0, by, base, attemptId, document, documentHash, model },
        ];
      },
      how,
    );
  }

  /** Approves the response of the latest attempt. */
  answer(id: string, how: { text?: string; fence?: number; proposes?: boolean } = {}) {
    return this.decide(
      id,
      (request, by) => {
        const attempt = request.attempts.at(-1);
        if (request.phase.kind !== "response" || attempt?.state.kind !== "done") return null;
        const { generated } = attempt.state;
        const content = { type: "text" as const, text: how.text ?? "" };
        const document = how.text === undefined ? generated : { ...generated, content };
        const base = { revision: request.revision, hash: attempt.state.generatedHash };
        const documentHash = hashOf(document);
        return [
          {
            kind: "response-approved" as const,
            atMs: 0,
            by,
            base,
            attemptId: attempt.id,
            document,
            documentHash,
          },
        ];
      },
      how,
    );
  }

  reject(id: string) {
    return this.decide(id, (request, by) => [
      {
        kind: "rejected",
        atMs: 0,
        by,
        tellServer: true,
        base: { revision: request.revision, hash: request.askedHash },
      },
    ]);
  }

  /** As a holder: what the effects of the rows led to, one row. */
  perform(id: string, used?: TeamEntry["used"]) {
    const making: Making = (request) => {
      const [attempt] = running(request);
      if (attempt !== undefined) {
        const content = { type: "text" as const, text: `Answer to ${attempt.id}` };
        const generated = {
          role: "assistant" as const,
          content,
          model: "m",
          stopReason: "endTurn",
        };
        return [
          {
            kind: "attempt-done",
            atMs: 0,
            by: { kind: "model" },
            attemptId: attempt.id,
            generated,
            generatedHash: hashOf(generated),
            tookMs: 1,
          } as RequestEvent,
        ];
      }
      const { phase } = request;
      const isTold = phase.kind === "ended" && "delivery" in phase.ending;
      const isRejected = phase.kind === "ended" && phase.ending.kind === "rejected";
      if (phase.kind !== "delivering" && !(isRejected && !isTold)) return null;
      return [{ kind: "delivered", atMs: 0, by: { kind: "desk" } }];
    };
    return this.decide(id, making, used === undefined ? {} : { used });
  }

  /** Ends a request whose desk is gone. */
  endLost(id: string) {
    return this.decide(id, (request) => {
      const events = eventsOfLostHolder(request, 0);
      return events.length === 0 ? null : events;
    });
  }
}

/** Why it was refused, or "ok". */
export function toldBy(outcome: TeamOutcome<unknown>): string {
  if (outcome.ok) return "ok";
  return outcome.failure.kind === "team-refused" ? outcome.failure.why : outcome.failure.kind;
}
