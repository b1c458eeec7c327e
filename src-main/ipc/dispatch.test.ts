// The door: senders, channels and arguments that must be turned away, each with its failure.
import { expect, it, vi } from "vitest";
import { channels } from "../../src-shared/ipc/contract.ts";
import { ok } from "../../src-shared/outcome.ts";
import { dispatch, isTrusted } from "./dispatch.ts";
import type { Handlers } from "./dispatch.ts";

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

it("hands checked arguments over", async () => {
  const enable = vi.fn(() => ok(null));
  await expect(
    dispatch(handlersWith({ "servers.enable": enable }), "servers.enable", ["s", true]),
  ).resolves.toEqual(ok(null));
  expect(enable).toHaveBeenCalledWith("s", true);
});

it.each([
  ["servers.enable", ["s"]],
  ["servers.enable", ["s", "yes"]],
  ["servers.enable", ["s", true, "more"]],
  ["servers.enable", "s"],
  ["desk.decide", ["s", { revision: -1, hash: "" }, { kind: "reject", tellServer: false }]],
  ["desk.decide", ["s", { revision: 0, hash: "" }, { kind: "approve-everything" }]],
  ["settings.set", [{ theme: "pink" }]],
])("turns %s away with wrong arguments %j", async (channel, args) => {
  const result = await dispatch(handlersWith({}), channel, args);
  expect(result).toMatchObject({ ok: false, failure: { kind: "invalid-argument", channel } });
});

it.each(["__proto__", "constructor", "toString", "desk.unknown", 7, null])(
  "knows no channel %j",
  async (channel) => {
    const result = await dispatch(handlersWith({}), channel, []);
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
  const result = await dispatch(handlersWith({ "models.refresh": broken }), "models.refresh", []);
  expect(result.ok).toBe(false);
  if (!result.ok && result.failure.kind === "internal")
    expect(result.failure.detail.length).toBeLessThanOrEqual(500);
});

it("pins the channels", () => {
  expect(Object.keys(channels).toSorted()).toMatchInlineSnapshot(`
    [
      "app.confirmQuit",
      "app.notNow",
      "app.preparing",
      "app.snapshot",
      "calls.cancel",
      "calls.logLevel",
      "calls.start",
      "context.piece",
      "context.pieces",
      "demo.run",
      "desk.decide",
      "desk.dismiss",
      "desk.moreRounds",
      "desk.opened",
      "desk.refuseAll",
      "desk.refuseUnrecorded",
      "desk.stop",
      "desk.switch",
      "desk.takeBack",
      "drafts.discard",
      "drafts.save",
      "elicitations.answer",
      "elicitations.takeBack",
      "fixtures.atStart",
      "fixtures.dropFolder",
      "fixtures.pickFolder",
      "fixtures.read",
      "fixtures.save",
      "fixtures.switch",
      "fixtures.switchAllOff",
      "history.callAgain",
      "history.cancelTask",
      "history.closeImport",
      "history.complete",
      "history.export",
      "history.find",
      "history.forget",
      "history.import",
      "history.item",
      "history.page",
      "history.paste",
      "history.replay",
      "history.report",
      "history.stopVerifying",
      "history.verify",
      "inspect.document",
      "keeping.preview",
      "keeping.run",
      "keeping.weigh",
      "ledger.retry",
      "ledger.saveElsewhere",
      "limits.raise",
      "local.configure",
      "local.look",
      "local.unload",
      "media.mend",
      "media.pick",
      "media.put",
      "media.read",
      "media.save",
      "models.addProvider",
      "models.cancelDownload",
      "models.download",
      "models.enable",
      "models.enableMany",
      "models.forgetRemoved",
      "models.override",
      "models.pickFile",
      "models.refresh",
      "models.removeFile",
      "models.removeProvider",
      "models.restoreProvider",
      "models.setDefault",
      "models.tryProvider",
      "models.updateProvider",
      "models.variables",
      "models.wait",
      "models.watch",
      "network.dropCertificate",
      "network.look",
      "network.pickCertificate",
      "network.set",
      "oldFiles.clear",
      "oldFiles.look",
      "rules.decideWaiting",
      "rules.dryRun",
      "rules.export",
      "rules.import",
      "rules.propose",
      "rules.reveal",
      "rules.save",
      "rules.stopDryRun",
      "rules.waiting",
      "servers.add",
      "servers.cancelSignIn",
      "servers.confirm",
      "servers.connect",
      "servers.enable",
      "servers.find",
      "servers.fine",
      "servers.lines",
      "servers.pickFolder",
      "servers.ping",
      "servers.policy",
      "servers.remove",
      "servers.signIn",
      "servers.signOut",
      "servers.toolDifference",
      "servers.traffic",
      "servers.trafficClear",
      "servers.trafficEnd",
      "servers.trafficFind",
      "servers.trafficLines",
      "servers.trafficMessage",
      "servers.update",
      "settings.set",
      "space.giveBack",
      "space.look",
      "space.stop",
      "spending.read",
      "spending.save",
    ]
  `);
});
