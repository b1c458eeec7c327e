// For component tests: main, behind the window's bridge. Requests are held by a real desk with fake ports; arguments
// are checked by the IPC contract and changes travel as patches. The test provides the results of other services.
import { channels } from "#shared/contract/contract.ts";
import type { Args, Channel, DeskBridge, Result } from "#shared/contract/contract.ts";
import type { Change, Push, Replaced, SetChange, Snapshot } from "#shared/contract/pushes.ts";
import type { Json } from "#shared/json.ts";
import { testModel, testModels, testProvider } from "#shared/models/testing.ts";
import { inspect } from "#shared/findings/inspect.ts";
import { ScannedTexts } from "#shared/findings/scannedTexts.ts";
import { signsIn } from "#shared/findings/secrets/secretSigns.ts";
import { fail, ok } from "#shared/outcome.ts";
import { patchOf } from "#shared/request/document/patch.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type {
  Clock,
  GenerateResult,
  RequestHandle,
  Incoming,
  Inspector,
} from "../../src-main/core/ports.ts";
import { deskFor } from "../../src-main/core/testing/deskFor.ts";
import { textResponse, FakeListener, GENEROUS_POLICY } from "../../src-main/core/testing/fakes.ts";
import { settled } from "../../src-main/core/testing/walks.ts";
import { hasher } from "../../src-main/core/serviceTesting.ts";
import type { Handlers } from "../../src-main/ipc/dispatch.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { mirror } from "#data/mirror.ts";

/** The rules of a test, for `TestMainParts.desk`. */
export { FakeBook } from "../../src-main/core/testing/rules.ts";

export interface TestMainParts {
  desk?: Omit<NonNullable<Parameters<typeof deskFor>[0]>, "listener">;
  language?: "en" | "zh";
  /** Opens the next pending request after a decision; off by default, as most tests look at what they decided. */
  advance?: boolean;
  /** The parts of the snapshot that the desk does not provide. */
  snapshot?: Partial<Snapshot>;
  /** Handlers of other channels. */
  answers?: Partial<Handlers>;
}

export interface Called {
  channel: Channel;
  args: readonly unknown[];
}

/** Never reset, as the window caches findings and more by request id. */
let ids = 0;
const clock: Clock = { nowMs: () => Date.now(), newId: () => `id-${(ids += 1)}` };

export { GENEROUS_POLICY };

/** In this thread; the app scans in another. */
const inspector: Inspector = {
  inspect: ({ document, around }) =>
    inspect(document, around, {
      secrets: async (words, scan) =>
        signsIn(words, scan).size > 0
          ? (await import("../../src-main/threads/secrets.ts")).findSecrets(words, scan)
          : { hits: [], unseen: 0 },
      nowMs: () => performance.now(),
      known: new ScannedTexts(),
    }),
};

/** One provider with one model `m`, which is the default. */
export const oneModel = testModels([testProvider([testModel("m")])], {
  providerId: "p",
  modelId: "m",
});

export const text = (role: "user" | "assistant", words: string): Json => ({
  role,
  content: { type: "text", text: words },
});

export class TestMain {
  readonly calls: Called[] = [];
  readonly #deskListener = new FakeListener();
  readonly #made;
  #parts: TestMainParts;
  readonly #sent = new Map<string, HeldRequest>();
  #version = 0;
  #listener: ((pushes: string) => void) | null = null;

  constructor(parts: TestMainParts = {}) {
    this.#parts = parts;
    this.#deskListener.requestChanged = (id) => {
      const request = this.desk.shown(id);
      if (request === undefined) throw new Error(`no sample ${id}`);
      this.#push(patchOf(this.#sent.get(id) ?? null, request));
      this.#sent.set(id, request);
    };
    this.#deskListener.requestRemoved = (id) => this.push({ kind: "request-removed", id });
    this.#deskListener.streamed = (view: StreamView) => this.push({ kind: "stream", ...view });
    this.#deskListener.deskChanged = () => this.set("desk", this.desk.view());
    this.#deskListener.fault = (failure) => this.push({ kind: "fault", failure });
    this.#made = deskFor({ listener: this.#deskListener, clock, hasher, inspector, ...parts.desk });
  }

  get desk() {
    return this.#made.desk;
  }
  get server() {
    return this.#made.server;
  }
  get ledger() {
    return this.#made.ledger;
  }
  get generator() {
    return this.#made.generator;
  }

  /** A server sends a request; returns the request as received. */
  ask(params: Json, over: Partial<Incoming> = {}): { held: RequestHandle; request: HeldRequest } {
    const before = new Set(this.desk.requests().map(({ id }) => id));
    const held = this.desk.receive(this.server.request(params, over));
    const request = this.desk.requests().find(({ id }) => !before.has(id));
    if (request === undefined) throw new Error("nothing came of what was asked");
    return { held, request };
  }

  /** Adds to the snapshot and the handlers, for what depends on a request that was already sent. */
  with(parts: Pick<TestMainParts, "snapshot" | "answers">): this {
    this.#parts = { ...this.#parts, ...parts };
    return this;
  }

  /** Completes the oldest generation. */
  async answer(made: string | GenerateResult): Promise<void> {
    this.generator.answer(
      typeof made === "string" ? { kind: "done", generated: textResponse(made), tookMs: 2 } : made,
    );
    await settled();
  }

  /** The arguments of all calls of a channel so far. */
  called<C extends Channel>(channel: C): Args<C>[] {
    return this.calls.filter((call) => call.channel === channel).map(({ args }) => args as Args<C>);
  }

  push(change: Exclude<Change, { kind: "request" }>): void {
    this.#push(change);
  }

  set<Key extends keyof Replaced>(key: Key, value: Replaced[Key]): void {
    this.#push({ kind: "set", key, value } as SetChange);
  }

  #push(change: Push["change"]): void {
    this.#version += 1;
    const push: Push = { version: this.#version, change };
    this.#listener?.(JSON.stringify([push]));
  }

  #snapshot(): Snapshot {
    const requests = this.desk.requests().flatMap(({ id }) => this.desk.shown(id) ?? []);
    for (const request of requests) this.#sent.set(request.id, request);
    const {
      version: _none,
      ready: _ready,
      preparing: _preparing,
      ...empty
    } = mirror.getInitialState();
    return {
      ...empty,
      drafts: {},
      servers: [],
      programs: [],
      runs: [],
      models: oneModel,
      settings: {
        ...defaultSettings,
        language: this.#parts.language ?? "en",
        advance: this.#parts.advance ?? false,
      },
      ...this.#parts.snapshot,
      version: this.#version,
      requests,
      streams: this.desk.streams(),
      desk: this.desk.view(),
    };
  }

  readonly bridge: DeskBridge = {
    invoke: async <C extends Channel>(channel: C, ...args: Args<C>): Promise<Result<C>> => {
      const given = channels[channel].args.parse(structuredClone(args));
      this.calls.push({ channel, args: given });
      const handler = { ...this.#own, ...this.#parts.answers }[channel] as
        | ((...all: unknown[]) => Result<C> | Promise<Result<C>>)
        | undefined;
      if (handler !== undefined) return structuredClone(await handler(...given));
      // Channels that save drafts or stop something succeed by default.
      const { effect } = channels[channel];
      if (effect === "draft" || effect === "stop") return ok(null) as Result<C>;
      return fail({ kind: "internal", detail: `this test has no answer for ${channel}` });
    },
    subscribe: (listener) => {
      this.#listener = listener;
      return () => (this.#listener = null);
    },
  };

  readonly #own: Partial<Handlers> = {
    "app.preparing": () => ok(null),
    "app.snapshot": () => ok(this.#snapshot()),
    "agents.list": () => ok([]),
    "servers.trafficEnd": () => ok(null),
    "inspect.document": (id, gate, document) => this.desk.scanner.scanDocument(id, gate, document),
    "desk.decide": (id, base, decision) => this.desk.decide(id, base, decision),
    "desk.announce": () => ok(null),
    "desk.stop": (id, attemptId) => this.desk.stop(id, attemptId),
    "desk.takeBack": (id) => this.desk.withdrawApproval(id),
    "desk.moreRounds": (id) => this.desk.allowMoreRounds(id),
    "desk.dismiss": (id) => this.desk.dismiss(id),
    "desk.refuseAll": async () => ok(await this.desk.refuseAll()),
    "desk.switch": (position) => {
      this.desk.setSwitch(position);
      return ok(null);
    },
  };
}
