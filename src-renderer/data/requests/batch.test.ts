// Batches: partial failures are reported, and requests left after Stop stay unchanged.
import { afterEach, expect, it } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { batchNow, closeBatch, runBatch, stopBatch } from "./batch.ts";
import { mirror } from "../mirror.ts";

afterEach(() => {
  closeBatch();
  mirror.setState({ requests: {} });
});

const fine = (id: string, log: string[]) => ({
  id,
  run: async (): Promise<Outcome<unknown, Failure>> => {
    log.push(id);
    return ok(null);
  },
});

it("continues after a decision that failed, and reports it", async () => {
  const log: string[] = [];
  const stale = { id: "b", run: async () => fail({ kind: "stale" as const }) };
  await runBatch("reject", [fine("a", log), stale, fine("c", log)]);
  expect(log).toEqual(["a", "c"]);
  expect(batchNow()).toEqual({
    kind: "reject",
    total: 3,
    done: 2,
    state: "ended",
    failed: [{ id: "b", failure: { kind: "stale" } }],
  });
});

it("decides nothing more once stopped, and runs one batch at a time", async () => {
  const log: string[] = [];
  const stopping = {
    id: "b",
    run: async () => {
      expect(await runBatch("dismiss", [fine("x", log)])).toBe(false);
      stopBatch();
      return ok(null);
    },
  };
  await runBatch("approve", [fine("a", log), stopping, fine("c", log)]);
  expect(log).toEqual(["a"]);
  expect(batchNow()).toMatchObject({ done: 2, total: 3, state: "stopped" });
});

it("waits while the maximum number generate", async () => {
  const log: string[] = [];
  const attempt = (kind: "running" | "done") => [{ id: "t", state: { kind } }];
  const is = (id: string, kind: "running" | "done"): void => {
    const request = { id, phase: { kind: "response" }, attempts: attempt(kind) };
    mirror.setState(({ requests }) => ({
      requests: { ...requests, [id]: request as unknown as HeldRequest },
    }));
  };
  const begins = (id: string) => ({
    id,
    run: async () => {
      log.push(id);
      is(id, "running");
      return ok(null);
    },
  });
  const all = runBatch("approve", [begins("a"), begins("b"), begins("c")], 2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(["a", "b"]);
  is("a", "done");
  await all;
  expect(log).toEqual(["a", "b", "c"]);
});
