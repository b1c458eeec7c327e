import { expect, it } from "vitest";
import { HostLimits } from "./hostLimits.ts";

const codex = { host: "codex-mcp-client", serverId: "notes" };
const opencode = { host: "opencode", serverId: "notes" };
const call = { startedAtMs: 1000, progressToken: undefined };

it("knows the limit in a host's config, and measured limits", () => {
  const limits = new HostLimits();
  expect(limits.deadline(codex, call, undefined)).toBeUndefined();
  expect(limits.deadline(codex, call, 3_600_000)).toEqual({
    atMs: 3_601_000,
    totalMs: 3_600_000,
    by: "host",
  });
  expect(limits.deadline(opencode, call, undefined)).toMatchObject({ totalMs: 60_000 });
  // Progress starts its time anew.
  expect(limits.deadline(opencode, { ...call, progressToken: 1 }, 90_000)).toBeUndefined();
});

it("learns a limit when a host gives up twice after the same time, until it waits longer", () => {
  const limits = new HostLimits();
  limits.ended(codex, 42_000, "cancelled");
  expect(limits.deadline(codex, call, undefined)).toBeUndefined();
  limits.ended(codex, 42_100, "cancelled");
  const learnt = { atMs: 43_000, totalMs: 42_000, by: "host", learnt: true };
  expect(limits.deadline(codex, call, undefined)).toEqual(learnt);
  expect(limits.deadline(codex, call, 3_600_000)).toEqual(learnt);
  // Another host, and another server of the same host.
  expect(limits.deadline({ ...codex, host: "other" }, call, undefined)).toBeUndefined();
  expect(limits.deadline({ ...codex, serverId: "other" }, call, undefined)).toBeUndefined();
  limits.ended(codex, 60_000, "ended");
  expect(limits.deadline(codex, call, undefined)).toBeUndefined();
});

it("forgets a learnt limit once a host gives up later than that", () => {
  const limits = new HostLimits();
  for (const afterMs of [42_000, 42_100]) limits.ended(codex, afterMs, "cancelled");
  limits.ended(codex, 70_000, "cancelled");
  expect(limits.deadline(codex, call, undefined)).toBeUndefined();
  // A call that the host gave up earlier proves nothing.
  for (const afterMs of [42_000, 42_100, 5000]) limits.ended(codex, afterMs, "cancelled");
  expect(limits.deadline(codex, call, undefined)).toMatchObject({ totalMs: 42_000 });
});
