// Preparation only happens if some server could send a request. A prompt about all open requests changes as soon as
// another is open.
import { expect, it } from "vitest";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { mayReceiveRequests, openItemsKey, stoppedBy } from "./select.ts";

const request = (id: string, kind = "request"): HeldRequest =>
  ({ id, phase: { kind } }) as HeldRequest;
const byId = <T extends { id: string }>(all: readonly T[]): Record<string, T> =>
  Object.fromEntries(all.map((one) => [one.id, one]));
const named = (...requests: readonly HeldRequest[]): string => openItemsKey(byId(requests));

it("changes with which requests are open, not with how many", () => {
  const before = named(request("a"), request("b"));
  // As many as before.
  expect(named(request("a"), request("b", "ended"), request("c"))).not.toBe(before);
});

it("does not change with ended requests, nor with progress", () => {
  const before = named(request("a"), request("b"));
  expect(named(request("a"), request("b", "response"), request("c", "ended"))).toBe(before);
});

it("expects requests from connected and connecting servers only", () => {
  const server = (id: string, kind: string): ServerView => ({ id, state: { kind } }) as ServerView;
  const quiet = ["off", "needs-confirmation", "needs-sign-in", "failed"].map((kind) =>
    server(kind, kind),
  );
  expect(mayReceiveRequests({ servers: byId(quiet) })).toBe(false);
  for (const kind of ["connecting", "connected"]) {
    expect(mayReceiveRequests({ servers: byId([...quiet, server("one", kind)]) })).toBe(true);
  }
});

it("names the switch that stops a server, or its program: the global one first", () => {
  const servers = byId([
    { id: "own", policy: { control: "stopped" } } as ServerView,
    { id: "free", policy: { control: "review" } } as ServerView,
  ]);
  const programs = byId([{ id: "program", effective: { control: "stopped" } } as ProgramView]);
  const by = (masterSwitch: "review" | "stopped", id: string) =>
    stoppedBy({ desk: { masterSwitch }, servers, programs }, id);
  expect(["own", "program", "free", "gone"].map((id) => by("review", id))).toEqual([
    "server-stopped",
    "server-stopped",
    null,
    null,
  ]);
  expect(["own", "free", "gone"].map((id) => by("stopped", id))).toEqual(
    Array.from({ length: 3 }, () => "stopped"),
  );
});
