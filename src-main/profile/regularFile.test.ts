// What takes the place of a file: a FIFO, a socket, a device and a folder are refused, and nothing waits for them.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { openDatabase } from "../history/ledger/database.ts";
import { readFixtureFolder } from "../rules/fixtureStore.ts";
import { readJson, writeJson } from "./jsonFile.ts";
import { openRegular, readRegular, touchPrivate } from "./regularFile.ts";
import { openRules } from "../rules/ruleStore.ts";

let folder: string;
let sockets: net.Server[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-regular-"));
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.close();
  rmSync(folder, { recursive: true });
});

/** By name, what is put in the file's place. */
const PLACED: Record<string, (file: string) => void | Promise<unknown>> = {
  "a FIFO": (file) => void execFileSync("mkfifo", [file]),
  "a link to a FIFO": (file) => {
    execFileSync("mkfifo", [`${file}.fifo`]);
    symlinkSync(`${file}.fifo`, file);
  },
  "a socket": (file) => {
    const socket = net.createServer().listen(file);
    sockets.push(socket);
    return once(socket, "listening");
  },
  "a device": (file) => symlinkSync("/dev/zero", file),
  "a folder": (file) => mkdirSync(file),
};

const WORDS = /is not a regular file/;

it.runIf(process.platform !== "win32").each(Object.keys(PLACED))(
  "refuses %s at once, whoever reads it",
  async (what) => {
    const file = path.join(folder, "answer.json");
    await PLACED[what]?.(file);
    expect(() => readRegular(file)).toThrow(WORDS);
    expect(() => touchPrivate(file)).toThrow(WORDS);
    await expect(openRegular(file)).rejects.toThrow(WORDS);
    expect(readJson(file, z.unknown(), null)).toMatchObject({
      faults: [{ kind: "config-unreadable", detail: expect.stringMatching(WORDS) as unknown }],
    });
    expect(writeJson(file, {})).toMatchObject({
      failure: { kind: "not-recorded", detail: expect.stringMatching(WORDS) as unknown },
    });
    expect(openRules(file).read()).toMatchObject({ ok: false });
    expect(openDatabase(file)).toMatchObject({
      failure: { kind: "not-recorded", detail: expect.stringMatching(WORDS) as unknown },
    });
    const read: unknown[] = [];
    await readFixtureFolder(folder, (one) => read.push(one));
    const faults =
      what === "a folder" ? [] : [{ file: "answer.json", fault: { kind: "unreadable" } }];
    expect(read).toMatchObject(faults);
  },
);

it("reads a file, also through a link, and makes one that only its owner can read", () => {
  const file = path.join(folder, "file");
  touchPrivate(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, "text");
  symlinkSync(file, path.join(folder, "link"));
  expect(readRegular(path.join(folder, "link"))).toBe("text");
  const allow = ({ size }: { size: number }): void => {
    if (size > 3) throw new Error("too large");
  };
  expect(() => readRegular(file, allow)).toThrow("too large");
  expect(() => readRegular(path.join(folder, "none"))).toThrow("ENOENT");
});
