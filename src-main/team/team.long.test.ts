// The team under random walks, kills and restarts: on PostgreSQL 18 and 15, with notifications and by the poll alone.
import { spawn } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { byPython, verifyTeam } from "./testing/checks.ts";
import { Member, toldBy } from "./testing/member.ts";
import { hasServer } from "./testing/server.ts";
import type { ServerVersion } from "./testing/server.ts";
import { migrateTeam } from "./migrate.ts";
import { connected, testTeam } from "./testing/team.ts";
import type { TestTeam } from "./testing/team.ts";
import { Walk, faultsOf, walks } from "./testing/walk.ts";

const MATRIX: readonly [version: ServerVersion, listens: boolean, runs: number][] = [
  [18, true, 40],
  [18, false, 12],
  [15, true, 12],
  [15, false, 8],
];

const here = MATRIX.filter(([version]) => hasServer(version));

describe.each(here)("on PostgreSQL %s, notifications %s", (version, listens, numRuns) => {
  let team: TestTeam;
  let owner: pg.Client;
  let walk: Walk;
  beforeAll(async () => {
    team = await testTeam({ version });
    owner = await team.sql("postgres");
    walk = new Walk(team, owner, listens);
    await walk.begin();
  });
  afterAll(async () => {
    await walk.end();
    await owner.end();
    await team.end();
  });

  it(
    "ends each request once, counts no vote twice, and verifies",
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(walks, async (batches) => {
          await walk.run(batches);
          await walk.settle();
          for (const id of walk.ids) {
            const { rows } = await owner.query(
              "SELECT login, votes_needed FROM countersign.request r JOIN countersign.session s ON s.id = holder WHERE r.id = $1",
              [id],
            );
            const { login = "", votes_needed: needed = 1 } = rows[0] ?? {};
            expect(faultsOf(await walk.rowsOf(id), login, needed)).toEqual([]);
          }
          // What a desk was told is appended is there.
          for (const { seq, hash } of walk.told) {
            const { rows } = await owner.query(
              "SELECT hash FROM countersign.event WHERE seq = $1",
              [seq],
            );
            expect(rows).toEqual([{ hash }]);
          }
        }),
        { numRuns },
      );
      const url = team.server.url("aud");
      const here = await verifyTeam(url);
      expect(here).toMatchObject({ fault: null, contents: { absent: 0, stray: 0 } });
      const python = await byPython(url);
      expect(python).toMatchObject({ code: 0 });
      expect(python.output).toContain(here.head?.hash ?? "none");
    },
  );
});

describe("kill -9", () => {
  let team: TestTeam;
  let owner: pg.Client;
  beforeAll(async () => {
    team = await testTeam({ durable: true });
    owner = await team.sql("postgres");
  });
  afterAll(async () => {
    await owner.end();
    await team.end();
  });

  it(
    "of the database, thrice, loses nothing that a desk was told is decided",
    { timeout: 120_000 },
    async () => {
      const logins = ["serve", "ana", "bo"] as const;
      const members = await Promise.all(
        logins.map(async (login) => new Member(await team.desk(login), login)),
      );
      const told: { seq: number; hash: string }[] = [];
      const over = new AbortController();
      const work = members.map(async (member) => {
        for (let count = 0; !over.signal.aborted; count += 1) {
          const id = `${member.login}-${count}`;
          const done = [await member.publish(id), await member.reject(id)];
          for (const one of done) if (one.ok && one.value !== null) told.push(one.value);
          if (done.some(({ ok }) => !ok)) await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
      for (let times = 1; times <= 3; times += 1) {
        await vi.waitFor(() => expect(told.length).toBeGreaterThan(times * 100), {
          timeout: 30_000,
        });
        await team.server.kill();
        await team.server.start();
      }
      const before = told.length;
      await vi.waitFor(() => expect(told.length).toBeGreaterThan(before + 100), {
        timeout: 30_000,
      });
      over.abort();
      await Promise.all(work);
      owner = await team.sql("postgres");
      const { rows } = await owner.query("SELECT seq, hash FROM countersign.event");
      const kept = new Map(rows.map(({ seq, hash }) => [Number(seq), String(hash)]));
      expect(told.filter(({ seq, hash }) => kept.get(seq) !== hash)).toEqual([]);
      expect((await verifyTeam(team.server.url("aud"))).fault).toBeNull();
    },
  );

  it(
    "of the process of a holder ends what it held as undeliverable",
    { timeout: 60_000 },
    async () => {
      await owner.query("UPDATE countersign.meta SET lost_ms = 1500");
      const script = path.join(import.meta.dirname, "testing/holderProcess.ts");
      const quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON";
      const child = spawn(process.execPath, [quiet, script, team.server.url("serve")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      child.stdout.on("data", (chunk) => (output += String(chunk)));
      await vi.waitFor(() => expect(output.split("\n").length).toBeGreaterThan(20), {
        timeout: 30_000,
      });
      const ana = new Member(await team.desk("ana"), "ana");
      await ana.store.refresh();
      const open = (): string[] =>
        [...ana.store.requests().values()]
          .filter(({ id, phase }) => id.startsWith("held-") && phase !== "ended")
          .map(({ id }) => id);
      const [first = ""] = open();
      expect(toldBy(await ana.approve(first))).toBe("ok");
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));
      await vi.waitFor(
        async () => {
          await ana.store.refresh();
          for (const id of open()) await ana.endLost(id);
          expect(open()).toEqual([]);
        },
        { timeout: 20_000 },
      );
      const read = await ana.read(first);
      expect(read.ok && read.value.sample?.phase).toMatchObject({
        ending: { kind: "cancelled", because: { kind: "holder-lost" } },
      });
      expect((await verifyTeam(team.server.url("aud"))).fault).toBeNull();
    },
  );
});

it("sets up nothing, and says so, while another session has locked what it needs", async () => {
  const team = await testTeam();
  const owner = await team.sql("postgres");
  await owner.query("CREATE DATABASE second OWNER countersign_owner");
  const other = await connected(team.server.url("olga", "second"));
  await other.query("BEGIN; SET LOCAL ROLE countersign_owner; CREATE SCHEMA countersign");
  const address = { url: team.server.url("olga", "second") };
  expect(await migrateTeam(address)).toMatchObject({ failure: { kind: "team-busy" } });
  await other.query("ROLLBACK");
  expect(await migrateTeam(address)).toMatchObject({ ok: true });
  await Promise.all([other.end(), owner.end()]);
  await team.end();
});
