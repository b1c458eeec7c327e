// What rules let through is decided, generated and answered a few times without any effect, before the first server asks:
// code that has never run is slow, and the first dozen of requests would pay for it.
import { compile } from "../../src-shared/policy/judge.ts";
import { ruleSchema } from "../../src-shared/policy/rule.ts";
import type { Origin } from "../../src-shared/sampling/sample.ts";
import { defaultPolicy } from "../../src-shared/servers/policy.ts";
import { Desk } from "../desk/desk.ts";
import type { DeskParts } from "../desk/parts.ts";
import type { Generator, Ledger, MediaStore } from "../desk/ports.ts";
import { Pusher } from "../ipc/push.ts";
import { SentSamples } from "../ipc/sentSamples.ts";
import { ANYWHERE } from "../mcp/pipe.ts";
import { Pushed } from "../mcp/pushed.ts";
import { audiences } from "./audiences.ts";

/** So many requests: after as many the code is as quick as it becomes soon. */
const RUNS = 12;
/** One that takes longer shows that something is wrong; the others are left. */
const RUN_MS = 5000;

const NAME = "rehearsal";
const MODEL = { providerId: NAME, modelId: NAME };
const RULES = compile([
  ruleSchema.parse({
    ...{ id: NAME, name: NAME, gate: "both", decide: "allow" },
    when: `server:${NAME} messages:<50`,
  }),
]);

/** What is the app's own in it; nothing of this keeps or tells what is done here. */
export interface RehearsalParts extends Pick<
  DeskParts,
  "hasher" | "clock" | "inspector" | "chooseModel" | "costOf" | "mayAsk"
> {
  /** Takes back what it is given. */
  ledger: Ledger;
  generator(): Promise<Generator>;
}

/** No medium stands in what is rehearsed. */
const noMedia: MediaStore = {
  put() {
    throw new Error("no medium");
  },
  hold: () => undefined,
  text: () => null,
  release: () => undefined,
};

/** Lets so many requests through, one after the other; gives how many were answered. `goesOn` is asked before each. */
export async function rehearse(
  parts: RehearsalParts,
  goesOn: () => Promise<boolean>,
): Promise<number> {
  const { desk, ask } = await deskOf(parts);
  let answered = 0;
  try {
    while (answered < RUNS && (await goesOn())) {
      if (!(await ask(answered))) break;
      answered += 1;
    }
  } finally {
    await desk.close();
  }
  return answered;
}

async function deskOf(
  parts: RehearsalParts,
): Promise<{ desk: Desk; ask: (run: number) => Promise<boolean> }> {
  const { chooseModel, costOf, mayAsk, generator, ...own } = parts;
  const pusher = new Pusher(() => undefined);
  const { desk: audience } = audiences(pusher, new SentSamples(), () => undefined, {
    desk: () => desk,
    waiting: () => undefined,
    moved: () => undefined,
  });
  const desk: Desk = new Desk({
    ...own,
    ...{ media: noMedia, audience, masterSwitch: "rules", generator: await generator() },
    rules: { compiled: () => RULES, takeUse: () => true, giveUse: () => undefined },
    chooseModel(sample, document) {
      chooseModel?.(sample, document);
      return MODEL;
    },
    mayAsk(serverId, model) {
      mayAsk?.(serverId, model);
      return null;
    },
    costOf: (_model, usage) => costOf?.(MODEL, usage) ?? null,
  });
  return { desk, ask: askerOf(desk) };
}

/** A server that pushes a request and hears the answer. */
function askerOf(desk: Desk): (run: number) => Promise<boolean> {
  let heard: (isAnswer: boolean) => void = () => undefined;
  const pushed = new Pushed({
    receive: (asking) =>
      desk.receive({
        ...asking,
        policy: defaultPolicy,
        asker: {
          ...{ serverId: NAME, name: NAME, transport: "stdio", where: "", era: "legacy" },
          ...{ protocolVersion: "2025-11-25", encrypted: null },
        },
        declared: { tools: false, context: false },
      }),
    async send(message) {
      heard("result" in JSON.parse(JSON.stringify(message)));
    },
    keepAliveMs: RUN_MS,
  });
  return (run) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => heard(false), RUN_MS);
      heard = (isAnswer) => {
        clearTimeout(timer);
        // After what follows from the answer.
        setImmediate(() => resolve(isAnswer));
      };
      pushed.receive(run, JSON.parse(askedIn(run)), originOf(run), ANYWHERE);
    });
}

/** A call of its own each. */
const originOf = (run: number): Origin => ({
  kind: "certain",
  call: { runId: `${NAME} ${run}`, method: "tools/call", name: NAME, arguments: {} },
});

const askedIn = (run: number): string =>
  JSON.stringify({
    systemPrompt: "You are terse.",
    messages: [
      { role: "user", content: { type: "text", text: `Say what is still open of ${run}.` } },
    ],
    maxTokens: 100,
  });
