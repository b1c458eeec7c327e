// What leaves: exactly what was approved, once, or an error instead; and a model's response in the server's form.
import process from "node:process";
import { expect, it, vi } from "vitest";
import type { Json } from "#shared/json.ts";
import { NOT_KEPT } from "#shared/request/checks/wire.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { RequestEvent, Settlement } from "#shared/request/life/event.ts";
import type { ReplyPath } from "#shared/request/life/heldRequest.ts";
import type { Delivery, GenerateResult } from "../ports.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import {
  textResponse,
  FakeClock,
  FakeGenerator,
  FakeMedia,
  plainHasher,
} from "../testing/fakes.ts";
import { EffectRunner } from "./eventApplier.ts";
import { newRuntime } from "./roster.ts";

const asked = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 5 };
const model = { providerId: "p", modelId: "m" };

function open(reply: ReplyPath = { kind: "pushed", requestId: 0 }) {
  const desk = deskFor();
  const { requestId } = desk.desk.receive(desk.server.request(asked as Json));
  const request = { ...requestAt(desk.desk, requestId), reply };
  const heard: Settlement[] = [];
  const events: RequestEvent[] = [];
  const [media, generator] = [new FakeMedia(), new FakeGenerator()];
  let deliver: () => Promise<Delivery> = () => Promise.resolve({ kind: "sent" });
  const performer = new EffectRunner(
    {
      media,
      generator,
      listener: desk.listener,
      ledger: desk.ledger,
      hasher: plainHasher,
      clock: new FakeClock(),
      masterSwitch: "review",
    },
    {
      applyLate: (id, event) => {
        expect(id).toBe(requestId);
        events.push(event);
      },
    },
    {
      releaseGroup: () => undefined,
      keepMedia: () => undefined,
      mayStream: () => false,
    },
  );
  const settle = (settlement: Settlement) => {
    heard.push(settlement);
    return deliver();
  };
  const runtime = newRuntime(settle, 1);
  const settled = async (settlement: Settlement): Promise<RequestEvent[]> => {
    performer.run(request, [{ kind: "settle", settlement }], runtime);
    await performer.whenIdle(1000);
    return events.splice(0);
  };
  const made = async (result: GenerateResult): Promise<RequestEvent[]> => {
    const effect = { kind: "generate" as const, attemptId: "a", document: asked as never, model };
    performer.run(request, [effect], runtime);
    generator.answer(result);
    await performer.whenIdle(1000);
    return events.splice(0);
  };
  return { requestId, media, heard, settled, made, by: (next: typeof deliver) => (deliver = next) };
}

const error: Settlement = { kind: "error", code: -1, message: "no" };

it("sends what was approved with its media in place, and reports it as sent", async () => {
  const { requestId, media, heard, settled } = open();
  const { ref } = media.put(requestId, "cGljdHVyZQ==");
  const block = { type: "image", data: ref, mimeType: "image/png" };
  const document = { ...textResponse(""), content: block } as ResponseDocument;
  expect(await settled({ kind: "result", document })).toMatchObject([{ kind: "delivered" }]);
  const whole = { ...document, content: { ...block, data: "cGljdHVyZQ==" } };
  expect(heard).toEqual([{ kind: "result", document: whole }]);
});

it("sends an error if a medium is gone, and reports the response as not sent", async () => {
  const { heard, settled } = open();
  const data = `countersign-media:${"0".repeat(64)}`;
  const document = { ...textResponse(""), content: { type: "image", data } } as never;
  expect(await settled({ kind: "result", document })).toMatchObject([
    { kind: "delivery-failed", detail: "a medium of the answer is not held" },
  ]);
  expect(heard).toEqual([{ kind: "error", ...NOT_KEPT }]);
});

it("settles once, and ignores a second attempt", async () => {
  const { heard, settled } = open();
  const unhandled = vi.fn<() => void>();
  process.once("unhandledRejection", unhandled);
  expect(await settled(error)).toMatchObject([{ kind: "delivered" }]);
  expect(await settled({ kind: "result", document: textResponse("late") })).toEqual([]);
  expect(heard).toEqual([error]);
  await new Promise((resolve) => setImmediate(resolve));
  process.removeListener("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it("reports the delivery: not sent, unknown, or failed on the way", async () => {
  const gone = open();
  gone.by(() => Promise.resolve({ kind: "not-sent", detail: "EPIPE" }));
  const failed = { kind: "delivery-failed" };
  expect(await gone.settled(error)).toMatchObject([{ ...failed, detail: "EPIPE" }]);
  const unknown = open();
  unknown.by(() => Promise.resolve({ kind: "unknown" }));
  expect(await unknown.settled(error)).toMatchObject([{ kind: "delivery-unknown" }]);
  const broken = open();
  broken.by(() => Promise.reject(new Error("broken")));
  expect(await broken.settled(error)).toMatchObject([{ ...failed, detail: "Error: broken" }]);
});

it("reports nothing if no message was to be sent", async () => {
  const { heard, settled } = open();
  expect(await settled({ kind: "silence" })).toEqual([]);
  expect(heard).toEqual([{ kind: "silence" }]);
  const embedded = open({ kind: "embedded", key: "k", siblings: [] });
  expect(await embedded.settled(error)).toEqual([]);
  // A response was to leave, whatever happened to it.
  const answered = open({ kind: "embedded", key: "k", siblings: [] });
  const result: Settlement = { kind: "result", document: textResponse("x") };
  expect(await answered.settled(result)).toMatchObject([{ kind: "delivered" }]);
  const replayed = open({ kind: "replay", of: null });
  expect(await replayed.settled(result)).toMatchObject([{ kind: "delivered" }]);
});

it("accepts a model's response in the form that its server accepts", async () => {
  const { made } = open();
  const block = { type: "text" as const, text: "Paris" };
  const listed = { ...textResponse(""), content: [block] };
  expect(await made({ kind: "done", generated: listed, tookMs: 7 })).toMatchObject([
    { kind: "attempt-done", generated: { content: block }, tookMs: 7 },
  ]);
});

it("rejects a model's response that could not be shown and sent exactly", async () => {
  const { made } = open();
  const input = { n: Number.POSITIVE_INFINITY };
  const content = [{ type: "tool_use", id: "t", name: "look", input }];
  const generated = { ...textResponse(""), content } as never;
  const [event] = await made({ kind: "done", generated, tookMs: 7 });
  expect(event).toMatchObject({
    kind: "attempt-failed",
    tookMs: 7,
    failure: { kind: "model-malformed-answer", detail: "number-beyond: content[0].input.n" },
  });
  const failure = { kind: "model-other" as const, detail: "no" };
  const failed = await made({ kind: "failed", failure, tookMs: 3 });
  expect(failed).toMatchObject([{ kind: "attempt-failed", failure, tookMs: 3 }]);
});
