// Which of the user's edits are offered as a rule's changes, and which are chance or outdated.
import { describe, expect, it } from "vitest";
import type { RequestDocument } from "../request/document/message.ts";
import { offersOf } from "./offers.ts";
import type { DecidedRequest } from "./offers.ts";

const asking = (more: Partial<RequestDocument>): RequestDocument => ({ messages: [], ...more });
const model = { providerId: "local", modelId: "gpt-5" };
const decided = (
  asked: Partial<RequestDocument>,
  approved: Partial<RequestDocument>,
  to: DecidedRequest["model"] = null,
): DecidedRequest => ({ asked: asking(asked), approved: asking(approved), model: to });

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe("a system prompt", () => {
  const kind = decided({ systemPrompt: "brief" }, { systemPrompt: "kind" });
  const as = decided({ systemPrompt: "brief" }, { systemPrompt: "brief" });
  const now = asking({ systemPrompt: "brief" });

  it("that was replaced by the same one three times is offered, also with others between", () => {
    expect(offersOf([kind, as, kind, kind], now)).toEqual({
      system: { from: "brief", to: "kind", times: 3 },
    });
  });

  it.each([
    ["only twice", [kind, kind]],
    ["no longer", [as, kind, kind, kind]],
    ["in another text", times(3, decided({ systemPrompt: "other" }, { systemPrompt: "kind" }))],
  ])("that was replaced %s is not", (_what, all) => expect(offersOf(all, now)).toEqual({}));

  it("can be removed, or added if there was none", () => {
    const gone = offersOf(times(3, decided({ systemPrompt: "brief" }, {})), now);
    expect(gone.system).toEqual({ from: "brief", to: "", times: 3 });
    const given = offersOf(times(3, decided({}, { systemPrompt: "kind" })), asking({}));
    expect(given.system).toEqual({ from: "", to: "kind", times: 3 });
  });
});

describe("maxTokens", () => {
  const lowered = decided({ maxTokens: 4000 }, { maxTokens: 500 });

  it("is offered if it was lowered to the same value each time more was requested", () => {
    const below = decided({ maxTokens: 300 }, { maxTokens: 300 });
    const other = decided({ maxTokens: 9000 }, { maxTokens: 500 });
    expect(offersOf([lowered, below, other, lowered], asking({ maxTokens: 4000 }))).toEqual({
      maxTokens: { to: 500, times: 3 },
    });
  });

  it.each([
    ["once left unchanged", decided({ maxTokens: 4000 }, { maxTokens: 4000 })],
    ["lowered to another value", decided({ maxTokens: 4000 }, { maxTokens: 1000 })],
  ])("is not offered when it was %s", (_what, one) => {
    const all = [lowered, lowered, one, lowered];
    expect(offersOf(all, asking({ maxTokens: 4000 }))).toEqual({});
  });

  it("is not offered if this request asks for no more", () => {
    expect(offersOf(times(3, lowered), asking({ maxTokens: 500 }))).toEqual({});
  });
});

it("offers the model that was chosen every time", () => {
  const one = decided({}, {}, model);
  expect(offersOf([one, decided({}, {}), one, one], asking({}))).toEqual({
    model: { ref: model, times: 3 },
  });
  const other = decided({}, {}, { providerId: "local", modelId: "small" });
  expect(offersOf([one, one, one, other], asking({}))).toEqual({});
});
