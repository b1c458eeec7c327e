// A team's database on a real PostgreSQL, for tests: set up by the statements of docs/team.md.
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TeamListener, TeamOptions } from "../store.ts";
import { migrateTeam } from "../migrate.ts";
import { TeamStore } from "../store.ts";
import { startServer } from "./server.ts";
import type { ServerOptions, ServerVersion, TestServer } from "./server.ts";

/** Logins by their role. `serve` and `ana` receive requests as well. */
export const LOGINS = {
  ana: "reviewer",
  bo: "reviewer",
  cy: "reviewer",
  serve: "reviewer",
  olga: "operator",
  aud: "auditor",
} as const;
/** Of the logins that need one. */
export const PASSWORD = "päss: word/1";
export type TestLogin = keyof typeof LOGINS;

export interface TestTeam {
  server: TestServer;
  /** A session of one's own in SQL. */
  sql(login: string): Promise<pg.Client>;
  /** Connects a desk, and waits until it is online. */
  desk(login: TestLogin, more?: Partial<TeamOptions>): Promise<TeamStore>;
  end(): Promise<void>;
}

/** The first block of SQL of docs/team.md with this in it. */
export function statementOf(part: string): string {
  const page = readFileSync(path.join(import.meta.dirname, "../../../docs/team.md"), "utf8");
  const blocks = [...page.matchAll(/```sql\n([^`]*)```/g)].map(([, block = ""]) => block);
  const found = blocks.find((block) => block.includes(part));
  if (found === undefined) throw new Error(`not in docs/team.md: ${part}`);
  return found;
}

const setUpStatements = (): string[] =>
  statementOf("CREATE DATABASE")
    .split(";")
    .filter((statement) => statement.trim() !== "");

export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Without notifications, what others did is seen after five seconds at most. */
export const SOON = { timeout: 10_000 };

export const QUIET: TeamListener = {
  connectionChanged: () => undefined,
  requestsChanged: () => undefined,
  modeChanged: () => undefined,
  policyChanged: () => undefined,
};

declare module "vitest" {
  interface ProvidedContext {
    /** The server and the way that the tests of the store run on, where not the usual one (vitest.config.mts). */
    team?: { version: ServerVersion; listens: boolean };
  }
}

/** @param options `listens`: whether its desks do, as far as they don't say otherwise */
export async function testTeam(
  options: ServerOptions & { listens?: boolean } = {},
): Promise<TestTeam> {
  const server = await startServer(options);
  // As on a server that somebody else runs: its administrator is no superuser.
  const superuser = await connected(server.url("postgres", "postgres"));
  await superuser.query("CREATE ROLE admin LOGIN CREATEDB CREATEROLE");
  await superuser.end();
  const admin = await connected(server.url("admin", "postgres"));
  for (const statement of setUpStatements()) await admin.query(statement);
  for (const [login, role] of Object.entries(LOGINS)) {
    const password = options.withPassword?.includes(login) ? `PASSWORD '${PASSWORD}'` : "";
    await admin.query(`CREATE ROLE ${login} LOGIN ${password} IN ROLE countersign_${role}`);
  }
  await admin.end();
  const migrated = await migrateTeam({ url: server.url("olga") });
  if (!migrated.ok) throw new Error(JSON.stringify(migrated.failure));
  const desks: TeamStore[] = [];
  return {
    server,
    sql: (login) => connected(server.url(login)),
    async desk(login, more = {}) {
      const { listener = QUIET } = more;
      const store = await new Promise<TeamStore>((resolve) => {
        const made: TeamStore = new TeamStore({
          address: { url: server.url(login) },
          label: login,
          mediumText: () => null,
          listens: options.listens ?? true,
          ...more,
          listener: {
            ...listener,
            connectionChanged(now) {
              listener.connectionChanged(now);
              if (now.kind === "online") resolve(made);
            },
          },
        });
      });
      desks.push(store);
      return store;
    },
    async end() {
      await Promise.all(desks.map((desk) => desk.close()));
      await server.remove();
    },
  };
}
