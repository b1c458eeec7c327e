// Who may use a profile: its owner, where nobody else can write to it, and one process at a time.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectNode } from "../../e2e/support/paths.ts";
import { openProfileFolder } from "./profileFolder.ts";
import { lockProfile } from "./profileLock.ts";

let folder: string;
let profile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-owner-"));
  profile = path.join(folder, "profile");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const own = process.getuid?.() ?? 0;
const isPosix = process.platform !== "win32";

it("makes a folder that is the user's alone, whatever the umask", () => {
  const before = process.umask(0);
  try {
    expect(openProfileFolder(profile)).toBeNull();
  } finally {
    process.umask(before);
  }
  if (isPosix) expect(statSync(profile).mode & 0o777).toBe(0o700);
  expect(openProfileFolder(profile)).toBeNull();
});

it.runIf(isPosix)("names the owner of another user's folder, and of a link", () => {
  openProfileFolder(profile);
  expect(openProfileFolder(profile, own + 1)).toEqual({ kind: "other-owner", uid: own });
  const link = path.join(folder, "link");
  symlinkSync(profile, link);
  expect(openProfileFolder(link, own + 1)).toEqual({ kind: "other-owner", uid: own });
  expect(openProfileFolder(link)).toBeNull();
});

it.runIf(isPosix).each([0o770, 0o707, 0o720, 0o1777])("refuses a folder of mode %o", (mode) => {
  openProfileFolder(profile);
  chmodSync(profile, mode);
  expect(openProfileFolder(profile)).toEqual({ kind: "writable", mode: mode & 0o777 });
  chmodSync(profile, 0o755);
  expect(openProfileFolder(profile)).toBeNull();
});

it("refuses what is no folder", () => {
  writeFileSync(profile, "");
  expect(openProfileFolder(profile)).toMatchObject({ kind: "unusable" });
  symlinkSync(path.join(folder, "gone"), path.join(folder, "link"));
  expect(openProfileFolder(path.join(folder, "link"))).toMatchObject({ kind: "unusable" });
});

it
  .runIf(isPosix)
  .each([
    "headless.json",
    "known-0123456789abcdef.json",
    "ledger.db",
    "loopback.json",
    "mcp.json",
    "secrets.json",
    "serve.key",
  ])("refuses what has the place of %s and is no file, and leaves it", (name) => {
  openProfileFolder(profile);
  const file = path.join(profile, name);
  const fifo = path.join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  const placed = [
    () => void execFileSync("mkfifo", [file]),
    () => symlinkSync(fifo, file),
    () => mkdirSync(file),
    () => symlinkSync("/dev/null", file),
  ];
  for (const place of placed) {
    place();
    expect(openProfileFolder(profile)).toMatchObject({
      kind: "unusable",
      detail: `${file} is not a regular file`,
    });
    expect(readdirSync(profile)).toEqual([name]);
    rmSync(file, { recursive: true });
  }
  writeFileSync(file, "");
  expect(openProfileFolder(profile)).toBeNull();
});

it.runIf(isPosix)("leaves the app's own folders and Chromium's sockets alone", () => {
  openProfileFolder(profile);
  for (const name of ["shared_proto_db", "gateway", "Cache"]) mkdirSync(path.join(profile, name));
  symlinkSync("/dev/null", path.join(profile, "SingletonSocket"));
  expect(openProfileFolder(profile)).toBeNull();
});

/** A process that says whether it has the profile, and keeps it until it ends. */
class Process {
  readonly child: ChildProcess;
  readonly said: Promise<string>;

  constructor() {
    const module = pathToFileURL(path.join(import.meta.dirname, "profileLock.ts")).href;
    const script = `const { lockProfile } = await import(${JSON.stringify(module)});
      const { ok, failure } = lockProfile(${JSON.stringify(profile)});
      console.log(ok ? "has it" : failure.kind);
      if (ok) setInterval(() => {}, 1000);`;
    const args = ["--no-warnings", "--input-type=module", "-e", script];
    this.child = spawn(projectNode, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.said = once(this.child.stdout as NodeJS.ReadableStream, "data").then(([text]) =>
      String(text).trim(),
    );
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode === null && this.child.kill(signal)) await once(this.child, "exit");
  }
}

it(
  "lets one of several processes have a profile that start together, and the next after kill -9",
  { tags: ["long"], timeout: 60_000 },
  async () => {
    openProfileFolder(profile);
    for (let round = 0; round < 2; round += 1) {
      const all = [new Process(), new Process(), new Process()];
      // Each round begins with what the killed one left.
      // oxlint-disable-next-line no-await-in-loop
      const said = await Promise.all(all.map((one) => one.said));
      expect(said.toSorted()).toEqual(["has it", "in-use", "in-use"]);
      expect(lockProfile(profile)).toEqual({ ok: false, failure: { kind: "in-use" } });
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(all.map((one) => one.end("SIGKILL")));
    }
    const locked = lockProfile(profile);
    expect(locked).toMatchObject({ ok: true });
    expect(lockProfile(profile)).toMatchObject({ ok: false });
    if (locked.ok) locked.value();
    const again = lockProfile(profile);
    if (again.ok) again.value();
    expect(again).toMatchObject({ ok: true });
  },
);

it.runIf(isPosix)("says what is wrong with the lock's file", () => {
  openProfileFolder(profile);
  symlinkSync("/dev/null", path.join(profile, "in-use.db"));
  expect(lockProfile(profile)).toMatchObject({
    failure: { kind: "unusable", detail: expect.stringContaining("not a regular file") as unknown },
  });
});
