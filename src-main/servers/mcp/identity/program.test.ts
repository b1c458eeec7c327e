// What would be started, checked in real folders: which file, its hash, and its scripts.
import { createHash } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileHashes } from "./fileHash.ts";
import { runnerOf, scriptsOf } from "./commandLine.ts";
import { ProgramInspector } from "./program.ts";
import { resolveCommand } from "./resolve.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "countersign-identity-")));
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
async function file(name: string, text: string, mode = 0o644): Promise<string> {
  const whole = path.join(folder, name);
  await mkdir(path.dirname(whole), { recursive: true });
  await writeFile(whole, text);
  await chmod(whole, mode);
  return whole;
}

describe("the file that a command starts", () => {
  it("is the first program of its name in the child's own PATH", async () => {
    await file("a/tool", "no program");
    const second = await file("b/tool", "#!/bin/sh\n", 0o755);
    await file("c/tool", "#!/bin/sh\n", 0o755);
    const env = { PATH: ["a", "b", "c"].map((one) => path.join(folder, one)).join(":") };
    expect(await resolveCommand("tool", { folder, env })).toBe(second);
    expect(await resolveCommand("other", { folder, env })).toBeNull();
  });

  it("is relative to the child's folder where it has a slash, or where the PATH says so", async () => {
    const tool = await file("bin/tool", "#!/bin/sh\n", 0o755);
    expect(await resolveCommand("bin/tool", { folder, env: { PATH: "" } })).toBe(tool);
    const inside = path.join(folder, "bin");
    expect(await resolveCommand("tool", { folder: inside, env: { PATH: "/nowhere:" } })).toBe(tool);
    expect(await resolveCommand("tool", { folder: inside, env: { PATH: "/nowhere" } })).toBeNull();
  });

  it("is the target of a symbolic link", async () => {
    const real = await file("lib/real.js", "#!/usr/bin/env node\n", 0o755);
    await symlink(real, path.join(folder, "link"));
    expect(await resolveCommand("./link", { folder, env: {} })).toBe(real);
  });

  it("has one of the endings that Windows tries", async () => {
    const tool = await file("tool.CMD", "@echo off");
    const env = { Path: `"${folder}";C:\\none`, PATHEXT: ".EXE;.CMD" };
    const found = await resolveCommand("tool", { folder: tmpdir(), env, platform: "win32" });
    expect(found).toBe(tool);
  });
});

describe("a file's hash", () => {
  it("is that of its bytes, over several chunks", async () => {
    const text = "x".repeat(700_000);
    expect(await new FileHashes().of(await file("long", text))).toBe(sha256(text));
  });

  it("is read again only after a write, also when the file's time was set back", async () => {
    let reads = 0;
    const hashes = new FileHashes(async (...given) => {
      reads += 1;
      return open(...given);
    });
    const one = await file("one", "first");
    const then = new Date(1_600_000_000_000);
    await utimes(one, then, then);
    expect(await hashes.of(one)).toBe(sha256("first"));
    expect(await hashes.of(one)).toBe(sha256("first"));
    expect(reads).toBe(1);
    await writeFile(one, "other");
    await utimes(one, then, then);
    expect(await hashes.of(one)).toBe(sha256("other"));
    expect(reads).toBe(2);
  });

  it("is unknown if there is no file, or an endless one", async () => {
    const hashes = new FileHashes();
    expect(await hashes.of(path.join(folder, "none"))).toBeNull();
    expect(await hashes.of("/dev/zero")).toBeNull();
    expect(await hashes.of(folder)).toBeNull();
  });
});

it.each([
  ["node server.js --port 1", ["server.js"]],
  ["/usr/bin/node --inspect server.js other.js", ["server.js"]],
  ["node -r ./hook.cjs --import=./more.mjs server.mjs", ["./hook.cjs", "./more.mjs", "server.mjs"]],
  ["python3.12 -u server.py", ["server.py"]],
  ["python -m server run.py", []],
  ["node -e code file.js", []],
  ["bash -c ./run.sh", []],
  ["bash run.sh", ["run.sh"]],
  ["bun run x.ts", ["x.ts"]],
  ["java -Xmx1g -jar app.jar in.txt", ["app.jar"]],
  ["my-server data.db", []],
  ["npx -y thing", []],
])("%s runs the scripts %j", (line, scripts) => {
  const [command = "", ...args] = line.split(" ");
  expect(scriptsOf(command, args)).toEqual(scripts);
});

it.each([
  ["npx -y @scope/server", { kind: "package", what: "@scope/server", pinned: false }],
  ["npx @scope/server@1.2.3 --x", { kind: "package", what: "@scope/server@1.2.3", pinned: true }],
  ["npx server@latest", { kind: "package", what: "server@latest", pinned: false }],
  ["npx server@^1.2.3", { kind: "package", what: "server@^1.2.3", pinned: false }],
  ["npx -p pkg@2.0.0 cmd", { kind: "package", what: "pkg@2.0.0", pinned: true }],
  ["uvx --from tools==0.4.1 run", { kind: "package", what: "tools==0.4.1", pinned: true }],
  ["uvx mcp-server", { kind: "package", what: "mcp-server", pinned: false }],
  ["npm exec -- thing", { kind: "package", what: "thing", pinned: false }],
  ["docker run -i --rm -e KEY img:1", { kind: "container", what: "img:1", pinned: false }],
  [
    `docker run img@sha256:${"a".repeat(64)}`,
    { kind: "container", what: `img@sha256:${"a".repeat(64)}`, pinned: true },
  ],
  ["sh -c server", { kind: "shell", what: null, pinned: false }],
  ["python -m server", { kind: "module", what: "server", pinned: false }],
  ["node server.js", undefined],
  ["npm run start", undefined],
])("%s runs %j", (line, runner) => {
  const [command = "", ...args] = line.split(" ");
  expect(runnerOf(command, args)).toEqual(runner);
});

it("searches with the environment that the child gets", async () => {
  const program = await file("bin/python3", "#!/bin/sh\n", 0o755);
  const script = await file("work/server.py", "print()");
  const inspector = new ProgramInspector({ path: () => Promise.resolve("/nowhere") });
  const command = {
    kind: "stdio" as const,
    command: "python3",
    args: ["server.py"],
    cwd: path.join(folder, "work"),
    env: [{ name: "PATH", value: path.join(folder, "bin"), secret: false }],
  };
  expect(await inspector.look(command)).toEqual({
    path: program,
    sha256: sha256("#!/bin/sh\n"),
    files: [{ path: script, sha256: sha256("print()") }],
  });
  expect(await inspector.look({ ...command, env: [] })).toMatchObject({ path: null, sha256: null });
});
