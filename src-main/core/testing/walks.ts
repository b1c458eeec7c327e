// For tests: random acts of users, servers and models on a real desk.
import { nextTurn } from "../desk/slices.ts";
import fc from "fast-check";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { reviewable } from "#shared/request/life/attempts.ts";
import type { CancelReason, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { IdentityChange } from "#shared/servers/identity/identity.ts";
import type { ToolChanged } from "#shared/servers/identity/toolParts.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { Desk } from "../desk/desk.ts";
import { FakeBook, FakeInspector } from "./rules.ts";
import type { RequestHandle, Incoming } from "../ports.ts";
import {
  textResponse,
  FakeListener,
  FakeClock,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
  GENEROUS_POLICY,
  plainHasher,
} from "./fakes.ts";

const model = { providerId: "local", modelId: "m" };
const params: JsonObject = {
  messages: [
    { role: "user", content: { type: "text", text: "What is the capital of France?" } },
    { role: "user", content: { type: "image", data: "aGVsbG8=", mimeType: "image/png" } },
  ],
  maxTokens: 64,
};
const withTools: JsonObject = {
  ...params,
  tools: [{ name: "look", inputSchema: { type: "object" } }],
  odd: [1, { two: null }],
};
const call = (runId: string) => ({
  kind: "certain" as const,
  call: { runId, method: "tools/call" as const, name: "summarize", arguments: { text: "x" } },
});

/** A desk and the state that acts work on. */
export class World {
  readonly ledger = new FakeLedger();
  readonly generator = new FakeGenerator();
  readonly server = new FakeServer();
  readonly held: RequestHandle[] = [];
  readonly book = new FakeBook();
  readonly inspector = new FakeInspector();
  /** The mode and rule ids over time, each with the number of ledger rows when it took effect. */
  readonly standing = [{ rows: 0, position: "rules" as MasterSwitch, ruleIds: [] as string[] }];
  readonly desk = new Desk({
    rules: this.book,
    inspector: this.inspector,
    models: {
      choose: () => model,
      costOf: () => ({ usd: 0.5, missing: ["input-count"] }),
    },
    ledger: this.ledger,
    media: new FakeMedia(),
    generator: this.generator,
    listener: new FakeListener(),
    hasher: plainHasher,
    clock: new FakeClock(),
    masterSwitch: "rules",
    candidatesAtOnce: () => 2,
  });

  /** Stores the mode and rules for the rows that follow. */
  note(): void {
    this.standing.push({
      rows: this.ledger.rows.length,
      position: this.desk.view().masterSwitch,
      ruleIds: this.book.rules?.map(({ id }) => id) ?? [],
    });
  }
  receive(asked: Json, over: Partial<Incoming> = {}): void {
    this.held.push(this.desk.receive(this.server.request(asked, over)));
  }
  pick(n: number): HeldRequest | undefined {
    const all = this.desk.requests();
    return all.length === 0 ? undefined : all[n % all.length];
  }
  decide(n: number, make: (request: HeldRequest) => Decision | null): void {
    const request = this.pick(n);
    const decision = request === undefined ? null : make(request);
    if (request === undefined || decision === null) return;
    const state = reviewable(request).at(-1)?.state;
    const hash =
      state !== undefined && "generatedHash" in state && request.phase.kind === "response"
        ? state.generatedHash
        : request.askedHash;
    // Any findings count as seen.
    const seen = decision.kind.startsWith("approve-") ? { ...decision, seriousSeen: 99 } : decision;
    this.desk.decide(request.id, { revision: request.revision, hash }, seen);
  }
}

/** Each bit of a number selects one. */
const RULES = [
  { id: "refuse", name: "Refuse", decide: "refuse", when: "has:tools" },
  { id: "few", name: "Few", decide: "allow", holds: { kind: "uses", left: 2 } },
  { id: "out", name: "Out", decide: "allow", changes: { redact: ["personal"], maxTokens: 9 } },
  { id: "ask", name: "Ask", decide: "ask", when: "has:image", changes: { maxTokens: 5 } },
  { id: "both", name: "Both", decide: "allow", gate: "both" },
];

type Act = (world: World, n: number) => void;
const answered = (request: HeldRequest): Decision | null => {
  const attempt = reviewable(request).at(-1);
  if (attempt === undefined) return null;
  return { kind: "approve-response", attemptId: attempt.id, document: textResponse("edited") };
};
const because: CancelReason[] = [
  { kind: "server-cancelled", reason: "too slow" },
  { kind: "call-ended", afterMs: 500 },
  { kind: "server-died", detail: "gone" },
];
let groups = 0;

const ACTS: Record<string, Act> = {
  ask: (world) => world.receive(params),
  "ask under a call": (world, n) => world.receive(withTools, { origin: call(`run${n % 2}`) }),
  "ask with a deadline": (world) =>
    world.receive(params, { deadline: { atMs: 9_000, totalMs: 8_000 } }),
  "ask badly": (world) => world.receive({ messages: "none" }),
  "ask too much": (world) =>
    world.receive(params, {
      policy: { ...GENEROUS_POLICY, limits: { ...GENEROUS_POLICY.limits, messages: 1 } },
    }),
  "ask together": (world, n) => {
    const groupId = `group${(groups += 1)}`;
    const groupSize = 1 + (n % 3);
    for (let i = 0; i < groupSize; i += 1) {
      world.receive(params, { reply: { kind: "embedded", key: `k${i}`, groupId, groupSize } });
    }
  },
  "approve the request": (world, n) =>
    world.decide(n, (request) =>
      request.proposed === null
        ? null
        : { kind: "approve-request", document: request.proposed, model },
    ),
  "approve it edited": (world, n) =>
    world.decide(n, ({ proposed }) =>
      proposed === null
        ? null
        : { kind: "approve-request", document: { ...proposed, systemPrompt: "Mine." }, model },
    ),
  "approve two candidates": (world, n) =>
    world.decide(n, ({ proposed: document }) =>
      document === null
        ? null
        : {
            kind: "approve-candidates",
            runs: [
              { document, model },
              { document, model, options: { passMetadata: true } },
            ],
          },
    ),
  "answer by hand": (world, n) =>
    world.decide(n, ({ proposed }) =>
      proposed === null ? null : { kind: "answer-by-hand", document: proposed },
    ),
  "approve the response": (world, n) => world.decide(n, answered),
  "approve the answer": (world, n) => world.decide(n, answered),
  "go back": (world, n) => world.decide(n, () => ({ kind: "back-to-request" })),
  reject: (world, n) =>
    world.decide(n, () => ({ kind: "reject", note: "no", tellServer: n % 2 === 0 })),
  stop: (world, n) => {
    const request = world.pick(n);
    const attempt = request?.attempts[n % (request.attempts.length || 1)];
    if (request !== undefined && attempt !== undefined) world.desk.stop(request.id, attempt.id);
  },
  answer: (world) =>
    world.generator.answer({
      kind: "done",
      generated: textResponse("Paris"),
      usage: { inputTokens: 3, outputTokens: 1 },
      reasoning: [{ text: "hm", tookMs: 2 }],
      warnings: ["no temperature"],
      firstTokenMs: 1,
      tookMs: 2,
    }),
  "answer nothing": (world) =>
    world.generator.answer({ kind: "done", generated: textResponse(""), tookMs: 2 }),
  "answer with a picture": (world) => {
    world.generator.asked.at(-1)?.putMedia("cGljdHVyZQ==");
    world.generator.answer({ kind: "done", generated: textResponse("see"), tookMs: 2 });
  },
  "break off": (world) =>
    world.generator.answer({
      kind: "stopped",
      generated: textResponse("Par"),
      brokenOff: { kind: "model-interrupted", detail: "reset" },
      tookMs: 2,
    }),
  fail: (world) =>
    world.generator.answer({
      kind: "failed",
      failure: { kind: "model-unreachable", detail: "refused" },
      tookMs: 3,
    }),
  "add a medium": (world, n) => {
    const request = world.pick(n);
    if (request !== undefined) world.desk.media.putMedia(request.id, `YWRkZWQ${n % 10}`);
  },
  "allow rounds": (world, n) => {
    const request = world.pick(n);
    if (request !== undefined) world.desk.allowMoreRounds(request.id);
  },
  "take back": (world, n) => {
    const request = world.pick(n);
    if (request !== undefined) world.desk.withdrawApproval(request.id);
  },
  withdraw: (world, n) => {
    const reason = because[n % because.length];
    if (reason !== undefined) world.held[n % (world.held.length || 1)]?.withdraw(reason);
  },
  "write rules": (world, n) => {
    const rules = RULES.filter((_rule, at) => (n & (1 << at)) !== 0);
    // Each list gets its own ids, so that the ledger shows which list decided.
    const list = world.standing.length;
    world.book.rules = rules.map((one) => ruleSchema.parse({ ...one, id: `${one.id}.${list}` }));
    world.note();
  },
  "break the rules": (world) => {
    world.book.rules = null;
    world.note();
  },
  "turn the switch": (world, n) => {
    world.desk.setSwitch((["rules", "review", "stopped", "rules"] as const)[n % 4] ?? "rules");
    world.note();
  },
  "find something": (world, n) => {
    const high = n % 2 === 0;
    world.inspector.findings = [
      {
        kind: high ? "access-key" : "email",
        severity: high ? "high" : "low",
        line: 1,
        path: ["messages", 0, "content", "text"],
        offset: 24,
        length: 6,
      },
    ];
  },
  "find nothing": (world) => {
    world.inspector.findings = [];
  },
  "see not all": (world, n) => {
    [world.inspector.more, world.inspector.unseen] = [n % 2, n % 3];
  },
  "ask as another": (world, n) => {
    const { requester } = world.server.request(params);
    const program: IdentityChange = { kind: "program", path: "/x", before: "a", after: "b" };
    const toolsChanged: ToolChanged[] = [{ name: "work", parts: ["description"], knownAtMs: 1 }];
    world.receive(n % 2 === 0 ? params : withTools, {
      requester: {
        ...requester,
        identityChanged: [program],
        ...(n % 3 === 2 ? { toolsChanged } : {}),
      },
    });
  },
  "lose the way": (world) => {
    world.server.delivery = { kind: "not-sent", detail: "EPIPE" };
  },
  "know nothing of the way": (world) => {
    world.server.delivery = { kind: "unknown" };
  },
};

/** Whatever was begun has been done, except what waits for somebody. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await nextTurn();
};

export async function walked(
  steps: readonly { act: string; n: number }[],
  rules: readonly Rule[] = [],
): Promise<World> {
  const world = new World();
  world.book.rules = [...rules];
  for (const { act, n } of [{ act: "ask", n: 0 }, ...steps]) {
    ACTS[act]?.(world, n);
    await settled();
  }
  // Rows of a flood are delayed; recording nothing writes them now.
  world.desk.recorder.recordDecisions([]);
  return world;
}

export const walksOf = (acts: readonly string[]) =>
  fc.array(fc.record({ act: fc.constantFrom(...acts), n: fc.nat({ max: 30 }) }), {
    minLength: 5,
    maxLength: 40,
  });
export const ALL_ACTS = Object.keys(ACTS);
export const walks = walksOf(ALL_ACTS);

export const steps = (...acts: [string, number][]) => acts.map(([act, n]) => ({ act, n }));
/** Cases that random walks rarely reach. */
export const EXAMPLES: [{ act: string; n: number }[]][] = [
  // Number of the rules: 16 allows at both gates, 2 allows a limited number of times, 1 refuses requests with tools.
  [steps(["write rules", 16], ["ask", 0], ["answer", 0])],
  [steps(["write rules", 2], ["ask", 0], ["ask", 0], ["ask", 0], ["answer", 0])],
  [steps(["write rules", 1], ["ask under a call", 0], ["turn the switch", 1], ["ask", 0])],
  [steps(["write rules", 4], ["find something", 1], ["ask", 0], ["answer", 0])],
  [steps(["write rules", 8], ["ask", 0], ["approve the request", 1])],
  [steps(["write rules", 16], ["find something", 0], ["ask", 0])],
  [
    // Two requests of one result: the first is approved and waits for the other.
    steps(["ask together", 1], ["answer by hand", 1], ["approve the response", 1]),
  ],
  [steps(["approve the request", 0], ["answer", 0], ["approve the response", 0])],
  [steps(["lose the way", 0], ["answer by hand", 0], ["approve the response", 0])],
  [steps(["know nothing of the way", 0], ["answer by hand", 0], ["approve the response", 0])],
  [steps(["approve two candidates", 0], ["answer with a picture", 0], ["fail", 0], ["reject", 0])],
  [steps(["ask under a call", 1], ["ask under a call", 1], ["allow rounds", 1])],
  [
    steps(
      ["ask together", 2],
      ["answer by hand", 2],
      ["approve the response", 2],
      ["take back", 2],
    ),
  ],
];
