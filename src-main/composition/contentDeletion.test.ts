// Deletion of content over the real ledger, its index and verification: no byte of the text stays in the profile, the
// facts and the chain do, and so does content that other requests hold.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { keepEverything } from "#shared/servers/policy/keepAll.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";
import { Desk } from "../core/desk/desk.ts";
import { FakeListener, FakeGenerator, FakeServer } from "../core/testing/fakes.ts";
import { ContentDeletion } from "../history/contentDeletion.ts";
import type { Rounds } from "../history/retention/rounds.ts";
import type { RetentionReader } from "../history/retentionReader.ts";
import { RetentionService } from "../history/retention.ts";
import { SqliteContentDeletion } from "../history/ledger/contentDeletion.ts";
import { HistoryIndex } from "../history/index/historyIndex.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { retentionJob } from "../history/retention/retentionJob.ts";
import { cryptography } from "../history/verify/cryptography.ts";
import { openToVerify } from "../history/verify/openFile.ts";
import { hasher } from "../profile/hasher.ts";

const DAY_MS = 86_400_000;
const PNG = Buffer.from("\x89PNG\r\n\x1a\nzzzz", "latin1").toString("base64");

let folder: string;
/** What the ledger is encrypted with. */
let key: string | null = null;
let nowMs: number;
let ids: number;
let store: ReturnType<typeof openLedger>;
let room: HistoryIndex;
let desk: Desk;
let service: ContentDeletion;
let reader: Pick<RetentionReader, "ask">;
let clock: { nowMs(): number; newId(): string };
let retention: RetentionService;
let forgotten = 0;
let faults: string[];
let usual: Retention;
let own: { serverId: string; retention: Retention }[];
let dismissed: string[];
let busy: Set<string>;
/** The open requests, as far as the job is told. */

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-forgetting-"));
  const ledger = path.join(folder, "ledger.db");
  nowMs = Date.UTC(2026, 0, 1);
  ids = 0;
  usual = keepEverything;
  own = [];
  dismissed = [];
  busy = new Set();
  store = openLedger(ledger, { key });
  room = new HistoryIndex({ ledger, index: path.join(folder, "history.db"), key }, () =>
    performance.now(),
  );
  clock = { nowMs: () => nowMs, newId: () => `id${(ids += 1)}` };
  desk = new Desk({
    ledger: store.ledger,
    media: store.media,
    generator: new FakeGenerator(),
    listener: new FakeListener(),
    hasher,
    clock,
    masterSwitch: "review",
  });
  faults = [];
  forgotten = 0;
  // The job itself, without its thread.
  reader = {
    ask(ask) {
      const steps = retentionJob({ kind: "retention", ledger, key, ask });
      for (;;) {
        const step = steps.next();
        if (step.done === true) return Promise.resolve(step.value);
      }
    },
  };
  service = new ContentDeletion({
    store: new SqliteContentDeletion(store.file, () => undefined),
    reader,
    inspector: { clear: () => (forgotten += 1) },
    nowMs: clock.nowMs,
    dismiss: (id) => dismissed.push(id),
    isBusy: (id) => busy.has(id),
  });
  retention = new RetentionService({
    deletion: service,
    reader,
    nowMs: clock.nowMs,
    rules: () => ({ usual, own }),
    rounds: { load: () => ({ last: null, lost: null }), save: () => undefined },
    serversLost: null,
    audience: { set: () => undefined },
    fault: ({ kind }) => faults.push(kind),
  });
});

afterEach(() => {
  vi.useRealTimers();
  retention.close();
  service.close();
  room.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A request that ends at once, unless it is to stay open. */
function ask(
  text: string,
  more: { serverId?: string; where?: string; image?: boolean; open?: boolean } = {},
) {
  const content = [
    { type: "text", text },
    ...(more.image === true ? [{ type: "image", data: PNG, mimeType: "image/png" }] : []),
  ];
  const server = new FakeServer();
  const incoming = server.request({ messages: [{ role: "user", content }], maxTokens: 9 });
  const requester = {
    ...incoming.requester,
    serverId: more.serverId ?? "srv",
    ...(more.where === undefined ? {} : { where: more.where }),
  };
  const { requestId, withdraw } = desk.receive({ ...incoming, requester });
  if (more.open !== true) withdraw({ kind: "server-cancelled" });
  return requestId;
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

const holds = (text: string): boolean => bytes().includes(text);

function expectVerified(forgotten: number): void {
  const opened = openToVerify(path.join(folder, "ledger.db"), null);
  if (!("source" in opened)) throw new Error(opened.kind);
  const { fault, contents } = verifyWhole(opened.source, cryptography);
  opened.close();
  expect(fault).toBe(null);
  expect(contents.forgotten).toBe(forgotten);
}

describe("deleted content", () => {
  it("leaves no byte in the files, and keeps rows, hashes and the chain", async () => {
    const secret = ask("zauberformel 秘密", { image: true, where: "run /zauberformel" });
    expect(item(secret).request.requester.where).toBe("run /zauberformel");
    const other = ask("something else");
    expect(found("zauberformel")).toEqual([secret]);
    const before = item(secret).events.map(({ hash }) => hash);
    expect(holds("zauberformel")).toBe(true);
    await expect(service.deleteContent([secret], false)).resolves.toEqual({
      ok: true,
      value: { items: 1, bytes: expect.any(Number), shared: 0, sharedBytes: 0, open: 0 },
    });
    expect(found("zauberformel")).toEqual([]);
    expect(found("is:cancelled").toSorted()).toEqual([secret, other]);
    const after = item(secret);
    expect(after).toMatchObject({
      forgotten: "all",
      request: { asked: null, requester: { name: "notes", where: "" }, phase: { kind: "ended" } },
    });
    expect(after.events.map(({ hash }) => hash).slice(0, before.length)).toEqual(before);
    expect(after.events.at(-1)).toMatchObject({
      kind: "forgotten",
      facts: { by: { kind: "person" }, why: "asked" },
    });
    expect(holds("zauberformel")).toBe(false);
    expect(holds("formel")).toBe(false);
    expect(holds(PNG)).toBe(false);
    expect(dismissed).toEqual([secret]);
    expectVerified(2);
  });

  it("keeps whether request and response were edited", async () => {
    const ids = ["as asked", "another wording"].map((text) => {
      const id = ask("as asked", { open: true });
      const request = desk.request(id);
      if (request === undefined) throw new Error("no sample");
      const content = { type: "text" as const, text };
      const document = { messages: [{ role: "user", content }], maxTokens: 9 };
      const at = { revision: request.revision, hash: request.askedHash };
      expect(desk.decide(id, at, { kind: "answer-by-hand", document }).ok).toBe(true);
      expect(
        desk.decide(id, { ...at, revision: at.revision + 1 }, { kind: "reject", tellServer: false })
          .ok,
      ).toBe(true);
      return id;
    });
    const edits = () => ids.map((id) => item(id).request.attempts.map(({ edited }) => edited));
    expect(edits()).toEqual([[false], [true]]);
    await service.deleteContent(ids, false);
    expect(edits()).toEqual([[false], [true]]);
    expect(found("edited:request")).toEqual([ids[1]]);
    expect(holds("another wording")).toBe(false);
  });

  it("may be limited to images", async () => {
    const id = ask("the words stay", { image: true });
    await service.deleteContent([id], true);
    expect(item(id)).toMatchObject({ forgotten: "media" });
    expect(found("words")).toEqual([id]);
    expect(room.medium(id, item(id).request.media[0]?.ref ?? "").ok).toBe(false);
    expect(holds(PNG)).toBe(false);
    expectVerified(1);
    await service.deleteContent([id], false);
    expect(item(id)).toMatchObject({ forgotten: "all" });
    expect(holds("the words stay")).toBe(false);
    expectVerified(2);
  });

  it("keeps content that another request holds until that one is deleted too", async () => {
    const first = ask("one", { image: true });
    const second = ask("two", { image: true });
    await expect(service.deleteContent([first], false)).resolves.toMatchObject({
      value: { items: 1, shared: 1 },
    });
    expect(item(first)).toMatchObject({ forgotten: "all", request: { asked: null } });
    expect(room.medium(second, item(second).request.media[0]?.ref ?? "").ok).toBe(true);
    expect(holds(PNG)).toBe(true);
    expectVerified(1);
    await expect(service.deleteContent([second], false)).resolves.toMatchObject({
      value: { items: 1, shared: 0 },
    });
    expect(holds(PNG)).toBe(false);
    expectVerified(3);
  });

  it("skips open requests and content that is already deleted", async () => {
    const open = ask("still open", { open: true });
    const ended = ask("ended");
    await expect(service.deleteContent([open, ended], false)).resolves.toMatchObject({
      value: { items: 1, open: 1 },
    });
    await expect(service.deleteContent([ended], false)).resolves.toMatchObject({
      value: { items: 0 },
    });
    expect(item(open)).toMatchObject({ forgotten: null });
    expect(item(ended).events.filter(({ kind }) => kind === "forgotten")).toHaveLength(1);
    expectVerified(1);
  });
});

// By the clock, since waiting is what it is about: a machine that had other things to do may be asked again.
it("has the inspector forget the texts that it scanned, where something was deleted", async () => {
  await service.deleteContent([ask("open", { open: true })], false);
  expect(forgotten).toBe(0);
  await service.deleteContent([ask("one"), ask("two")], false);
  expect(forgotten).toBe(1);
});

it(
  "is removed from the WAL once no reader holds it, without blocking main",
  { retry: 2 },
  async () => {
    const id = ask("zauberformel");
    const reader = openToVerify(path.join(folder, "ledger.db"), null);
    if (!("source" in reader)) throw new Error(reader.kind);
    const file = new Libsql(path.join(folder, "ledger.db"));
    file.exec("BEGIN");
    file.prepare("SELECT count(*) FROM event").raw().get();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const beganMs = performance.now();
    const done = service.deleteContent([id], false);
    await vi.advanceTimersByTimeAsync(2000);
    await done;
    // Waiting for the reader would take half a second each time.
    expect(performance.now() - beganMs).toBeLessThan(400);
    expect(holds("zauberformel")).toBe(true);
    file.exec("COMMIT");
    file.close();
    reader.close();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(holds("zauberformel")).toBe(false);
  },
);

describe("in an encrypted ledger", () => {
  beforeAll(() => {
    key = "ab".repeat(32);
  });
  afterAll(() => {
    key = null;
  });

  it("changes nothing else that the history reads", async () => {
    const id = ask("the words stay", { image: true });
    await service.deleteContent([id], true);
    expect(item(id)).toMatchObject({ forgotten: "media" });
    expect(found("words")).toEqual([id]);
    await service.deleteContent([id], false);
    expect(item(id)).toMatchObject({ forgotten: "all" });
    expect(room.view()).toMatchObject({ total: 1, state: { kind: "ready" } });
  });
});

describe("the space that a deletion frees", () => {
  const weighed = async (...ids: string[]) => {
    const read = await service.weigh(ids, false);
    if (!read.ok) throw new Error(read.failure.kind);
    return read.value;
  };

  it("is shown in advance; shared content counts with the last request that holds it", async () => {
    const first = ask("one", { image: true });
    const second = ask("two", { image: true });
    const alone = await weighed(first);
    expect(alone).toMatchObject({ requests: 1, questions: 0, stays: PNG.length });
    const both = await weighed(first, second);
    expect(both).toMatchObject({ requests: 2, stays: 0, after: 0 });
    expect(both.freed).toBe(both.before);
    const done = await service.deleteContent([first, second], false);
    // The first left the image to the second, which was deleted too: nothing stays.
    expect(done).toMatchObject({
      value: { items: 2, bytes: both.freed, shared: 0, sharedBytes: 0 },
    });
  });

  it("does not count open or already deleted requests", async () => {
    const open = ask("open", { open: true });
    const gone = ask("gone");
    await service.deleteContent([gone], false);
    await expect(weighed(open, gone)).resolves.toMatchObject({ requests: 0, freed: 0, stays: 0 });
  });
});

describe("retention", () => {
  const forgottenOf = (...all: string[]): (string | null)[] => all.map((id) => item(id).forgotten);
  const apply = async () => {
    const view = await retention.run();
    expect(view.failed).toBe(null);
    expect(view.last).not.toBe(null);
    return view.last ?? { requests: -1, questions: -1, freed: -1, stays: -1, open: -1, left: -1 };
  };
  const preview = async (rule: Partial<Retention>, serverId: string | null = null) => {
    const read = await retention.preview(serverId, { ...keepEverything, ...rule });
    if (!read.ok) throw new Error(read.failure.kind);
    return read.value;
  };

  it("deletes what is older than its days, and keeps newer and open requests", async () => {
    const old = ask("old");
    const open = ask("open", { open: true });
    nowMs += 31 * DAY_MS;
    const young = ask("young");
    usual = { ...keepEverything, days: 30 };
    expect(await apply()).toMatchObject({ requests: 1 });
    expect(forgottenOf(old, open, young)).toEqual(["all", null, null]);
    expect(item(old).events.at(-1)?.facts).toMatchObject({
      by: { kind: "desk" },
      why: "retention",
    });
    expect(await apply()).toMatchObject({ requests: 0 });
    expectVerified(1);
  });

  it("replaces the general setting for a server that has its own", async () => {
    const kept = ask("kept", { serverId: "a" });
    const gone = ask("gone", { serverId: "b" });
    nowMs += 10 * DAY_MS;
    usual = { ...keepEverything, days: 5 };
    own = [{ serverId: "a", retention: { ...keepEverything, days: 100 } }];
    await apply();
    expect(forgottenOf(kept, gone)).toEqual([null, "all"]);
  });

  it("keeps the newest requests within its size", async () => {
    const all = [1, 2, 3, 4].map((n) => {
      nowMs += 1000;
      return ask(`${n} ${"x".repeat(400_000)}`);
    });
    usual = { ...keepEverything, megabytes: 1 };
    const { before, after, freed } = await preview({ megabytes: 1 });
    await apply();
    expect(forgottenOf(...all)).toEqual(["all", "all", null, null]);
    expect(after).toBeLessThanOrEqual(1_000_000);
    expect(before - freed).toBe(after);
    expect((await preview({})).before).toBe(after);
  });

  it("counts a shared text once, and deletes only where that frees space", async () => {
    const same = "y".repeat(700_000);
    const asked = [1, 2, 3].map(() => {
      nowMs += 1000;
      return ask(same);
    });
    const other = ask("z".repeat(200_000));
    // Three times 0.7 MB, but less than a megabyte together.
    expect(await preview({ megabytes: 1 })).toMatchObject({ requests: 0 });
    nowMs += 1000;
    const newest = ask("w".repeat(200_000));
    // The oldest of the three share everything with the third: deleting only them frees nothing.
    usual = { ...keepEverything, megabytes: 1 };
    const told = await preview({ megabytes: 1 });
    const last = await apply();
    expect(last).toMatchObject({ requests: told.requests, freed: told.freed, stays: told.stays });
    expect(forgottenOf(other, newest)).toEqual([null, null]);
    expect(forgottenOf(...asked)).toEqual(["all", "all", "all"]);
    expect(await preview({ megabytes: 1 })).toMatchObject({ requests: 0, before: told.after });
    expect(told.after).toBeLessThanOrEqual(1_000_000);
  });

  it("deletes an old request whose text a new one shares, and the text stays", async () => {
    const same = "y".repeat(600_000);
    const old = ask(same);
    nowMs += 1000;
    const big = ask("z".repeat(500_000));
    nowMs += 1000;
    const again = ask(same);
    usual = { ...keepEverything, megabytes: 1 };
    const { requests, stays } = (await apply()) ?? {};
    expect([requests, (stays ?? 0) >= same.length]).toEqual([2, true]);
    expect(forgottenOf(old, big, again)).toEqual(["all", "all", null]);
  });

  it("reports what stays because another server’s request holds it, and still reaches its size", async () => {
    const same = "y".repeat(1_200_000);
    const mine = ask(same, { serverId: "a" });
    const theirs = ask(same, { serverId: "b" });
    own = [{ serverId: "a", retention: { ...keepEverything, megabytes: 1 } }];
    const told = await preview({ megabytes: 1 }, "a");
    expect(told.requests).toBe(1);
    expect(told.stays).toBeGreaterThan(1_200_000);
    expect(told.after).toBe(0);
    expect(await apply()).toMatchObject({ freed: told.freed, stays: told.stays });
    expect(forgottenOf(mine, theirs)).toEqual(["all", null]);
    expect(await preview({ megabytes: 1 }, "a")).toMatchObject({ requests: 0, before: 0 });
  });

  it("deletes images and audio if only text is kept", async () => {
    const image = ask("with an image", { image: true });
    const words = ask("words");
    usual = { ...keepEverything, textOnly: true };
    expect(await preview({ textOnly: true })).toMatchObject({
      requests: 1,
      mediaOnly: 1,
      freed: PNG.length,
    });
    expect(await apply()).toMatchObject({ requests: 1, freed: PNG.length });
    expect(forgottenOf(image, words)).toEqual(["media", null]);
    expect(found("image")).toContain(image);
  });

  it("searches for nothing when it keeps everything", async () => {
    ask("anything");
    const view = await retention.run();
    expect(view).toMatchObject({ last: null, failed: null, nextMs: null });
  });

  it("reports why it cannot be applied and when it tries again, then continues", async () => {
    const old = ask("zauberformel");
    nowMs += 31 * DAY_MS;
    usual = { ...keepEverything, days: 30 };
    const locked = new Libsql(path.join(folder, "ledger.db"));
    locked.exec("BEGIN IMMEDIATE");
    const view = await retention.run();
    expect(view.failed).toMatchObject({
      atMs: nowMs,
      failure: { kind: "not-recorded", reason: "locked" },
    });
    expect(view).toMatchObject({ last: null, nextMs: nowMs + 5 * 60_000 });
    expect(faults).toEqual(["not-recorded"]);
    expect(item(old).forgotten).toBe(null);
    locked.exec("ROLLBACK");
    locked.close();
    expect(await apply()).toMatchObject({ requests: 1 });
    expect(retention.view().nextMs).toBe(nowMs + 3_600_000);
    expect(item(old).forgotten).toBe("all");
    expect(retention.view().owedSinceMs).toBe(null);
    expect(holds("zauberformel")).toBe(false);
  });

  it("deletes nothing by itself after the list of servers was damaged, until the user applies the setting", async () => {
    vi.useFakeTimers();
    const kept = ask("zauberformel");
    nowMs += 31 * DAY_MS;
    usual = { ...keepEverything, days: 30 };
    let stored: Rounds = { last: null, lost: null };
    const start = (serversLost: string | null): RetentionService =>
      new RetentionService({
        deletion: service,
        reader,
        nowMs: clock.nowMs,
        rules: () => ({ usual, own }),
        rounds: { load: () => stored, save: (rounds) => (stored = rounds) },
        serversLost,
        audience: { set: () => undefined },
        fault: ({ kind }) => void faults.push(kind),
      });
    // The next start finds an empty list without an error.
    for (const aside of ["servers.json.broken", null]) {
      const begun = start(aside);
      begun.begin();
      await vi.advanceTimersByTimeAsync(61_000);
      const failure = { kind: "retention-unsure", aside: "servers.json.broken" };
      expect(begun.view().failed).toMatchObject({ failure });
      begun.close();
    }
    expect(item(kept).forgotten).toBe(null);
    const told = start(null);
    expect((await told.run()).last).toMatchObject({ requests: 1 });
    told.close();
    expect([item(kept).forgotten, stored.lost]).toEqual(["all", null]);
  });

  it("reports since when deleted content is in the WAL, until no reader holds it", async () => {
    ask("zauberformel");
    nowMs += 31 * DAY_MS;
    usual = { ...keepEverything, days: 30 };
    const reader = new Libsql(path.join(folder, "ledger.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM event").raw().get();
    expect(await apply()).toMatchObject({ requests: 1 });
    expect(retention.view().owedSinceMs).toBe(nowMs);
    reader.exec("COMMIT");
    reader.close();
    nowMs += 1000;
    await retention.run();
    expect(retention.view().owedSinceMs).toBe(null);
    expect(holds("zauberformel")).toBe(false);
  });
});
