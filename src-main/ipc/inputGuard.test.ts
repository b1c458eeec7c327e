// Each input permits one call, for a while. Without one, main asks, and never twice at once.
import { describe, expect, it, vi } from "vitest";
import type { ActCall } from "#shared/contract/contract.ts";
import { InputGuard, RECENT_INPUT_MS } from "./dispatch.ts";

const base = { revision: 1, hash: "h" };
const connect: ActCall = { channel: "servers.connect", args: ["s"] };
const reject = (id: string, revision = 1): ActCall => ({
  channel: "desk.decide",
  args: [id, { revision, hash: "h" }, { kind: "reject", tellServer: false }],
});
const announce = (ids: string[], on = true): ActCall => ({
  channel: "desk.announce",
  args: [ids.map((id) => ({ id, base, decision: { kind: "reject", tellServer: false } })), on],
});

/** A guard whose clock and input the test controls; it answers questions with `says`, and counts them. */
function guarded(says: () => boolean | Promise<boolean> = () => false) {
  let nowMs = 0;
  const confirm = vi.fn(async (_call: ActCall) => says());
  const guard = new InputGuard({ nowMs: () => nowMs, confirm });
  return {
    confirm,
    hear: (...types: string[]) => types.forEach((type) => guard.heard(type)),
    pass: (ms: number) => (nowMs += ms),
    may: async (call: ActCall = connect) => (await guard.permit(call)) !== null,
    permit: (call: ActCall = connect) => guard.permit(call),
  };
}

describe("an input", () => {
  it.each([
    ["a click", ["mouseDown", "mouseUp"]],
    ["a key of the system", ["rawKeyDown", "char", "keyUp"]],
    ["a key of Playwright", ["keyDown", "keyUp"]],
    ["a tap", ["touchStart", "touchEnd", "gestureTap"]],
  ])("permits one call: %s", async (_, types) => {
    const { hear, may, confirm } = guarded();
    hear(...types);
    expect(await may()).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
    expect(await may()).toBe(false);
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it("is not a mouse that only moves, or a release without a press", async () => {
    const { hear, may } = guarded();
    hear("mouseMove", "mouseEnter", "mouseWheel", "gestureScrollBegin", "mouseUp", "keyUp", "char");
    expect(await may()).toBe(false);
  });

  it("is valid only while recent, counted from its release", async () => {
    const late = guarded();
    late.hear("mouseDown");
    late.pass(RECENT_INPUT_MS + 1);
    expect(await late.may()).toBe(false);

    const drag = guarded();
    drag.hear("mouseDown");
    drag.pass(60_000);
    drag.hear("mouseUp");
    drag.pass(RECENT_INPUT_MS);
    expect(await drag.may()).toBe(true);
    drag.hear("mouseUp");
    expect(await drag.may()).toBe(false);
  });

  it("permits one call each: two quick ones permit two", async () => {
    const { hear, may } = guarded();
    hear("mouseDown", "mouseUp", "mouseDown", "mouseUp");
    expect([await may(), await may(), await may()]).toEqual([true, true, false]);
  });

  it("is given back by a call that did nothing", async () => {
    const { hear, may, permit } = guarded();
    hear("keyDown");
    (await permit())?.();
    expect([await may(), await may()]).toEqual([true, false]);
  });
});

describe("without an input", () => {
  it("asks, and permits once what was confirmed", async () => {
    const { may, confirm } = guarded(() => true);
    expect(await may()).toBe(true);
    expect(confirm.mock.calls).toEqual([[connect]]);
    await may();
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  it("asks one thing at a time, and nothing for a while after a no", async () => {
    const answers: ((yes: boolean) => void)[] = [];
    const { may, pass, hear, confirm } = guarded(
      () => new Promise<boolean>((resolve) => void answers.push(resolve)),
    );
    const first = may();
    expect(await may()).toBe(false);
    answers.shift()?.(false);
    expect(await first).toBe(false);
    pass(RECENT_INPUT_MS - 1);
    expect(await may()).toBe(false);
    expect(confirm).toHaveBeenCalledTimes(1);
    pass(1);
    const second = may();
    expect(confirm).toHaveBeenCalledTimes(2);
    answers.shift()?.(false);
    await second;
    hear("keyDown");
    expect([await may(), confirm.mock.calls.length]).toEqual([true, 2]);
    void may();
    expect(confirm).toHaveBeenCalledTimes(3);
  });

  it.each<[ActCall, boolean]>([
    [{ channel: "desk.switch", args: ["stopped"] }, true],
    [{ channel: "desk.switch", args: ["review"] }, false],
    [{ channel: "desk.switch", args: ["rules"] }, false],
    [{ channel: "servers.enable", args: ["s", false] }, true],
    [{ channel: "servers.enable", args: ["s", true] }, false],
    [{ channel: "fixtures.switch", args: ["s", false] }, true],
    [{ channel: "fixtures.switch", args: ["s", true] }, false],
    [announce(["a"], false), true],
    [announce(["a"]), false],
    [reject("a"), false],
  ])("never holds up what stops: %j %s", async (call, free) => {
    expect(await guarded().may(call)).toBe(free);
  });
});

describe("an announced decision", () => {
  it("is permitted later by that one input, each once, for what was seen", async () => {
    const { hear, may, pass } = guarded();
    hear("mouseDown", "mouseUp");
    expect(await may(announce(["a", "b", "c"]))).toBe(true);
    pass(600_000);
    expect(await may(reject("a"))).toBe(true);
    expect(await may(reject("a"))).toBe(false);
    expect(await may(reject("b", 2))).toBe(false);
    const told: ActCall = {
      channel: "desk.decide",
      args: ["b", base, { kind: "reject", tellServer: true, note: "other words" }],
    };
    expect(await may(told)).toBe(false);
    expect(await may(reject("d"))).toBe(false);
    const back: ActCall = {
      channel: "desk.decide",
      args: ["b", base, { kind: "back-to-request" }],
    };
    expect(await may(back)).toBe(false);
    expect(await may(reject("b"))).toBe(true);
  });

  it("permits nothing else: that is asked about as before", async () => {
    const { hear, may, confirm } = guarded();
    hear("mouseDown");
    await may(announce(["a"]));
    expect(await may()).toBe(false);
    expect(confirm.mock.calls).toEqual([[connect]]);
    expect(await may(reject("a"))).toBe(true);
  });

  it("is revoked by stopping, whatever the window says", async () => {
    const { hear, may } = guarded();
    hear("mouseDown");
    await may(announce(["a"]));
    expect(await may({ channel: "desk.switch", args: ["stopped"] })).toBe(true);
    expect(await may(reject("a"))).toBe(false);
  });

  it("can be revoked, and never exists if it was not permitted", async () => {
    const { hear, may } = guarded();
    hear("mouseDown");
    await may(announce(["a", "b"]));
    await may(announce(["a", "c"], false));
    expect([await may(reject("a")), await may(reject("b"))]).toEqual([false, true]);
    await may(announce(["a"]));
    expect(await may(reject("a"))).toBe(false);
  });
});
