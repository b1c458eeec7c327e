import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { isGuarded } from "#shared/agents/guarded.ts";
import type { ActionFile } from "#shared/request/kinds/action/document.ts";
import { filesOf, guardedPlaces, TEXT_MAX_BYTES } from "./actionFiles.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "countersign-files-")));
const inside = (name: string): string => path.join(folder, name);
const profile = inside("profile");
const write = (named: string) => ({
  kind: "write" as const,
  path: named,
  content: { at: ["content"], text: "" },
});

async function look(named: string, from: string | null = folder) {
  const deps = {
    folder: from,
    isGuarded: (real: string) => isGuarded(real, profile),
  };
  const [one] = await filesOf(write(named), deps, true);
  if (one === undefined) throw new Error("no file");
  return one;
}

it("says what each kind of file is, without waiting for any", async () => {
  writeFileSync(inside("text"), "ü\r\n");
  writeFileSync(inside("binary"), Buffer.from([0xff, 1]));
  writeFileSync(inside("zero"), "a\0b");
  writeFileSync(inside("large"), "x".repeat(TEXT_MAX_BYTES + 1));
  writeFileSync(inside("huge"), "");
  truncateSync(inside("huge"), 64 * 1024 * 1024 + 1);
  mkdirSync(inside("folder"));
  if (process.platform !== "win32") execFileSync("mkfifo", [inside("fifo")]);
  const sha256 = createHash("sha256").update("ü\r\n").digest("hex");
  const states: [string, Partial<ActionFile>][] = [
    ["text", { state: "text", bytes: 4, sha256 }],
    ["binary", { state: "binary", bytes: 2 }],
    ["zero", { state: "binary", bytes: 3 }],
    ["large", { state: "too-large", bytes: TEXT_MAX_BYTES + 1 }],
    ["huge", { state: "too-large", bytes: 64 * 1024 * 1024 + 1 }],
    ["folder", { state: "unreadable" }],
    ["missing/new", { state: "absent", real: inside("missing/new") }],
    ["text/below", { state: "absent" }],
    ["a\0b", { state: "unreadable", isGuarded: true }],
  ];
  if (process.platform !== "win32")
    states.push(
      ["fifo", { state: "unreadable" }],
      ["/dev/zero", { state: "unreadable" }],
      ["/proc/self/cwd/package.json", { state: "unreadable", isGuarded: true }],
      ["second name", { state: "text", isGuarded: true }],
    );
  writeFileSync(inside("first name"), "");
  linkSync(inside("first name"), inside("second name"));
  for (const [named, file] of states) expect((await look(named)).file).toMatchObject(file);
  expect((await look("text")).text).toBe("ü\r\n");
  for (const named of ["binary", "large", "missing/new"])
    expect((await look(named)).text).toBeNull();
  expect((await look("large")).file.sha256).toHaveLength(64);
  expect((await look("huge")).file.sha256).toBeUndefined();
  expect((await look("text", null)).file).toMatchObject({ state: "unreadable", isGuarded: true });
});

it.skipIf(process.platform === "win32")(
  "follows links to where a file is or would be",
  async () => {
    mkdirSync(profile);
    mkdirSync(inside("real"));
    writeFileSync(inside("real/a"), "a");
    symlinkSync(inside("real/a"), inside("link"));
    symlinkSync(inside("real"), inside("dir"));
    symlinkSync(path.join("profile", "rules.json"), inside("dangling"));
    symlinkSync(inside("loop"), inside("loop"));
    symlinkSync(folder, `${folder}-link`);
    const cases: [string, Partial<ActionFile>][] = [
      ["real/a", { real: inside("real/a") }],
      ["link", { real: inside("real/a"), isLinked: true }],
      ["dir/new/b", { real: inside("real/new/b"), isLinked: true, state: "absent" }],
      ["dir/../real/a", { real: inside("real/a") }],
      ["dangling", { real: path.join(profile, "rules.json"), isGuarded: true, state: "absent" }],
      ["loop", { state: "unreadable", isGuarded: true }],
    ];
    for (const [named, file] of cases) expect((await look(named)).file).toMatchObject(file);
    expect((await look("real/a")).file.isLinked).toBeUndefined();
    // The agent's own folder is reached by a link: nothing within it leads elsewhere.
    const linked = `${folder}-link`;
    for (const named of ["real/a", path.join(linked, "real/a")]) {
      const { file } = await look(named, linked);
      expect(file).toMatchObject({ real: inside("real/a"), state: "text" });
      expect(file.isLinked).toBeUndefined();
    }
  },
);

it("names a file that is only read, without its content, and guards only what is written", async () => {
  const deps = {
    folder,
    isGuarded: (real: string) => isGuarded(real, folder),
  };
  const [read] = await filesOf({ kind: "read", path: "text" }, deps, true);
  expect(read).toEqual({
    file: { path: "text", real: inside("text"), state: "text", bytes: 4 },
    text: null,
  });
  const [written] = await filesOf(write("text"), deps, false);
  expect(written?.file).toMatchObject({ isGuarded: true, bytes: 4 });
  expect(await filesOf({ kind: "other" }, deps, true)).toEqual([]);
});

it("guards a config where it really is, and its folder if that has an unusual name or place", () => {
  const [usual, elsewhere] = [inside("home/.claude"), inside("dotfiles")];
  for (const one of [usual, elsewhere]) mkdirSync(one, { recursive: true });
  writeFileSync(path.join(elsewhere, "claude.json"), "{}");
  symlinkSync(path.join(elsewhere, "claude.json"), path.join(usual, "settings.json"));
  mkdirSync(inside("moved"));
  expect(guardedPlaces([path.join(usual, "settings.json"), inside("moved/settings.json")])).toEqual(
    [path.join(elsewhere, "claude.json"), inside("moved/settings.json"), inside("moved")],
  );
  symlinkSync(elsewhere, inside("home/.codex"));
  expect(guardedPlaces([inside("home/.codex/hooks.json")])).toContain(elsewhere);
});
