// Joining a team's database over TLS, on a real PostgreSQL with certificates of this test's own authority: who is let in,
// who is refused, and in which words. 127.0.0.2 is an address that does not count as this machine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TeamFailure } from "#shared/team/failure.ts";
import { makeAuthority } from "../models/testing/network.ts";
import { teamWords } from "../history/verify/words.ts";
import { TeamStore } from "../team/store.ts";
import { startServer } from "../team/testing/server.ts";
import type { TestServer } from "../team/testing/server.ts";
import { PASSWORD, QUIET, testTeam } from "../team/testing/team.ts";
import type { TestTeam } from "../team/testing/team.ts";
import type { TeamAddress } from "../team/address.ts";

const settings = { listen_addresses: "127.0.0.1,127.0.0.2" };
let named: TestTeam;
let numbered: TestTeam;
let plain: TestServer;
let authorities: string;
let others: string;

beforeAll(async () => {
  const [ours, foreign] = [await makeAuthority("Ours"), await makeAuthority("Another")];
  [authorities, others] = [ours.ca.cert, foreign.ca.cert];
  named = await testTeam({ settings, tls: await ours.sign("localhost") });
  numbered = await testTeam({ settings, tls: await ours.sign("127.0.0.2"), withPassword: ["cy"] });
  plain = await startServer({ settings });
});
afterAll(async () => {
  await named.end();
  await numbered.end();
  await plain.remove();
});

const at = (server: TestServer, host: string, query = ""): string =>
  `${server.url("ana").replace("127.0.0.1", host)}${query}`;

/** The words of the first refusal, or the login that is online. */
function joining(url: string, more: Partial<TeamAddress> = {}): Promise<string> {
  return new Promise((resolve) => {
    const store = new TeamStore({
      address: { url, ...more },
      label: "ana",
      mediumText: () => null,
      listener: {
        ...QUIET,
        connectionChanged(now) {
          if (now.kind === "connecting") return;
          const failure: TeamFailure | null = now.kind === "offline" ? now.failure : null;
          // After the store's own constructor, which reports some failures.
          setImmediate(() => void store.close());
          resolve(failure === null ? "online" : teamWords(failure));
        },
      },
    });
  });
}

it("joins where authority and name are right", async () => {
  expect(
    await joining(at(named.server, "localhost", "?sslmode=verify-full"), { authorities }),
  ).toBe("online");
  expect(await joining(at(numbered.server, "127.0.0.2"), { authorities })).toBe("online");
});

it("refuses the certificate of an authority that is not trusted", async () => {
  const words = /^The server's certificate cannot be verified: (?:self-signed|unable to)/;
  expect(await joining(at(numbered.server, "127.0.0.2"))).toMatch(words);
  expect(await joining(at(numbered.server, "127.0.0.2"), { authorities: others })).toMatch(words);
  // A weaker sslmode has no effect, nor has the user's word for connections without TLS.
  const weaker = at(numbered.server, "127.0.0.2", "?sslmode=require");
  expect(await joining(weaker, { allowPlain: true })).toMatch(words);
});

it("refuses a certificate for another name or address", async () => {
  const words = /^The server's certificate cannot be verified: .*altnames/;
  expect(await joining(at(named.server, "127.0.0.2"), { authorities })).toMatch(words);
  const local = at(numbered.server, "localhost", "?sslmode=verify-full");
  expect(await joining(local, { authorities })).toMatch(words);
});

it("refuses a server without TLS that is not this machine", async () => {
  expect(await joining(at(plain, "127.0.0.2"))).toBe(
    "The server's certificate cannot be verified: The server does not support SSL connections",
  );
  const disabled = at(plain, "127.0.0.2", "?sslmode=disable");
  expect(await joining(disabled)).toBe("Another machine is not reached without TLS.");
  // Reached, and without such a login.
  expect(await joining(disabled, { allowPlain: true })).toMatch(/^The login was not accepted/);
});

it("takes a login's password, and says so where it is wrong or missing", async () => {
  const url = at(numbered.server, "127.0.0.2").replace("ana@", "cy@");
  expect(await joining(url, { authorities, password: PASSWORD })).toBe("online");
  const inUrl = url.replace("cy@", `cy:${encodeURIComponent(PASSWORD)}@`);
  expect(await joining(inUrl, { authorities })).toBe("online");
  for (const wrong of [{ password: "another" }, {}]) {
    expect(await joining(url, { authorities, ...wrong })).toMatch(/^The login was not accepted/);
  }
});

it("verifies a ledger with an authority from NODE_EXTRA_CA_CERTS, and not without", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "countersign-tls-")), "ca.pem");
  writeFileSync(file, authorities);
  const script = `import { verifyCommand } from ${JSON.stringify(path.resolve("src-main/workers/verify.ts"))};
    process.exitCode = await verifyCommand([process.argv[1]], {}, (text) => process.stdout.write(text));`;
  const verify = (env: object) =>
    spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        script,
        at(numbered.server, "127.0.0.2").replace("ana@", "aud@"),
      ],
      { encoding: "utf8", env: { PATH: process.env["PATH"], ...env } },
    );
  const without = verify({});
  expect([without.status, without.stdout]).toEqual([
    2,
    expect.stringContaining("certificate cannot"),
  ]);
  const done = verify({ NODE_EXTRA_CA_CERTS: file });
  expect([done.status, done.stdout]).toEqual([0, expect.stringContaining("Verified")]);
});
