// Forgetting over the real ledger, its index and its verification: the text is in no byte of the profile, the facts and the
// chain stand, and what others hold as well stays theirs.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fromJsonText } from "../../src-shared/ledger/history.ts";
import type { HistoryItem } from "../../src-shared/ledger/history.ts";
import { verifyWhole } from "../../src-shared/ledger/verify.ts";
import { keepAll } from "../../src-shared/servers/keepAll.ts";
import { defaultPolicy } from "../../src-shared/servers/policy.ts";
import type { Retention } from "../../src-shared/servers/retention.ts";
import { Desk } from "../desk/desk.ts";
import { FakeAudience, FakeGenerator, FakeServer } from "../desk/testing.ts";
import { ElicitationsService } from "../services/elicitations.ts";
import { ForgettingService } from "../services/forgetting.ts";
import type { HistoryIndex } from "../services/historyPorts.ts";
import { SqliteForgetting } from "../store/forgetting.ts";
import { HistoryRoom } from "../store/history/room.ts";
import { openLedger } from "../store/ledger.ts";
import { cryptography } from "../store/verify/cryptography.ts";
import { openToVerify } from "../store/verify/openFile.ts";
import { hasher } from "./hasher.ts";

const DAY_MS = 86_400_000;
const PNG = Buffer.from("\x89PNG\r\n\x1a\nzzzz", "latin1").toString("base64");

let folder: string;
let nowMs: number;
let ids: number;
let store: ReturnType<typeof openLedger>;
let room: HistoryRoom;
let desk: Desk;
let service: ForgettingService;
let usual: Retention;
let own: { serverId: string; retention: Retention }[];
let dismissed: string[];
let busy: Set<string>;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-forgetting-"));
  const ledger = path.join(folder, "ledger.db");
  nowMs = Date.UTC(2026, 0, 1);
  ids = 0;
  usual = keepAll;
  own = [];
  dismissed = [];
  busy = new Set();
  store = openLedger(ledger);
  room = new HistoryRoom({ ledger, index: path.join(folder, "history.db"), key: null }, () =>
    performance.now(),
  );
  const clock = { nowMs: () => nowMs, newId: () => `id${(ids += 1)}` };
  desk = new Desk({
    ledger: store.ledger,
    media: store.media,
    generator: new FakeGenerator(),
    audience: new FakeAudience(),
    hasher,
    clock,
    masterSwitch: "review",
  });
  service = new ForgettingService({
    store: new SqliteForgetting(store.file, () => undefined),
    // The room itself, without its thread.
    index: {
      read: (name: "due", ...args: Parameters<HistoryRoom["due"]>) =>
        Promise.resolve(room[name](...args)),
    } as unknown as HistoryIndex,
    nowMs: clock.nowMs,
    dismiss: (id) => dismissed.push(id),
    isBusy: (id) => busy.has(id),
    rules: () => ({ usual, own }),
    fault: (failure) => {
      throw new Error(failure.kind);
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  service.close();
  room.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A request that ends at once, unless it is to stay open. */
function ask(text: string, more: { serverId?: string; image?: boolean; open?: boolean } = {}) {
  const content = [
    { type: "text", text },
    ...(more.image === true ? [{ type: "image", data: PNG, mimeType: "image/png" }] : []),
  ];
  const server = new FakeServer();
  const incoming = server.request({ messages: [{ role: "user", content }], maxTokens: 9 });
  const asker = { ...incoming.asker, serverId: more.serverId ?? "srv" };
  const { sampleId, withdraw } = desk.receive({ ...incoming, asker });
  if (more.open !== true) withdraw({ kind: "server-cancelled" });
  return sampleId;
}

function item(id: string): HistoryItem {
  while (room.step(20) === "more");
  const read = room.item(id);
  if (!read.ok) throw new Error(read.failure.kind);
  return fromJsonText(read.value);
}

function found(text: string): string[] {
  while (room.step(20) === "more");
  const read = room.find(text);
  if (!read.ok) throw new Error(read.failure.kind);
  return fromJsonText(read.value).rows.map(({ facts }) => facts.id);
}

const bytes = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "latin1"))
    .join("");

function expectVerified(forgotten: number): void {
  const opened = openToVerify(path.join(folder, "ledger.db"), null);
  if (!("source" in opened)) throw new Error(opened.kind);
  const { fault, contents } = verifyWhole(opened.source, cryptography);
  opened.close();
  expect(fault).toBe(null);
  expect(contents.forgotten).toBe(forgotten);
}

describe("what a person has forgotten", () => {
  it("is in no byte of the files; facts, hashes and the chain stand", async () => {
    const secret = ask("zauberformel 秘密", { image: true });
    const other = ask("something else");
    expect(found("zauberformel")).toEqual([secret]);
    const before = item(secret).events.map(({ hash }) => hash);
    expect(bytes()).toContain("zauberformel");
    await expect(service.forget([secret], false)).resolves.toEqual({
      ok: true,
      value: { items: 1, shared: 0, open: 0 },
    });
    expect(found("zauberformel")).toEqual([]);
    expect(found("is:cancelled").toSorted()).toEqual([secret, other]);
    const after = item(secret);
    expect(after).toMatchObject({
      forgotten: "all",
      sample: { asked: null, phase: { kind: "ended" } },
    });
    expect(after.events.map(({ hash }) => hash).slice(0, before.length)).toEqual(before);
    expect(after.events.at(-1)).toMatchObject({
      kind: "forgotten",
      facts: { by: { kind: "person" }, why: "asked" },
    });
    expect(bytes()).not.toContain("zauberformel");
    expect(bytes()).not.toContain("formel");
    expect(bytes()).not.toContain(PNG);
    expect(dismissed).toEqual([secret]);
    expectVerified(2);
  });

  it("may be the images alone", async () => {
    const id = ask("the words stay", { image: true });
    await service.forget([id], true);
    expect(item(id)).toMatchObject({ forgotten: "media" });
    expect(found("words")).toEqual([id]);
    expect(room.medium(id, item(id).sample.media[0]?.ref ?? "").ok).toBe(false);
    expect(bytes()).not.toContain(PNG);
    expectVerified(1);
    await service.forget([id], false);
    expect(item(id)).toMatchObject({ forgotten: "all" });
    expect(bytes()).not.toContain("the words stay");
    expectVerified(2);
  });

  it("stays where another request holds it too, until that is forgotten as well", async () => {
    const first = ask("one", { image: true });
    const second = ask("two", { image: true });
    await expect(service.forget([first], false)).resolves.toMatchObject({
      value: { items: 1, shared: 1 },
    });
    expect(item(first)).toMatchObject({ forgotten: "all", sample: { asked: null } });
    expect(room.medium(second, item(second).sample.media[0]?.ref ?? "").ok).toBe(true);
    expect(bytes()).toContain(PNG);
    expectVerified(1);
    await expect(service.forget([second], false)).resolves.toMatchObject({
      value: { items: 1, shared: 0 },
    });
    expect(bytes()).not.toContain(PNG);
    expectVerified(3);
  });

  it("is nothing of an open request, and nothing twice", async () => {
    const open = ask("still open", { open: true });
    const ended = ask("ended");
    await expect(service.forget([open, ended], false)).resolves.toMatchObject({
      value: { items: 1, open: 1 },
    });
    await expect(service.forget([ended], false)).resolves.toMatchObject({ value: { items: 0 } });
    expect(item(open)).toMatchObject({ forgotten: null });
    expect(item(ended).events.filter(({ kind }) => kind === "forgotten")).toHaveLength(1);
    expectVerified(1);
  });
});

it("empties the file beside the ledger as soon as no reader holds it, and main waits for none", async () => {
  const id = ask("zauberformel");
  const reader = openToVerify(path.join(folder, "ledger.db"), null);
  if (!("source" in reader)) throw new Error(reader.kind);
  const file = new Libsql(path.join(folder, "ledger.db"));
  file.exec("BEGIN");
  file.prepare("SELECT count(*) FROM event").raw().get();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const beganMs = performance.now();
  const done = service.forget([id], false);
  await vi.advanceTimersByTimeAsync(2000);
  await done;
  // Waiting for the reader would take half a second each time.
  expect(performance.now() - beganMs).toBeLessThan(400);
  expect(bytes()).toContain("zauberformel");
  file.exec("COMMIT");
  file.close();
  reader.close();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(bytes()).not.toContain("zauberformel");
});

describe("a rule", () => {
  const forgottenOf = (...all: string[]): (string | null)[] => all.map((id) => item(id).forgotten);

  it("forgets what is older than its days, and leaves what is not, or is open", async () => {
    const old = ask("old");
    const open = ask("open", { open: true });
    nowMs += 31 * DAY_MS;
    const young = ask("young");
    found("");
    usual = { ...keepAll, days: 30 };
    await expect(service.applyRules()).resolves.toMatchObject({ value: { items: 1 } });
    expect(forgottenOf(old, open, young)).toEqual(["all", null, null]);
    expect(item(old).events.at(-1)?.facts).toMatchObject({
      by: { kind: "desk" },
      why: "retention",
    });
    await expect(service.applyRules()).resolves.toMatchObject({ value: { items: 0 } });
    expectVerified(1);
  });

  it("of one server holds for that server alone, in place of the usual one", async () => {
    const kept = ask("kept", { serverId: "a" });
    const gone = ask("gone", { serverId: "b" });
    nowMs += 10 * DAY_MS;
    found("");
    usual = { ...keepAll, days: 5 };
    own = [{ serverId: "a", retention: { ...keepAll, days: 100 } }];
    await service.applyRules();
    expect(forgottenOf(kept, gone)).toEqual([null, "all"]);
  });

  it("of a size keeps the newest within it", async () => {
    const all = [1, 2, 3, 4].map((n) => {
      nowMs += 1000;
      return ask(`${n} ${"x".repeat(400_000)}`);
    });
    found("");
    usual = { ...keepAll, megabytes: 1 };
    await service.applyRules();
    expect(forgottenOf(...all)).toEqual(["all", "all", null, null]);
  });

  it("of text alone takes images and sounds", async () => {
    const image = ask("with an image", { image: true });
    const words = ask("words");
    found("");
    usual = { ...keepAll, textOnly: true };
    await expect(service.applyRules()).resolves.toMatchObject({ value: { items: 1 } });
    expect(forgottenOf(image, words)).toEqual(["media", null]);
    expect(found("image")).toContain(image);
  });

  it("reaches questions to the person, which have no line in the history", async () => {
    const elicitations = new ElicitationsService({
      recorder: desk.recorder,
      clock: { nowMs: () => nowMs, newId: () => `q${(ids += 1)}` },
      audience: { elicitationChanged: () => {}, elicitationRemoved: () => {} },
      stopped: () => false,
    });
    const question = (serverId: string, message: string): string => {
      const asked = { message, requestedSchema: { type: "object", properties: {} } };
      const incoming = { serverId, serverName: serverId, policy: defaultPolicy, runIds: [] };
      return elicitations.receive({
        ...incoming,
        reply: { kind: "pushed", requestId: 0 },
        params: asked,
        settle: () => Promise.resolve({ kind: "sent" }),
        takeBack: () => false,
      }).id;
    };
    const content = { name: "rumpelstilz" };
    const old = question("a", "zauberformel");
    elicitations.answer(old, { action: "accept", content });
    question("b", "of another server");
    busy.add(question("a", "still waits"));
    nowMs += 31 * DAY_MS;
    elicitations.answer(question("a", "young"), { action: "decline" });
    found("");
    usual = { ...keepAll, days: 30 };
    own = [{ serverId: "b", retention: keepAll }];
    await expect(service.applyRules()).resolves.toMatchObject({ value: { items: 1, open: 1 } });
    for (const gone of ["zauberformel", "rumpelstilz"]) expect(bytes()).not.toContain(gone);
    for (const kept of ["of another server", "still waits", "young"]) {
      expect(bytes()).toContain(kept);
    }
    expect(dismissed).toEqual([old]);
    await expect(service.applyRules()).resolves.toMatchObject({ value: { items: 0, open: 1 } });
  });

  it("that keeps everything looks for nothing", async () => {
    ask("anything");
    await expect(service.applyRules()).resolves.toEqual({
      ok: true,
      value: { items: 0, shared: 0, open: 0 },
    });
  });
});
