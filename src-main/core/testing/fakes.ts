// Fakes for desk tests: a ledger that can fail, media in a map, a generator that responds on demand, a server that
// stores what it was sent.
import { createHash } from "node:crypto";
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { ENDINGS } from "#shared/ledger/row.ts";
import type { LedgerReason } from "#shared/ledger/trouble.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type {
  Clock,
  Delivery,
  DeskListener,
  GenerateInput,
  GenerateResult,
  Generator,
  Hasher,
  Incoming,
  Ledger,
  LedgerEntry,
  MediaStore,
  NotRecorded,
} from "../ports.ts";

export class FakeLedger implements Ledger {
  readonly rows: LedgerEntry[] = [];
  readonly notes: string[] = [];
  /** Number of rows in each `appendAll`. */
  readonly together: number[] = [];
  /** Set to make every append fail. */
  broken: string | null = null;
  /** The reason reported with it, if any. */
  reason: LedgerReason | undefined;

  /** Requests whose rows cannot be read, and why. */
  readonly unreadable = new Map<string, LedgerReason>();
  /** Why the list of open requests cannot be read, though rows can be written. */
  listBroken: LedgerReason | null = null;

  /** Appends fail after a row of this kind. */
  brokenAfter: string | null = null;

  append(row: LedgerEntry): ReturnType<Ledger["append"]> {
    if (this.broken !== null) {
      const reason = this.reason === undefined ? {} : { reason: this.reason };
      return fail({ kind: "not-recorded", detail: this.broken, ...reason });
    }
    this.rows.push(structuredClone(row));
    if (row.kind === this.brokenAfter) this.broken = "disk full";
    return ok(undefined);
  }
  appendAll(rows: readonly LedgerEntry[]): ReturnType<Ledger["append"]> {
    const before = this.rows.length;
    this.together.push(rows.length);
    for (const row of rows) {
      const done = this.append(row);
      if (done.ok) continue;
      this.rows.splice(before);
      return done;
    }
    return ok(undefined);
  }
  note(kind: string): ReturnType<Ledger["append"]> {
    if (this.broken !== null) return fail({ kind: "not-recorded", detail: this.broken });
    this.notes.push(kind);
    return ok(undefined);
  }
  openRequests(): ReturnType<Ledger["openRequests"]> {
    if (this.broken !== null) return fail({ kind: "not-recorded", detail: this.broken });
    if (this.listBroken !== null) return unread(this.listBroken);
    const ended = new Set(
      this.rows.flatMap(({ sampleId: requestId, kind }) => (ENDINGS.has(kind) ? [requestId] : [])),
    );
    const received = this.rows.filter(({ kind }) => kind === "received");
    return ok(received.map(({ sampleId: requestId }) => requestId).filter((id) => !ended.has(id)));
  }
  rowsOf(requestId: string): ReturnType<Ledger["rowsOf"]> {
    if (this.broken !== null) return fail({ kind: "not-recorded", detail: this.broken });
    const reason = this.unreadable.get(requestId);
    if (reason !== undefined) return unread(reason);
    const own = this.rows.filter((row) => row.sampleId === requestId);
    return ok(
      own.map(({ atMs, kind, body }) => ({
        sample: requestId,
        atMs,
        kind,
        body: isJsonObject(body) ? body : {},
      })),
    );
  }
  kinds(): string[] {
    return this.rows.map((row) => row.kind);
  }
}

const unread = (reason: LedgerReason): ReturnType<typeof fail<NotRecorded>> =>
  fail({ kind: "not-recorded", reason, detail: `${reason} there` });

export class FakeMedia implements MediaStore {
  readonly texts = new Map<string, string>();

  put(...[requestId, base64, known]: Parameters<MediaStore["put"]>): ReturnType<MediaStore["put"]> {
    const hash = createHash("sha256").update(base64).digest("hex");
    const ref = known?.facts.ref ?? (`${MEDIA_PREFIX}${hash}` as const);
    this.texts.set(`${requestId} ${ref}`, base64);
    return known?.facts ?? { ref, bytes: base64.length, validBase64: true };
  }
  hold(): void {}
  text(requestId: string, ref: string): string | null {
    return this.texts.get(`${requestId} ${ref}`) ?? null;
  }
  release(requestId: string): void {
    for (const key of this.texts.keys())
      if (key.startsWith(`${requestId} `)) this.texts.delete(key);
  }
}

/** Stores what it is asked; responds when a test says so. */
export class FakeGenerator implements Generator {
  readonly asked: (GenerateInput & { putMedia(base64: string): string })[] = [];
  readonly #answers: ((result: GenerateResult) => void)[] = [];

  generate(input: GenerateInput & { putMedia(base64: string): string }): Promise<GenerateResult> {
    this.asked.push(input);
    return new Promise((resolve) => {
      this.#answers.push(resolve);
      input.signal.addEventListener("abort", () =>
        resolve({ kind: "stopped", generated: textResponse("so far"), tookMs: 1 }),
      );
    });
  }
  answer(result: GenerateResult): void {
    this.#answers.shift()?.(result);
  }
}

/** Limits so high that only tests about limits reach them. */
export const GENEROUS_POLICY: ServerPolicy = {
  ...defaultPolicy,
  unasked: "ask",
  limits: {
    ...defaultPolicy.limits,
    perMinute: 1_000_000,
    waiting: 1_000_000,
    textCharacters: 64_000_000,
  },
};

/** Stores the settlements it gets, in order. */
export class FakeServer {
  readonly heard: Settlement[] = [];
  delivery: Delivery = { kind: "sent" };

  request(params: Json, over: Partial<Incoming> = {}): Incoming {
    return {
      requester: {
        serverId: "srv",
        name: "notes",
        transport: "stdio",
        where: "node notes.js",
        protocolVersion: "2025-11-25",
        era: "legacy",
        encrypted: null,
      },
      origin: { kind: "none" },
      params,
      policy: GENEROUS_POLICY,
      declared: { tools: true, context: false },
      reply: { kind: "pushed", requestId: 0 },
      settle: (settlement) => {
        this.heard.push(settlement);
        return Promise.resolve(this.delivery);
      },
      ...over,
    };
  }
}

export class FakeListener implements DeskListener {
  readonly changed: string[] = [];
  readonly removed: string[] = [];
  readonly replied: string[] = [];
  readonly texts: string[] = [];
  readonly faults: Failure[] = [];
  desk = 0;
  requestChanged(requestId: string): void {
    this.changed.push(requestId);
  }
  requestRemoved(requestId: string): void {
    this.removed.push(requestId);
  }
  requestReplied(requestId: string): void {
    this.replied.push(requestId);
  }
  fault(failure: Failure): void {
    this.faults.push(failure);
  }
  streamed({ pieces }: StreamView): void {
    this.texts.push(...pieces.map(({ text }) => text));
  }
  deskChanged(): void {
    this.desk += 1;
  }
}

export class FakeClock implements Clock {
  #ms = 1_000;
  #id = 0;
  nowMs(): number {
    return (this.#ms += 1);
  }
  newId(): string {
    return `id${(this.#id += 1)}`;
  }
}

export const plainHasher: Hasher = {
  hash: (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex"),
};

export const textResponse = (text: string): ResponseDocument => ({
  role: "assistant",
  content: { type: "text", text },
  model: "fake",
  stopReason: "endTurn",
});
