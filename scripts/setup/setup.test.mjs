// The building blocks of set-up: one member of a zip archive, files that arrive whole or not at all, the counts of the
// test runners, and the fallback's fuses.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenOff, COMPLAINED, playwrightCounts, vitestCounts } from "./counts.mjs";
import { hashFile, replaceWhole } from "./files.mjs";
import { withFuses } from "./fallback.mjs";
import { extractAll, extractMember } from "./zip.mjs";

let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), "countersign-setup-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/**
 * A zip archive as APPNOTE 4.3 has it, the members given as [name, content, deflated?].
 * @param {[name: string, content: string, deflate: boolean][]} members
 */
function zip(members) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const entries = [];
  let offset = 0;
  for (const [name, content, deflate] of members) {
    const raw = Buffer.from(content);
    const packed = deflate ? deflateRawSync(raw) : raw;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(deflate ? 8 : 0, 8);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    local.writeUInt16LE(4, 28); // an extra field, which a reader has to step over
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(deflate ? 8 : 0, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt16LE(3, 32); // a comment
    entry.writeUInt32LE(offset, 42);
    const whole = Buffer.concat([local, Buffer.from(name), Buffer.alloc(4), packed]);
    entries.push(Buffer.concat([entry, Buffer.from(name), Buffer.from("abc")]));
    parts.push(whole);
    offset += whole.length;
  }
  const central = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(7, 20);
  return Buffer.concat([...parts, central, end, Buffer.from("comment")]);
}

describe("extractMember", () => {
  test.each([
    ["stored", "first.txt", "one"],
    ["deflated", "folder/second.bin", "two ".repeat(10_000)],
  ])("extracts a %s member whole", async (_how, name, content) => {
    const archive = path.join(dir, "some.zip");
    const members = zip([
      ["first.txt", "one", false],
      ["folder/second.bin", "two ".repeat(10_000), true],
      ["last.txt", "three", true],
    ]);
    await writeFile(archive, members);
    const target = path.join(dir, "member");
    await extractMember(archive, name, target);
    expect(await readFile(target, "utf8")).toBe(content);
  });

  test("names a missing member", async () => {
    const archive = path.join(dir, "other.zip");
    await writeFile(archive, zip([["a", "b", false]]));
    await expect(extractMember(archive, "c", path.join(dir, "c"))).rejects.toThrow("no member c");
  });

  test("rejects a file that is not an archive", async () => {
    const archive = path.join(dir, "no.zip");
    await writeFile(archive, "just text, longer than the record at the end of an archive");
    await expect(extractMember(archive, "a", path.join(dir, "a"))).rejects.toThrow(
      "no zip archive",
    );
  });
});

describe("extractAll", () => {
  test("extracts the selected members to their places", async () => {
    const archive = path.join(dir, "all.zip");
    const members = [
      ["app/a.txt", "a"],
      ["app/sub/b.txt", "b"],
      ["app/no.txt", "no"],
    ];
    await writeFile(archive, zip(members.map(([name = "", text = ""]) => [name, text, true])));
    const target = path.join(dir, "all");
    await extractAll(archive, target, (name) => (name.includes("no") ? null : name.slice(4)));
    expect((await readdir(target, { recursive: true })).sort()).toEqual([
      "a.txt",
      "sub",
      "sub/b.txt",
    ]);
    expect(await readFile(path.join(target, "sub/b.txt"), "utf8")).toBe("b");
  });

  test("refuses a member outside the folder", async () => {
    const archive = path.join(dir, "out.zip");
    await writeFile(archive, zip([["../out.txt", "x", false]]));
    await expect(extractAll(archive, path.join(dir, "in"), (name) => name)).rejects.toThrow(
      "outside",
    );
  });
});

describe("replaceWhole", () => {
  test("keeps the old file when the new one fails", async () => {
    const target = path.join(dir, "whole/file");
    await replaceWhole(target, async (temp) => {
      const file = path.join(temp, "f");
      await writeFile(file, "old");
      return file;
    });
    const failing = replaceWhole(target, async (temp) => {
      await writeFile(path.join(temp, "f"), "half");
      throw new Error("interrupted");
    });
    await expect(failing).rejects.toThrow("interrupted");
    expect(await readFile(target, "utf8")).toBe("old");
    expect(await readdir(path.dirname(target))).toEqual(["file"]);
  });

  test("hashes what it wrote", async () => {
    const file = path.join(dir, "hashed");
    await writeFile(file, "abc");
    expect(await hashFile(file, "sha256", "hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});

describe("test counts", () => {
  const passed = { fullName: "runs", status: "passed" };
  const failureMessages = ["\u001B[31mError: no\u001B[39m\n    at a line"];
  const failed = { fullName: "fails", status: "failed", failureMessages };
  // An object without a message was thrown.
  const thrown = { fullName: "throws", status: "failed", failureMessages: [null] };
  const pending = { fullName: "waits", status: "pending" };

  test("name the unit tests that failed or did not run, and files that do not load", () => {
    const testResults = [
      { name: "a.test.ts", status: "failed", assertionResults: [] },
      { name: "b.test.ts", status: "failed", assertionResults: [passed, failed] },
      { name: "e.test.ts", status: "failed", assertionResults: [thrown] },
      { name: "c.test.ts", status: "passed", assertionResults: [passed, pending] },
    ];
    expect(vitestCounts({ testResults })).toEqual({
      passed: 2,
      failed: ["b.test.ts: fails: Error: no", "e.test.ts: throws", "a.test.ts: the file"],
      skipped: ["c.test.ts: waits"],
      again: [],
    });
    expect(brokenOff({ testResults })).toEqual([]);
  });

  test("replace the first run of a file whose process crashed, and name it", () => {
    const whole = { name: "a.test.ts", status: "passed", assertionResults: [passed, passed] };
    const cut = { name: "b.test.ts", status: "failed", assertionResults: [passed, pending] };
    const report = { testResults: [whole, cut] };
    expect(brokenOff(report)).toEqual(["b.test.ts"]);
    const ran = { ...cut, status: "passed", assertionResults: [passed, passed] };
    expect(vitestCounts(report, { testResults: [ran] })).toEqual({
      passed: 4,
      failed: [],
      skipped: [],
      again: ["b.test.ts"],
    });
  });

  test("count console errors as a failure, also when the retry passed", () => {
    /** @param {string} status @param {string[]} messages */
    const ran = (status, ...messages) => ({
      status,
      results: [{ errors: messages.map((message) => ({ message })) }, { errors: [] }],
    });
    const spec = (/** @type {string} */ title, /** @type {object} */ one) => ({
      title,
      file: "a.spec.ts",
      tests: [one],
    });
    const skipped = { status: "skipped", annotations: [{ type: "skip", description: "no bus" }] };
    const report = {
      suites: [
        {
          specs: [
            spec("at once", ran("expected")),
            spec("slow", ran("flaky", "Error: timed out")),
            spec("loud", ran("flaky", `Error: ${COMPLAINED}`)),
            spec("broken", ran("unexpected", "Error: no")),
          ],
          suites: [{ specs: [spec("keys", skipped), spec("late", { status: "skipped" })] }],
        },
      ],
    };
    expect(playwrightCounts(report)).toEqual({
      passed: 2,
      failed: ["a.spec.ts: broken: Error: no", `a.spec.ts: loud: ${COMPLAINED}`],
      skipped: ["a.spec.ts: keys: no bus", "a.spec.ts: late: something failed before it"],
      again: ["a.spec.ts: slow"],
    });
  });

  test("are zero without a report", () => {
    const nothing = { passed: 0, failed: [], skipped: [], again: [] };
    expect([vitestCounts(null), playwrightCounts(null)]).toEqual([nothing, nothing]);
  });
});

describe("the fuses of the fallback", () => {
  const behind = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
  const binary = (/** @type {string} */ fuses) =>
    Buffer.from(`ELF${behind}no fuses${behind}\u0001\u0008${fuses}\u0000rest`, "latin1");

  test("allow Playwright to attach, and ignore the other application's snapshot", () => {
    expect(withFuses(binary("10100011"))).toEqual(binary("10110001"));
  });

  test("are rejected when they are unknown", () => {
    expect(() => withFuses(binary("00000000"))).toThrow("fuses");
  });
});
