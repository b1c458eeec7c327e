// What every store of a ledger must do, whatever it is made of. Run against SQLite and PostgreSQL.
import { expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import type { Verification } from "#shared/ledger/verification.ts";

/** A row to append, without its request. */
export interface ContractRow {
  kind: string;
  body: Json;
}

export interface ContractStore {
  /** Appends all rows or none; says whether it did. The first row of a request is `received`. */
  append(id: string, rows: readonly ContractRow[]): Promise<boolean>;
  rowsOf(id: string): Promise<ReadRow[]>;
  open(): Promise<string[]>;
  /** Deletes the content of an ended request. */
  deleteContent(id: string): Promise<boolean>;
  /** Everything is let go and opened again, as after a crash. */
  reopen(): Promise<void>;
  verify(): Promise<Verification>;
  /** Changes a row behind the store's back; `undo` puts it right again. */
  alter(id: string): Promise<{ seq: number; undo(): Promise<void> }>;
  /** A row that cannot be written. */
  broken: ContractRow;
}

const asked = { messages: [{ role: "user", content: { type: "text", text: "Ping?" } }] };
const received: ContractRow = {
  kind: "received",
  body: {
    asker: { serverId: "s1", name: "weather", transport: "stdio", where: "weather" },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
    asked: { ...asked, maxTokens: 9, note: "\u0000 and \ud800" },
    askedHash: "",
    flags: [],
    media: [],
    declared: { tools: true, context: true },
  },
};
const found: ContractRow = {
  kind: "inspected",
  body: { by: { kind: "desk" }, gate: "request", hash: "", findings: [] },
};
const rejected = (note: string): ContractRow => ({
  kind: "rejected",
  body: { by: { kind: "desk" }, base: { revision: 0, hash: "" }, tellServer: true, note },
});

/** Adds the tests. `store` is made before they run; each uses requests of its own. */
export function ledgerContract(store: () => ContractStore): void {
  it("keeps rows in order, over a crash", async () => {
    expect(await store().append("a", [received, found])).toBe(true);
    expect(await store().append("a", [rejected("no")])).toBe(true);
    await store().reopen();
    const rows = await store().rowsOf("a");
    expect(rows.map(({ kind }) => kind)).toEqual(["received", "inspected", "rejected"]);
    expect(rows[0]?.body["asked"]).toEqual((received.body as { asked: Json }).asked);
    expect(rows[2]?.body["note"]).toBe("no");
    expect(fold(rows)).toMatchObject({ request: { phase: { kind: "ended" } }, odd: [] });
    expect((await store().verify()).fault).toBeNull();
  });

  it("appends all rows or none", async () => {
    expect(await store().append("b", [received])).toBe(true);
    expect(await store().append("b", [found, store().broken])).toBe(false);
    expect((await store().rowsOf("b")).map(({ kind }) => kind)).toEqual(["received"]);
    expect((await store().verify()).fault).toBeNull();
  });

  it("knows which requests are open", async () => {
    expect(await store().append("c", [received])).toBe(true);
    expect(await store().append("d", [received])).toBe(true);
    expect(await store().append("c", [rejected("")])).toBe(true);
    const open = await store().open();
    expect([open.includes("c"), open.includes("d")]).toEqual([false, true]);
  });

  it("ends a request once", async () => {
    expect(await store().append("e", [received, rejected("first")])).toBe(true);
    expect(await store().append("e", [rejected("second")])).toBe(false);
    expect((await store().rowsOf("e")).map(({ kind }) => kind)).toEqual(["received", "rejected"]);
  });

  it("deletes content and keeps facts and chain", async () => {
    expect(await store().append("f", [received, rejected("because of Ping")])).toBe(true);
    expect(await store().append("g", [received])).toBe(true);
    const before = await store().verify();
    expect(await store().deleteContent("g")).toBe(false);
    expect(await store().deleteContent("f")).toBe(true);
    const rows = await store().rowsOf("f");
    expect(rows[1]?.body["note"]).toBeUndefined();
    expect(rows[1]?.body["tellServer"]).toBe(true);
    // Another request holds the same text: there it stays.
    expect((await store().rowsOf("g"))[0]?.body["asked"]).toBeDefined();
    const after = await store().verify();
    expect(after.fault).toBeNull();
    // A store may keep equal texts once.
    expect(after.contents.forgotten).toBeGreaterThan(before.contents.forgotten);
  });

  it("shows a row that was altered", async () => {
    expect(await store().append("h", [received])).toBe(true);
    const { seq, undo } = await store().alter("h");
    expect((await store().verify()).fault).toEqual({ kind: "row-changed", seq });
    await undo();
    expect((await store().verify()).fault).toBeNull();
  });
}
