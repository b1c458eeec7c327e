// Arguments of the user's calls that are nested too deep are refused with their place, before anything is sent.
import { expect, it, vi } from "vitest";
import type { Json, JsonObject } from "#shared/json.ts";
import { dispatch } from "../../ipc/dispatch.ts";
import { CallsService } from "./calls.ts";

const permitted = { permit: () => Promise.resolve(() => undefined) };

function deep(levels: number): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

it("refuses arguments nested deeper than 200 levels, and sends others", async () => {
  const call = vi.fn(() => new Promise<never>(() => {}));
  const calls = new CallsService({
    servers: { connection: () => ({ call }) as never, onRequest: () => {} },
    clock: { nowMs: () => 0, newId: () => "run" },
    audience: { push: () => {}, pushLatest: () => {} },
  });
  const start = (levels: number) =>
    dispatch({ "calls.start": calls.start.bind(calls) } as never, permitted, "calls.start", [
      "s",
      "tool",
      "work",
      { topic: deep(levels) } satisfies JsonObject,
    ]);
  for (const [levels, detail] of [
    [200, `too-deep: topic${"[0]".repeat(19)}…`],
    [20_000, "nested deeper than 210 levels"],
  ] as const) {
    expect(await start(levels)).toMatchObject({ failure: { kind: "invalid-argument", detail } });
  }
  expect(call).not.toHaveBeenCalled();
  expect((await start(199)).ok).toBe(true);
  expect(call).toHaveBeenCalledOnce();
});
