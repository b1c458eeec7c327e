// A program of which the user is asked about tool calls, at a real desk: what continues a known conversation passes under the
// permission's name, and whatever is unknown, changed, missing or serious waits for the user.
import { beforeEach, expect, it } from "vitest";
import type { Finding } from "#shared/findings/findings.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { Block, RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { CallTerms } from "#shared/rules/standingPermission.ts";
import type { Desk } from "../desk/desk.ts";
import { decideAt, deskFor, requestAt } from "../testing/deskFor.ts";
import { textResponse } from "../testing/fakes.ts";
import type { FakeGenerator, FakeServer } from "../testing/fakes.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";

const model = { providerId: "anthropic", modelId: "m" };
const says = (text: string): JsonObject => ({ role: "user", content: [{ type: "text", text }] });
const answers = (...content: Block[]): JsonObject => ({ role: "assistant", content });
const text = (words: string): Block => ({ type: "text", text: words });
const call = (name: string, input: JsonObject): Block => ({
  type: "tool_use",
  id: "a",
  name,
  input,
});
const high = (path: Finding["path"]): Finding => ({
  kind: "access-key",
  severity: "high",
  path,
  line: 1,
  offset: 0,
  length: 3,
});

let desk: Desk;
let server: FakeServer;
let generator: FakeGenerator;
let inspector: FakeInspector;
let book: FakeBook;
let terms: CallTerms;
function open(masterSwitch: "review" | "rules" = "review"): void {
  inspector = new FakeInspector();
  book = new FakeBook();
  ({ desk, server, generator } = deskFor({
    masterSwitch,
    rules: book,
    inspector,
    models: { choose: () => model },
    requesters: { permissionOf: (id) => ({ id, name: "agent", redact: [], terms }) },
  }));
}
beforeEach(() => {
  terms = { passes: [], sides: false, hook: null };
  open();
});

const settled = async (): Promise<void> => {
  for (let i = 0; i < 8; i += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** Of Claude Code: its system prompt came as several texts, which are kept in its fields, too. */
const FIELDS = {
  system: [
    { type: "text", text: "x-anthropic-billing-header: cc_version=2.1.332;" },
    { type: "text", text: "Be terse." },
  ],
  metadata: { user_id: "u" },
};
async function turn(
  messages: Json[],
  { side = null, ...more }: { side?: "title" | "summary" | null } & JsonObject = {},
): Promise<HeldRequest> {
  const completion = { dialect: "anthropic-messages", model: "m", fields: FIELDS };
  const { requestId } = desk.receive(
    server.request(
      { messages: [...messages], completion, systemPrompt: "Be terse.", maxTokens: 100, ...more },
      { requestKind: "completion", conversation: { id: "c", side } },
    ),
  );
  await settled();
  return requestAt(desk, requestId);
}
async function answer({ id }: HeldRequest, ...content: Block[]): Promise<HeldRequest> {
  generator.answer({ kind: "done", generated: { ...textResponse(""), content }, tookMs: 1 });
  await settled();
  return requestAt(desk, id);
}
function documentOf({ proposed }: HeldRequest): RequestDocument {
  if (proposed === null) throw new Error("not kept");
  return proposed;
}
/** The first turn, which the user approves, with the response that passes. */
async function begun(...content: Block[]): Promise<HeldRequest> {
  const first = await turn([says("one")]);
  expect(first.phase.kind).toBe("request");
  await decideAt(desk, first.id, { kind: "approve-request", document: documentOf(first), model });
  return answer(first, ...(content.length === 0 ? [text("Hello.")] : content));
}
const BEGUN = [says("one"), answers(text("Hello."))];
const stage = ({ phase }: HeldRequest): string =>
  phase.kind === "ended" ? phase.ending.kind : phase.kind;

it("asks about the first turn, then about tool calls that are not on the list, and names the permission", async () => {
  const first = await begun();
  expect(stage(first)).toBe("replied");
  const messages = [...BEGUN, says("two")];
  const second = await turn(messages);
  expect(stage(second)).toBe("response");
  expect(second.attempts[0]?.by).toEqual({ kind: "rule", name: "agent", id: "calls.srv" });
  const read = call("Read", { file_path: "/tmp/a" });
  expect(stage(await answer(second, text("I read."), read))).toBe("response");
  expect(desk.needsUser(second.id)).toBe(true);
  await decideAt(desk, second.id, {
    kind: "approve-response",
    attemptId: second.attempts[0]?.id ?? "",
    document: { ...textResponse(""), content: [text("I read."), read] },
  });
  await settled();
  terms = { ...terms, passes: ["calls:Read"] };
  const result: Block = { type: "tool_result", toolUseId: "a", content: [text("It says.")] };
  messages.push(answers(text("I read."), read), { role: "user", content: [result] });
  const third = await turn(messages);
  expect(stage(await answer(third, read))).toBe("replied");
  messages.push(answers(read), { role: "user", content: [{ ...result, toolUseId: "b" }] });
  const fourth = await turn(messages);
  expect(stage(await answer(fourth, read, call("Bash", { command: "ls" })))).toBe("response");
});

it("passes a call that a hook has come to the user again, and no other beside it", async () => {
  const read = call("Read", { file_path: "/tmp/a" });
  terms = { ...terms, hook: { agent: "claude-code", actions: "changes" } };
  expect(stage(await begun(call("Bash", { command: "ls" })))).toBe("replied");
  open();
  expect(stage(await begun(call("Bash", { command: "ls" }), read))).toBe("response");
});

it("asks about a block that only a dialect knows", async () => {
  const first = await begun({ type: "server_tool_use", id: "a" });
  expect(stage(first)).toBe("response");
});

it.each<[string, Json[], JsonObject]>([
  ["an earlier message differs", [says("One"), answers(text("Hello.")), says("two")], {}],
  ["an earlier message is missing", [answers(text("Hello.")), says("two")], {}],
  ["the response differs", [says("one"), answers(text("Hello!")), says("two")], {}],
  ["the response is missing", [says("one"), says("two")], {}],
  ["one is inserted", [says("one"), says("and"), answers(text("Hello.")), says("two")], {}],
  ["the model said more", [...BEGUN, says("two"), answers(text("Yes."))], {}],
  ["an instruction is new", [...BEGUN, { role: "system", content: [text("Obey.")] }], {}],
  [
    "reasoning is new",
    [says("one"), answers({ type: "thinking", thinking: "x" }, text("Hello."))],
    {},
  ],
  ["the system prompt differs", [...BEGUN, says("two")], { systemPrompt: "Be long." }],
  ["a tool is new", [...BEGUN, says("two")], { tools: [{ name: "a", inputSchema: {} }] }],
  ["a setting differs", [...BEGUN, says("two")], { maxTokens: 101 }],
])("asks when %s", async (_what, messages, more) => {
  await begun();
  expect(stage(await turn(messages, more))).toBe("request");
  expect(stage(await turn([...BEGUN, says("two")]))).toBe("response");
});

it("passes a message that repeats an earlier one, and a turn that is sent again", async () => {
  const first = await begun();
  // The program did not get the response.
  const again = await turn([says("one")]);
  expect(stage(again)).toBe("response");
  expect(stage(await answer(again, text("Hello again.")))).toBe("replied");
  // It got either of them.
  for (const said of ["Hello.", "Hello again."]) {
    const next = await turn([says("one"), answers(text(said)), says("one")]);
    expect(stage(await answer(next, text("Once more.")))).toBe("replied");
    const repeated = [...documentOf(next).messages, answers(text("Once more.")), says("one")];
    expect(stage(await answer(await turn(repeated as Json[]), text("Yes.")))).toBe("replied");
  }
  expect(stage(first)).toBe("replied");
});

it("asks about a turn that is sent again as the user did not approve it, or with a message of the model", async () => {
  const first = await turn([says("one")]);
  const document = { ...documentOf(first), messages: [says("two")] as never };
  await decideAt(desk, first.id, { kind: "approve-request", document, model });
  await answer(first, text("Hello."));
  expect(stage(await turn([says("one")]))).toBe("request");
  open();
  await begun();
  expect(stage(await turn([...BEGUN, answers(text("Hello."))]))).toBe("request");
});

it("a place that was left out is asked about where it is new", async () => {
  await begun();
  inspector.unseen = 1;
  const end = (...path: Path) => ({ path, offset: 4000 });
  inspector.leftOutAt = [end("messages", 0, "content", 0, "text")];
  const second = await turn([...BEGUN, says("two")]);
  expect(stage(second)).toBe("response");
  inspector.leftOutAt = [end("content", 0, "text")];
  expect(stage(await answer(second, text("Long.")))).toBe("response");
  open();
  await begun();
  inspector.unseen = 2;
  inspector.leftOutAt = [end("systemPrompt"), end("messages", 2, "content", 0, "text")];
  expect(stage(await turn([...BEGUN, says("two")]))).toBe("request");
});

it("very many findings are asked about only where a new one that isn't named is serious", async () => {
  await begun();
  Object.assign(inspector, { more: 300, leftOutAt: [] });
  const second = await turn([...BEGUN, says("two")]);
  expect(stage(second)).toBe("response");
  expect(stage(await answer(second, text("Long.")))).toBe("replied");
  const old = { path: ["messages", 0, "content", 0, "text"], offset: 7 };
  Object.assign(inspector, { leftOutAt: [old] });
  const BOTH = [...BEGUN, says("two"), answers(text("Long."))];
  const third = await turn([...BOTH, says("three")]);
  expect(stage(third)).toBe("response");
  open();
  await begun();
  inspector.leftOutAt = [old, { ...old, path: ["messages", 2, "content", 0, "text"] }];
  expect(stage(await turn([...BEGUN, says("two")]))).toBe("request");
});

it("asks about what is serious and new, or may be", async () => {
  await begun();
  inspector.findings = [
    high(["messages", 0, "content", 0, "text"]),
    high(["systemPrompt"]),
    high(["tools", 0, "description"]),
    high(["completion", "fields", "system", 1, "text"]),
  ];
  const known = await turn([...BEGUN, says("two")]);
  expect(stage(known)).toBe("response");
  inspector.findings = [high(["content", 0, "text"])];
  expect(stage(await answer(known, text("A key.")))).toBe("response");
  const cases: Partial<FakeInspector>[] = [
    { findings: [high(["messages", 2, "content", 0, "text"])] },
    { findings: [high(["messages"])] },
    { findings: [high(["completion", "fields", "metadata", "user_id"])] },
    { more: 1 },
    { unseen: 1 },
    { late: true },
  ];
  for (const found of cases) {
    open();
    await begun();
    Object.assign(inspector, found);
    expect(stage(await turn([...BEGUN, says("two")]))).toBe("request");
  }
});

it("asks again once the user has rejected a turn", async () => {
  await begun();
  const second = await turn([...BEGUN, says("two")]);
  await answer(second, call("Bash", {}));
  await decideAt(desk, second.id, { kind: "reject", tellServer: false });
  const third = await turn([...BEGUN, says("two")]);
  expect(stage(third)).toBe("request");
});

it("passes a title or a summary only by its setting, and nothing is known by it", async () => {
  const title = [says("<session>\none")];
  expect(stage(await turn(title, { side: "title" }))).toBe("request");
  terms = { ...terms, sides: true };
  const passed = await turn(title, { side: "title" });
  expect(stage(await answer(passed, text("A title.")))).toBe("replied");
  expect(stage(await turn([...title, answers(text("A title.")), says("go on")]))).toBe("request");
  inspector.findings = [high(["messages", 0, "content", 0, "text"])];
  expect(stage(await turn(title, { side: "title" }))).toBe("request");
  const summary = await turn([says("x")], { side: "summary" });
  inspector.findings = [];
  expect(stage(summary)).toBe("request");
});

it("gives way to a rule that refuses or asks, and needs no rule that allows", async () => {
  open("rules");
  await begun();
  const ruled = (decide: "ask" | "allow" | "refuse") => {
    book.rules = [ruleSchema.parse({ id: "r", name: "R", when: "kind:completion", decide })];
  };
  ruled("allow");
  expect(stage(await turn([says("another")]))).toBe("request");
  ruled("ask");
  expect(stage(await turn([...BEGUN, says("two")]))).toBe("request");
  ruled("refuse");
  expect(stage(await turn([...BEGUN, says("three")]))).toBe("refused");
});

it("passes at both gates what comes with a permission of its own, as of a check", async () => {
  const completion = { dialect: "anthropic-messages", model: "m", fields: FIELDS };
  const { requestId } = desk.receive(
    server.request(
      { messages: [says("touch canary-1")], completion, maxTokens: 100 },
      {
        requestKind: "completion",
        conversation: { id: "c", side: null },
        permission: { id: "e.check", name: "Claude Code: check", redact: [] },
      },
    ),
  );
  await settled();
  const passed = requestAt(desk, requestId);
  expect(passed.attempts[0]?.by).toEqual({
    kind: "rule",
    name: "Claude Code: check",
    id: "choice.e.check",
  });
  expect(stage(await answer(passed, call("Bash", { command: "touch canary-1" })))).toBe("replied");
  expect(stage(await turn([says("another")]))).toBe("request");
});

it("knows nothing after a restart", async () => {
  await begun();
  open();
  expect(stage(await turn([...BEGUN, says("two")]))).toBe("request");
});
