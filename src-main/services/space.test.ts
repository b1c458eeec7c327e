// Giving back what is free in the ledger, a little at a time: stopped, refused, left to the next start.
import { expect, it } from "vitest";
import type { GivingBack } from "../../src-shared/ledger/space.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import { SpaceService } from "./space.ts";
import type { SpaceStore } from "./spacePorts.ts";

const PAGE = 4096;

/** A file of so many pages of 4 KiB, so many of them free; each that is taken passes through its log. */
class Pages implements SpaceStore {
  readonly takes: number[] = [];
  when: "now" | "next-start" = "now";
  asked = false;
  room: number | null = null;
  /** How often a reader holds it still. */
  held = 0;
  broken = false;
  log = 0;
  /** Pages that no reader holds, and that are still in the log; the most that ever were. */
  inLog = 0;
  inLogMost = 0;
  #disk: number;
  #file: number;
  #free: number;

  constructor(file: number, free: number) {
    this.#disk = file;
    this.#file = file;
    this.#free = free;
  }
  look() {
    const [fileBytes, usedBytes] = [this.#disk * PAGE, (this.#file - this.#free) * PAGE];
    const freeBytes = fileBytes - usedBytes;
    return ok({ fileBytes, freeBytes, when: this.when, asked: this.asked });
  }
  roomBytes() {
    return this.room;
  }
  take(pages: number) {
    if (this.broken) return fail({ kind: "internal", detail: "" } as const);
    const taken = Math.min(pages, this.#free);
    this.takes.push(taken);
    this.#free -= taken;
    this.#file -= taken;
    this.log += taken * PAGE;
    this.inLog += taken;
    this.inLogMost = Math.max(this.inLog, this.inLogMost);
    return ok(this.#free * PAGE);
  }
  logBytes() {
    return this.log;
  }
  ease() {
    this.inLog = 0;
    return ok(null);
  }
  settle() {
    this.held -= 1;
    if (this.held >= 0) return ok(false);
    this.#disk = this.#file;
    this.log = 0;
    return ok(true);
  }
  askNextStart() {
    this.asked = true;
    return ok(null);
  }
}

it("takes all of it, a little at a time, and says how far it is", async () => {
  const store = new Pages(5000, 3000);
  store.held = 2;
  const told: GivingBack[] = [];
  const service = new SpaceService({ store, moved: (giving) => told.push(giving) });
  const both = await Promise.all([service.giveBack(), service.giveBack()]);
  for (const one of both) {
    expect(one).toMatchObject({ ok: true, value: { freeBytes: 0, fileBytes: 2000 * 4096 } });
  }
  expect(store.takes.length).toBeGreaterThan(5);
  expect(Math.max(...store.takes)).toBeLessThanOrEqual(128);
  // What goes from the log into the file at once is as little.
  expect(store.inLogMost).toBeLessThanOrEqual(2 * 128);
  expect(told[0]).toMatchObject({ total: 3000 * 4096 });
  expect(told.at(-1)).toBeNull();
  expect(store.held).toBeLessThan(0);
});

it("keeps what was given back where it is stopped, and where a write fails", async () => {
  const store = new Pages(50_000, 30_000);
  const service = new SpaceService({ store, moved: () => service.stop() });
  const stopped = await service.giveBack();
  expect(stopped).toMatchObject({ ok: true });
  const { value } = store.look();
  expect(value.freeBytes).toBeGreaterThan(0);
  expect(value.freeBytes).toBeLessThan(30_000 * 4096);
  store.broken = true;
  expect(await new SpaceService({ store, moved: () => undefined }).giveBack()).toMatchObject({
    ok: false,
  });
});

it("waits for who reads the file before the log becomes long, says so, and goes on", async () => {
  const store = new Pages(8000, 7000);
  store.held = Infinity;
  const told: NonNullable<GivingBack>[] = [];
  let longest = 0;
  const service = new SpaceService({
    store,
    moved(giving) {
      longest = Math.max(longest, store.log);
      if (giving === null) return;
      told.push(giving);
      // The reader ends once the person was told of it.
      if (giving.held) store.held = 0;
    },
  });
  const given = await service.giveBack();
  expect(given).toMatchObject({ ok: true, value: { freeBytes: 0, fileBytes: 1000 * PAGE } });
  expect(longest).toBeGreaterThan(8_000_000);
  expect(longest).toBeLessThan(8_000_000 + 129 * PAGE);
  const held = told.find((giving) => giving.held);
  // Nothing had been given back then, much as was taken.
  expect(held).toEqual({ done: 0, total: 7000 * PAGE, held: true });
});

it("says what is on the disk where it is stopped while a reader holds the file", async () => {
  const store = new Pages(1000, 500);
  store.held = Infinity;
  const service = new SpaceService({ store, moved: (giving) => giving?.held && service.stop() });
  const stopped = await service.giveBack();
  expect(stopped).toMatchObject({ value: { freeBytes: 500 * PAGE, fileBytes: 1000 * PAGE } });
  // The reader has ended: what was taken is given back.
  store.held = 0;
  const given = await new SpaceService({ store, moved: () => undefined }).giveBack();
  expect(given).toMatchObject({ value: { freeBytes: 0, fileBytes: 500 * PAGE } });
});

it("takes no more where the disk fills meanwhile", async () => {
  const store = new Pages(50_000, 30_000);
  const moved = (): void => void (store.room = 3_000_000);
  const filled = await new SpaceService({ store, moved }).giveBack();
  expect(filled).toEqual(fail({ kind: "space-no-room", neededBytes: 16_000_000 }));
  const { value } = store.look();
  expect(value.freeBytes).toBeGreaterThan(0);
  // What was taken until then is given back.
  expect(value.fileBytes).toBeLessThan(50_000 * PAGE);
  expect(store.log).toBe(0);
});

it("refuses where the disk has no room for it, and says how much it needs", async () => {
  const store = new Pages(5000, 3000);
  store.room = 1_000_000;
  const service = new SpaceService({ store, moved: () => undefined });
  expect(await service.giveBack()).toEqual(
    fail({ kind: "space-no-room", neededBytes: 16_000_000 }),
  );
  store.when = "next-start";
  expect(await service.giveBack()).toEqual(
    fail({ kind: "space-no-room", neededBytes: 2000 * 4096 }),
  );
  expect(store.asked).toBe(false);
  expect(store.takes).toEqual([]);
});

it("asks the next start for a file that an earlier version has made", async () => {
  const store = new Pages(5000, 3000);
  store.when = "next-start";
  const service = new SpaceService({ store, moved: () => undefined });
  expect(await service.giveBack()).toMatchObject({ ok: true, value: { asked: true } });
  expect(store.takes).toEqual([]);
});
