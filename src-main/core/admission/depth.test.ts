// A document that is nested too deep is refused where it is made or edited, with its place. Nothing is cut later.
import { beforeEach, expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { decideAt, deskFor, requestAt } from "../testing/deskFor.ts";
import { textResponse } from "../testing/fakes.ts";

const model: ModelRef = { providerId: "p", modelId: "m" };
const params = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 9 };

function deep(levels: number): Json {
  let value: Json = "bottom";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
/** As deep as a document may be, and one level more. */
const whole: ResponseDocument = { ...textResponse("hi"), later: deep(199) };
const tooDeep: ResponseDocument = { ...textResponse("hi"), later: deep(200) };
const place = { code: "too-deep", severity: "error", detail: `later${"[0]".repeat(19)}…` };

let made: ReturnType<typeof deskFor>;
let requestId: string;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
const attemptId = (): string => requestAt(made.desk, requestId).attempts.at(-1)?.id ?? "";

beforeEach(() => {
  made = deskFor();
  ({ requestId } = made.desk.receive(made.server.request(params as never)));
});

it("refuses a response that the user made too deep, and sends one at the limit whole", async () => {
  decideAt(made.desk, requestId, { kind: "answer-by-hand", document: params as never });
  const approve = (document: ResponseDocument) =>
    decideAt(made.desk, requestId, { kind: "approve-response", attemptId: attemptId(), document });
  expect(approve(tooDeep)).toMatchObject({
    failure: { kind: "invalid-document", flags: [place] },
  });
  expect(approve({ ...textResponse("hi"), n: Infinity })).toMatchObject({
    failure: { flags: [{ code: "number-beyond", path: ["n"] }] },
  });
  expect(made.server.heard).toEqual([]);
  expect(approve(whole).ok).toBe(true);
  await settle();
  expect(made.server.heard).toEqual([{ kind: "result", document: whole }]);
});

it("refuses a request that the user made too deep, for a model and by hand", () => {
  const document = { ...params, later: deep(200) } as never;
  for (const kind of ["approve-request", "answer-by-hand"] as const) {
    expect(decideAt(made.desk, requestId, { kind, document, model } as never)).toMatchObject({
      failure: { kind: "invalid-document", flags: [place] },
    });
  }
  expect(made.generator.asked).toEqual([]);
});

it("turns a model's response that is too deep into a failed attempt that names the place", async () => {
  decideAt(made.desk, requestId, { kind: "approve-request", document: params as never, model });
  made.generator.answer({ kind: "done", generated: tooDeep, tookMs: 1 });
  await settle();
  expect(requestAt(made.desk, requestId)).toMatchObject({
    phase: { kind: "request" },
    attempts: [
      {
        state: {
          kind: "failed",
          failure: { kind: "model-malformed-answer", detail: `too-deep: ${place.detail}` },
        },
      },
    ],
  });
});

it("turns a model's response into the one block that the server takes before approval, never after", async () => {
  decideAt(made.desk, requestId, { kind: "approve-request", document: params as never, model });
  const only = textResponse("one");
  const generated = { ...only, content: [only.content] } as ResponseDocument;
  made.generator.answer({ kind: "done", generated, tookMs: 1 });
  await settle();
  const { state } = requestAt(made.desk, requestId).attempts[0] ?? {};
  expect(state).toMatchObject({ generated: only });
  decideAt(made.desk, requestId, {
    kind: "approve-response",
    attemptId: attemptId(),
    document: generated,
  });
  await settle();
  expect(made.server.heard).toEqual([{ kind: "result", document: only }]);
  expect(requestAt(made.desk, requestId).phase).toMatchObject({
    ending: { kind: "replied", document: only, edited: false },
  });
});
