// The package for npm on a bare machine: packed, installed from the registry into an empty folder, and served from.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { runtime } from "../../../scripts/runtime.mjs";
import { machineSwitches } from "../../../scripts/setup/screen.mjs";
import { projectNode, projectRoot } from "../../support/paths.ts";
import { Command, entryOf, folderWith, write } from "../../support/headless.ts";
import { Host } from "../../support/host.ts";
import { FIXTURE } from "./fixture.ts";

const exec = promisify(execFile);
const NAMED = ["--policy", "rules.json", "--servers", "servers.json"];

/** Without a command: the window, in the Electron of this machine, until a signal ends it. */
async function opensWindow(launcher: string, bare: string): Promise<void> {
  const { executable } = await runtime();
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: path.dirname(executable) };
  const switches = machineSwitches({ virtual: true });
  const window = new Command(bare, [...switches, `--user-data-dir=${bare}/window`], env, launcher);
  const log = path.join(bare, "window/logs/main.log");
  const text = (): string => (existsSync(log) ? readFileSync(log, "utf8") : "");
  await expect.poll(text, { timeout: 30_000 }).toContain("started");
  window.child.kill("SIGTERM");
  await expect.poll(text).toContain("ended");
  await window.ended;
}

test("packed, installed without development packages, served from, ended and verified @long", async () => {
  test.setTimeout(300_000);
  await exec(projectNode, ["scripts/npmPackage.mjs"], { cwd: projectRoot, maxBuffer: 1e8 });
  const tarball = readdirSync(path.join(projectRoot, "dist")).find((name) => name.endsWith(".tgz"));
  const bare = mkdtempSync(path.join(tmpdir(), "countersign-bare-"));
  write(bare, "package.json", { name: "bare", private: true });
  const from = path.join(projectRoot, "dist", tarball ?? "");
  await exec("npm", ["install", "--omit=dev", "--no-audit", "--no-fund", from], { cwd: bare });
  const installed = readdirSync(path.join(bare, "node_modules"));
  expect(installed).toEqual(expect.arrayContaining(["countersign", "electron", "libsql"]));
  // Bundled: no package of its own. The builds for graphics cards stay away.
  expect(installed).not.toContain("ai");
  const engines = readdirSync(path.join(bare, "node_modules/@fugood"));
  expect(engines.every((name) => /^node-llama-[a-z0-9]+-[a-z0-9]+$/.test(name))).toBe(true);

  const launcher = path.join(bare, "node_modules/countersign/scripts/countersign.mjs");
  const demo = path.join(bare, "node_modules/countersign/out/main/demo-stdio.js");
  await opensWindow(launcher, bare);

  const folder = folderWith([], { mcpServers: { travel: { command: projectNode, args: [demo] } } });
  mkdirSync(path.join(folder, "fixtures"));
  write(folder, "fixtures/known.json", FIXTURE);
  const run = (...args: string[]) => new Command(folder, args, {}, launcher).ended;
  expect(await run("accept", ...NAMED)).toMatchObject({ code: 0, err: "" });
  const serve = ["serve", ...NAMED, "--profile", "profile", "--fixtures", "fixtures"];
  const command = new Command(folder, serve, {}, launcher);
  const [, key = ""] = await command.said(/^Signs the ledger with ([0-9a-f]{64})/m);
  const [, config = ""] = await command.said(/config for hosts in (\S+),/);
  const host = new Host(entryOf(config, "travel"), folder);
  await host.initialize();
  expect(JSON.stringify(await host.call("ask", { question: "What is known?" }))).toContain(
    "From a fixture.",
  );
  expect(await command.end()).toMatchObject({ code: 0, err: "" });
  const verified = await run("verify", path.join(folder, "profile", "ledger.db"), "--key", key);
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining("Verified.") as unknown });
});
