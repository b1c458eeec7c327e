// The team's ledger on a real PostgreSQL: the contract of every ledger, verification, what it can hold.
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ana, held, olga, owner, restarted, serve, team, useMembers } from "./testing/members.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { ledgerContract } from "./ledgerContract.ts";
import type { ContractStore } from "./ledgerContract.ts";
import { exportCommand } from "../headless/exportCommand.ts";
import { verifyCommand } from "../workers/verify.ts";
import { byPython, pythonOn, verifyTeam } from "./testing/checks.ts";
import { Member, receivedRow, asks, toldBy } from "./testing/member.ts";
import { statementOf } from "./testing/team.ts";

useMembers();

describe("the contract of a ledger's store", () => {
  const contract: ContractStore = {
    broken: { kind: "no-such-kind", body: {} },
    async append(id, rows) {
      const before = await contract.rowsOf(id);
      const all = rows.map(({ kind, body }) => ({ kind, body }));
      if (before.length === 0) {
        const request = { id, phase: "request", summary: {}, votesNeeded: 1 } as const;
        return (await serve.store.publish({ ...request, rows: all })).ok;
      }
      return (await serve.store.append(id, { revision: before.length, phase: "request" }, all)).ok;
    },
    async rowsOf(id) {
      const rows = await serve.store.rowsOf([id]);
      return rows.ok ? (rows.value.get(id) ?? []) : [];
    },
    async open() {
      await ana.store.refresh();
      return [...ana.store.requests().values()]
        .filter(({ phase }) => phase !== "ended")
        .map(({ id }) => id);
    },
    deleteContent: async (id) => (await olga.deleteContent(id, "user")).ok,
    reopen: restarted,
    verify: () => verifyTeam(team.server.url("aud")),
    async alter(id) {
      const { rows } = await owner.query(
        "SELECT seq, facts FROM countersign.event WHERE sample = $1",
        [id],
      );
      const { seq, facts } = rows[0];
      const put = (text: string) =>
        owner.query("UPDATE countersign.event SET facts = $1 WHERE seq = $2", [text, seq]);
      await put(String(facts).replace("weather", "whether"));
      return { seq: Number(seq), undo: async () => void (await put(facts)) };
    },
  };
  ledgerContract(() => contract);
});

describe("the ledger", () => {
  it("verifies in the database and, exported, by verify.py, with what was forgotten", async () => {
    const id = await held();
    await ana.reject(id);
    expect(toldBy(await olga.deleteContent(id, "user"))).toBe("ok");
    expect(toldBy(await olga.deleteContent(await held(), "user"))).toBe("open");
    const here = await verifyTeam(team.server.url("aud"));
    expect(here).toMatchObject({ fault: null, contents: { absent: 0, stray: 0 } });
    const python = await byPython(team.server.url("aud"));
    expect(python).toMatchObject({ code: 0 });
    expect(python.output).toContain(here.head?.hash ?? "none");
    let said = "";
    const print = (text: string): void => void (said += text);
    expect(await verifyCommand([team.server.url("aud")], {}, print)).toBe(0);
    expect(said).toContain(here.head?.hash ?? "none");
    const elsewhere = team.server.url("aud", "postgres");
    expect(await verifyCommand([elsewhere], {}, print)).toBe(2);
  });

  it("is exported by an auditor, whole or without its contents, as verify and verify.py read it", async () => {
    const { head } = await verifyTeam(team.server.url("aud"));
    const dir = await mkdtemp(path.join(os.tmpdir(), "countersign-export-"));
    for (const options of [[], ["--without-contents"]]) {
      const file = path.join(dir, `team${options.length}.jsonl`);
      let said = "";
      const print = (text: string): void => void (said += text);
      expect(await exportCommand([team.server.url("aud"), file, ...options], print)).toBe(0);
      expect(await verifyCommand([file], {}, print)).toBe(0);
      expect(said).toContain(head?.hash ?? "none");
      expect(pythonOn(file)).toMatchObject({ code: 0 });
      const text = await readFile(file, "utf8");
      expect(text.includes("May I have")).toBe(options.length === 0);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    const elsewhere = team.server.url("aud", "postgres");
    const failed = exportCommand([elsewhere, path.join(dir, "no.jsonl")], () => undefined);
    await expect(failed).rejects.toThrow(/not set up/);
    expect(await readdir(dir)).toEqual(["team0.jsonl", "team1.jsonl"]);
    await rm(dir, { recursive: true });
  });

  it("loses the content that an operator deletes by the statement of docs/team.md", async () => {
    const [ended, open] = [await held(), await held()];
    await ana.reject(ended);
    const texts = async (): Promise<string[]> => {
      const read = await ana.store.rowsOf([ended, open]);
      const rows = read.ok ? read.value : new Map<string, ReadRow[]>();
      return [ended, open].map((id) => JSON.stringify(rows.get(id)));
    };
    const sql = await team.sql("olga");
    const statement = statementOf("countersign.forget");
    await sql.query(statement);
    expect((await texts())[0]).toContain(`May I have ${ended}?`);
    // As if 91 days had passed.
    await sql.query(statement.replace("90 days", "-1 days"));
    await sql.end();
    const [forgotten, kept] = await texts();
    expect(forgotten).not.toContain(`May I have ${ended}?`);
    expect(forgotten).toContain('"forgotten"');
    expect(kept).toContain(`May I have ${open}?`);
    expect(await verifyTeam(team.server.url("aud"))).toMatchObject({ fault: null });
  });

  it("has a text of a document that PostgreSQL's own texts could not hold", async () => {
    const asked = asks("NUL \u0000, half an emoji \ud83d, \n and \u2028");
    const rows = [receivedRow(asked)];
    const request = { id: "odd", rows, phase: "request", summary: {}, votesNeeded: 1 } as const;
    expect(toldBy(await serve.store.publish(request))).toBe("ok");
    const read = await ana.read("odd");
    expect(read.ok && read.value.sample?.asked).toEqual(asked);
  });

  it("keeps a medium once and gives it to every desk", async () => {
    const { createHash } = await import("node:crypto");
    const base64 = "aGVsbG8=";
    const ref = `countersign-media:${createHash("sha256").update(base64).digest("hex")}`;
    const holder = new Member(await team.desk("serve", { mediumText: () => base64 }), "serve");
    const rows = [{ ...receivedRow(asks("picture")), media: [ref] }];
    for (const id of ["m1", "m2"]) {
      const request = { id, rows, phase: "request", summary: {}, votesNeeded: 1 } as const;
      expect(toldBy(await holder.store.publish(request))).toBe("ok");
    }
    expect(await ana.store.medium("m2", ref)).toEqual({ ok: true, value: base64 });
    expect(await ana.store.medium("r1", ref)).toEqual({ ok: true, value: null });
    const { rows: kept } = await owner.query("SELECT 1 FROM countersign.content WHERE body = $1", [
      base64,
    ]);
    expect(kept).toHaveLength(1);
  });

  it("keeps what turns of a conversation share once, and a part until the last of them is deleted", async () => {
    const turn = (count: number) => ({
      ...asks(""),
      messages: Array.from({ length: count }, (_, n) => ({
        role: "user",
        content: { type: "text", text: `Turn ${n} \u0000 é. `.repeat(200) },
      })),
    });
    const partsOf = async (): Promise<number[]> => {
      const counts = `SELECT count(*), coalesce(sum(length(body)), 0),
        (SELECT count(*) FROM countersign.part_use), (SELECT count(*) FROM countersign.part p
          WHERE NOT EXISTS (SELECT 1 FROM countersign.part_use u WHERE u.part = p.id)) FROM countersign.part`;
      const { rows } = await owner.query({ text: counts, rowMode: "array" });
      return (rows[0] ?? []).map(Number);
    };
    const before = await partsOf();
    for (const n of [4, 5, 6]) {
      const rows = [receivedRow(turn(n))];
      const id = `turn${n}`;
      const request = { id, rows, phase: "request", summary: {}, votesNeeded: 1 } as const;
      expect(toldBy(await serve.store.publish(request))).toBe("ok");
    }
    const read = await ana.read("turn5");
    expect(read.ok && read.value.sample?.asked).toEqual(turn(5));
    const [, length = 0] = await partsOf();
    expect(length).toBeGreaterThan((before[1] ?? 0) + 10_000);
    // Of the longest one, twice: as asked and as proposed are one text.
    expect(length - (before[1] ?? 0)).toBeLessThan(1.5 * JSON.stringify(turn(6)).length);
    expect(await verifyTeam(team.server.url("aud"))).toMatchObject({ fault: null });
    for (const n of [6, 4, 5]) {
      expect(toldBy(await ana.reject(`turn${n}`))).toBe("ok");
      expect(toldBy(await olga.deleteContent(`turn${n}`, "user"))).toBe("ok");
      expect((await partsOf())[3]).toBe(0);
      if (n !== 4) continue;
      const kept = await ana.read("turn5");
      expect(kept.ok && kept.value.sample?.asked).toEqual(turn(5));
    }
    expect(await partsOf()).toEqual(before);
    expect(await verifyTeam(team.server.url("aud"))).toMatchObject({ fault: null });
  });
});
