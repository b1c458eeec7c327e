// What a program in Watch gets while the model writes, at a real desk: nothing that a rule may still refuse.
import { beforeEach, expect, it } from "vitest";
import type { Json } from "../../../src-shared/json.ts";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { MasterSwitch } from "../../../src-shared/settings/settings.ts";
import { deskFor } from "../testing/deskFor.ts";
import { textResponse } from "../testing/fakes.ts";
import { FakeBook, FakeInspector } from "./ruleFakes.ts";

const rule = (over: object): Rule =>
  ruleSchema.parse({ id: "r", name: "Rule", when: "findings:>=1", decide: "refuse", ...over });

let book: FakeBook;
let isWatched: boolean;
beforeEach(() => {
  book = new FakeBook();
  isWatched = true;
});

/** A request of the program that is being generated, with the text that the program has got. */
async function generating(masterSwitch: MasterSwitch) {
  const { desk, server, generator } = deskFor({
    ...{ masterSwitch, rules: book, inspector: new FakeInspector() },
    chooseModel: () => ({ providerId: "local", modelId: "m" }),
    permissionOf: (id) => (isWatched ? { id, name: "agent", redact: [] } : null),
  });
  let got = "";
  const params = {
    messages: [{ role: "user", content: { type: "text", text: "Hi." } }],
    completion: { dialect: "openai-chat", model: "m", fields: {} },
  };
  desk.receive(
    server.request(params as Json, {
      requestKind: "completion",
      reply: { kind: "http", dialect: "openai-chat", id: "1", createdS: 1, stream: true },
      live: (part) => void (got += typeof part === "string" ? part : JSON.stringify(part)),
    }),
  );
  await expect.poll(() => generator.asked.length).toBe(1);
  const [input] = generator.asked;
  return {
    ...{ desk, server, generator },
    got: () => got,
    write: (text: string) => input?.onPiece({ block: 0, kind: "text", text }, 1),
    reason: (text: string) => input?.onReasoning?.({ type: "reasoning", text } as never),
  };
}

it.each<[string, MasterSwitch, object[]]>([
  ["no rules", "rules", []],
  ["rules that don't decide in this mode", "review", [{ gate: "response" }]],
  ["a rule that asks", "rules", [{ gate: "response", decide: "ask" }]],
  ["a rule for requests", "rules", [{ gate: "request" }]],
  [
    "a rule for another server",
    "rules",
    [{ gate: "response", server: { id: "x", name: "x", identity: "0".repeat(64) } }],
  ],
])("streams with %s", async (_title, mode, own) => {
  book.rules = own.map(rule);
  const { got, write, reason } = await generating(mode);
  write("Hello");
  reason("Hm.");
  expect(got()).toMatch(/^Hello\{.*Hm\./);
});

it.each<[string, object[]]>([
  ["refuse responses", [{ gate: "response" }]],
  ["refuse at both gates", [{ gate: "both" }]],
])("sends nothing before gate 2 if rules %s", async (_title, own) => {
  book.rules = own.map(rule);
  const { got, write, reason, generator, server } = await generating("rules");
  write("Hello");
  reason("Hm.");
  generator.answer({ kind: "done", generated: textResponse("Hello"), tookMs: 1 });
  // Nothing was found, so the permission lets it pass.
  await expect.poll(() => server.heard).toMatchObject([{ kind: "result" }]);
  expect(got()).toBe("");
});

it("stops for good once the permission is gone, or a rule may refuse", async () => {
  const first = await generating("rules");
  first.write("Hel");
  isWatched = false;
  first.write("lo");
  isWatched = true;
  first.write(" there.");
  expect(first.got()).toBe("Hel");
  const second = await generating("rules");
  second.write("Hel");
  book.rules = [rule({ gate: "response" })];
  second.write("lo");
  expect(second.got()).toBe("Hel");
});
