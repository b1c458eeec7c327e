// Giving back what is free in the ledger, a little at a time: stopped, refused, left to the next start.
import { expect, it } from "vitest";
import type { GivingBack } from "../../src-shared/ledger/space.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import { SpaceService } from "./space.ts";
import type { SpaceStore } from "./spacePorts.ts";

/** A file of so many pages of 4 KiB, so many of them free. */
class Pages implements SpaceStore {
  readonly takes: number[] = [];
  when: "now" | "next-start" = "now";
  asked = false;
  room: number | null = null;
  held = 0;
  broken = false;
  #file: number;
  #free: number;

  constructor(file: number, free: number) {
    this.#file = file;
    this.#free = free;
  }
  look() {
    const [fileBytes, freeBytes] = [this.#file * 4096, this.#free * 4096];
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
    return ok(this.#free * 4096);
  }
  settle() {
    this.held -= 1;
    return ok(this.held < 0);
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
  expect(Math.max(...store.takes)).toBeLessThanOrEqual(512);
  expect(told[0]).toMatchObject({ total: 3000 * 4096 });
  expect(told.at(-1)).toBeNull();
  expect(store.held).toBe(-1);
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

it("refuses where the disk has no room for it, and says how much it needs", async () => {
  const store = new Pages(5000, 3000);
  store.room = 1_000_000;
  const service = new SpaceService({ store, moved: () => undefined });
  expect(await service.giveBack()).toEqual(fail({ kind: "disk-full", neededBytes: 16_000_000 }));
  store.when = "next-start";
  expect(await service.giveBack()).toEqual(fail({ kind: "disk-full", neededBytes: 2000 * 4096 }));
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
