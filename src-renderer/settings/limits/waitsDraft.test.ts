// What a person types as the time that a model may be silent.
import { expect, it } from "vitest";
import { readWaits, USUAL_WAITS, waitsDraftOf } from "./waitsDraft.ts";

it("takes whole seconds, and nothing as usual", () => {
  expect(readWaits({ ...USUAL_WAITS, firstTokenSeconds: " 30 " })).toEqual({
    ok: true,
    waits: { firstTokenSeconds: 30 },
  });
  expect(readWaits(USUAL_WAITS)).toEqual({ ok: true, waits: {} });
  expect(waitsDraftOf({ idleSeconds: 9 })).toEqual({ ...USUAL_WAITS, idleSeconds: "9" });
  expect(readWaits(waitsDraftOf({ connectSeconds: 30 }))).toEqual({
    ok: true,
    waits: { connectSeconds: 30 },
  });
});

it.each(["0", "-1", "1.5", "soon", "7201", "1e9"])("refuses %j", (text) => {
  expect(readWaits({ ...USUAL_WAITS, firstTokenSeconds: "5", idleSeconds: text })).toEqual({
    ok: false,
    faults: ["idleSeconds"],
  });
});
