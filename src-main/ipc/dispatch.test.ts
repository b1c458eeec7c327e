// Senders, channels and arguments that must be refused, each with its failure.
import { expect, it, vi } from "vitest";
import { channels } from "#shared/contract/contract.ts";
import { fail, ok } from "#shared/outcome.ts";
import { MAX_DEPTH } from "#shared/request/checks/depth.ts";
import { dispatch, isTrusted } from "./dispatch.ts";
import type { Handlers, InputGuard } from "./dispatch.ts";

const permitted: Pick<InputGuard, "permit"> = { permit: () => Promise.resolve(() => undefined) };

function handlersWith(some: Partial<Handlers>): Handlers {
  const none = (): never => {
    throw new Error("not expected");
  };
  return {
    ...(Object.fromEntries(Object.keys(channels).map((c) => [c, none])) as unknown as Handlers),
    ...some,
  };
}

it("trusts only the top frame of our own files", () => {
  expect(isTrusted({ url: "app://countersign/index.html", parent: null })).toBe(true);
  expect(isTrusted({ url: "app://countersign/index.html", parent: {} })).toBe(false);
  expect(isTrusted({ url: "app://countersign.evil/index.html", parent: null })).toBe(false);
  expect(isTrusted({ url: "https://example.com/", parent: null })).toBe(false);
  expect(isTrusted(null)).toBe(false);
});

it("passes checked arguments on", async () => {
  const enable = vi.fn(() => ok(null));
  await expect(
    dispatch(handlersWith({ "servers.enable": enable }), permitted, "servers.enable", ["s", true]),
  ).resolves.toEqual(ok(null));
  expect(enable).toHaveBeenCalledWith("s", true);
});

it("asks the guard for calls that act, with their arguments, and for no others", async () => {
  const enable = vi.fn(() => ok(null));
  const ping = vi.fn(() => ok({ method: "ping" as const, tookMs: 1 }));
  const handlers = handlersWith({ "servers.enable": enable, "servers.ping": ping });
  const permit = vi.fn<InputGuard["permit"]>(() => Promise.resolve(null));
  await expect(dispatch(handlers, { permit }, "servers.enable", ["s", true])).resolves.toEqual(
    fail({ kind: "not-confirmed" }),
  );
  expect(enable).not.toHaveBeenCalled();
  expect(permit.mock.calls).toEqual([[{ channel: "servers.enable", args: ["s", true] }]]);
  await expect(dispatch(handlers, { permit }, "servers.ping", ["s"])).resolves.toMatchObject({
    ok: true,
  });
  await dispatch(handlers, { permit }, "servers.enable", ["s"]);
  expect(permit).toHaveBeenCalledTimes(1);
});

it("gives the input back if a call was too late to do anything", async () => {
  const back = vi.fn();
  const guard: Pick<InputGuard, "permit"> = { permit: () => Promise.resolve(back) };
  const stale = handlersWith({ "rules.save": () => fail({ kind: "stale" }) });
  await dispatch(stale, guard, "rules.save", [[], 0]);
  expect(back).toHaveBeenCalledTimes(1);
  await dispatch(handlersWith({ "rules.save": () => ok(1) }), guard, "rules.save", [[], 0]);
  expect(back).toHaveBeenCalledTimes(1);
});

it.each([
  ["servers.enable", ["s"]],
  ["servers.enable", ["s", "yes"]],
  ["servers.enable", ["s", true, "more"]],
  ["servers.enable", "s"],
  ["desk.decide", ["s", { revision: -1, hash: "" }, { kind: "reject", tellServer: false }]],
  ["desk.decide", ["s", { revision: 0, hash: "" }, { kind: "approve-everything" }]],
  ["settings.set", [{ theme: "pink" }]],
])("refuses %s with wrong arguments %j", async (channel, args) => {
  const result = await dispatch(handlersWith({}), permitted, channel, args);
  expect(result).toMatchObject({ ok: false, failure: { kind: "invalid-argument", channel } });
});

it.each(["__proto__", "constructor", "toString", "desk.unknown", 7, null])(
  "knows no channel %j",
  async (channel) => {
    const result = await dispatch(handlersWith({}), permitted, channel, []);
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: "invalid-argument", detail: "no such channel" },
    });
  },
);

it("turns an exception into data, and keeps its text short", async () => {
  const broken = (): never => {
    throw new Error("x".repeat(10_000));
  };
  const result = await dispatch(
    handlersWith({ "models.refresh": broken }),
    permitted,
    "models.refresh",
    [],
  );
  expect(result.ok).toBe(false);
  if (!result.ok && result.failure.kind === "internal")
    expect(result.failure.detail.length).toBeLessThanOrEqual(500);
});

it("pins the channels, and what each does", () => {
  const marks = Object.entries(channels).map(([channel, { effect }]) => `${channel}: ${effect}`);
  expect(marks.toSorted()).toMatchInlineSnapshot(`
    [
      "actions.files: read",
      "agents.check: act",
      "agents.list: read",
      "agents.previewSetup: read",
      "agents.previewUndo: read",
      "agents.setUp: act",
      "agents.stopCheck: stop",
      "agents.undo: act",
      "app.confirmQuit: stop",
      "app.loginItem: read",
      "app.paste: act",
      "app.preparing: read",
      "app.setLoginItem: act",
      "app.snapshot: read",
      "calls.cancel: stop",
      "calls.logLevel: act",
      "calls.start: act",
      "context.piece: read",
      "context.pieces: read",
      "demo.run: act",
      "desk.announce: act",
      "desk.decide: act",
      "desk.dismiss: draft",
      "desk.moreRounds: act",
      "desk.opened: draft",
      "desk.refuseAll: act",
      "desk.refuseUnrecorded: act",
      "desk.stop: stop",
      "desk.switch: act",
      "desk.takeBack: stop",
      "drafts.discard: draft",
      "drafts.save: draft",
      "fixtures.accept: act",
      "fixtures.dropFolder: stop",
      "fixtures.pickFolder: act",
      "fixtures.read: act",
      "fixtures.switch: act",
      "fixtures.switchAllOff: stop",
      "history.callAgain: act",
      "history.cancelTask: stop",
      "history.complete: read",
      "history.delete: act",
      "history.export: dialog",
      "history.find: read",
      "history.item: read",
      "history.more: read",
      "history.page: read",
      "history.paste: act",
      "history.replay: act",
      "history.stopVerifying: stop",
      "history.verify: read",
      "hosts.connect: act",
      "hosts.disconnect: act",
      "hosts.look: read",
      "hosts.pick: dialog",
      "inspect.document: read",
      "ledger.retry: act",
      "limits.raise: act",
      "local.configure: act",
      "local.look: read",
      "local.unload: stop",
      "media.fix: draft",
      "media.pick: dialog",
      "media.put: draft",
      "media.read: read",
      "media.save: dialog",
      "models.addProvider: act",
      "models.cancelDownload: stop",
      "models.download: act",
      "models.enable: act",
      "models.enableMany: act",
      "models.forgetRemoved: stop",
      "models.override: act",
      "models.pickFile: act",
      "models.refresh: read",
      "models.removeFile: act",
      "models.removeProvider: act",
      "models.restoreProvider: act",
      "models.setDefault: act",
      "models.tryProvider: act",
      "models.updateProvider: act",
      "models.variables: read",
      "models.watch: read",
      "network.dropCertificate: act",
      "network.look: read",
      "network.pickCertificate: act",
      "network.set: act",
      "programs.accept: act",
      "programs.add: act",
      "programs.compare: read",
      "programs.deleteAccepted: act",
      "programs.give: act",
      "programs.pass: act",
      "programs.remove: act",
      "programs.renew: act",
      "programs.update: act",
      "retention.preview: read",
      "retention.run: act",
      "retention.weigh: read",
      "rules.accept: act",
      "rules.decideWaiting: act",
      "rules.dryRun: read",
      "rules.export: dialog",
      "rules.import: dialog",
      "rules.propose: read",
      "rules.reveal: act",
      "rules.save: act",
      "rules.waiting: read",
      "servers.acceptIdentity: act",
      "servers.acceptIssuer: act",
      "servers.add: act",
      "servers.addFound: act",
      "servers.areKnown: read",
      "servers.bringBack: act",
      "servers.cancelSignIn: stop",
      "servers.confirm: act",
      "servers.connect: act",
      "servers.enable: act",
      "servers.find: read",
      "servers.finishRemoving: stop",
      "servers.lines: read",
      "servers.pickFolder: dialog",
      "servers.ping: read",
      "servers.policy: act",
      "servers.remove: act",
      "servers.signIn: act",
      "servers.signOut: stop",
      "servers.toolDifference: read",
      "servers.traffic: read",
      "servers.trafficClear: act",
      "servers.trafficEnd: read",
      "servers.trafficFind: read",
      "servers.trafficLines: read",
      "servers.trafficMessage: read",
      "servers.update: act",
      "settings.set: act",
      "spending.read: read",
      "spending.save: dialog",
      "team.claim: draft",
      "team.join: act",
      "team.leave: act",
      "team.pickAuthorities: dialog",
      "team.policy: read",
      "team.proposed: read",
      "team.release: draft",
      "team.setMode: act",
      "team.setPolicy: act",
      "team.setUp: act",
      "updates.download: act",
      "updates.install: act",
      "updates.look: act",
    ]
  `);
});

it("accepts only a string as a channel, and does not repeat a long name", async () => {
  const ping = handlersWith({ "servers.ping": () => ok({ method: "ping" as const, tookMs: 1 }) });
  const name = "x".repeat(200);
  for (const [channel, said] of [
    [["servers.ping"], "servers.ping"],
    [name, name.slice(0, 100)],
  ]) {
    await expect(dispatch(ping, permitted, channel, ["s"])).resolves.toEqual(
      fail({ kind: "invalid-argument", channel: String(said), detail: "no such channel" }),
    );
  }
});

it("refuses arguments that are nested too deep, unread", async () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const levels = MAX_DEPTH + 10;
  const call = (args: unknown) => dispatch(handlersWith({}), permitted, "servers.ping", args);
  await expect(call(nested(levels + 1))).resolves.toEqual(
    fail({
      kind: "invalid-argument",
      channel: "servers.ping",
      detail: `nested deeper than ${levels} levels`,
    }),
  );
  await expect(call(nested(levels))).resolves.not.toMatchObject({
    failure: { detail: expect.stringContaining("nested") as string },
  });
});

it("says briefly what is wrong with each argument, and where", async () => {
  const call = async (channel: string, args: unknown): Promise<string> => {
    const result = await dispatch(handlersWith({}), permitted, channel, args);
    return result.ok || result.failure.kind !== "invalid-argument" ? "" : result.failure.detail;
  };
  const decision = { kind: "reject", tellServer: false };
  const two = await call("desk.decide", [1, { revision: -1, hash: "" }, decision]);
  expect(two.split("; ").map((one) => one.split(":")[0])).toEqual(["0", "1.revision"]);
  expect(two).toMatch(/^0: .+; 1\.revision: .+$/);
  const many = Array.from({ length: 100 }, () => 1);
  expect(await call("rules.waiting", [many])).toHaveLength(500);
});

it("reports a crash as a crash, briefly, and keeps the input of other failures", async () => {
  const back = vi.fn();
  const guard: Pick<InputGuard, "permit"> = { permit: () => Promise.resolve(back) };
  const breaks = handlersWith({
    "rules.save": () => {
      throw new Error("x".repeat(1000));
    },
  });
  await expect(dispatch(breaks, guard, "rules.save", [[], 0])).resolves.toEqual(
    fail({ kind: "internal", detail: `Error: ${"x".repeat(493)}` }),
  );
  const gone = handlersWith({ "rules.save": () => fail({ kind: "not-found", what: "sample" }) });
  await dispatch(gone, guard, "rules.save", [[], 0]);
  expect(back).not.toHaveBeenCalled();
  // A call that needs no input has none to give back.
  const stale = handlersWith({ "servers.ping": () => fail({ kind: "stale" }) });
  await expect(dispatch(stale, guard, "servers.ping", ["s"])).resolves.toEqual(
    fail({ kind: "stale" }),
  );
});
