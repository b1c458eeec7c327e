// A release's notes, its check, and a feed that the app reads, made in a tree of its own.
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { readFeed, releaseOf } from "../src-main/app/updates/feed.ts";
import manifest from "../package.json" with { type: "json" };

const tree = mkdtempSync(path.join(os.tmpdir(), "countersign-release-"));
afterAll(() => rmSync(tree, { recursive: true }));
for (const file of ["release.mjs", "setup/files.mjs", "setup/paths.mjs"])
  cpSync(path.join(import.meta.dirname, file), path.join(tree, "scripts", file));
mkdirSync(path.join(tree, "docs"));
mkdirSync(path.join(tree, "release"));

const keys = generateKeyPairSync("ed25519");
const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).toString("base64");
/** @param {import("node:crypto").KeyObject} key */
const secret = (key) => key.export({ format: "der", type: "pkcs8" }).toString("base64");

/** @param {string} file @param {string | object} content */
const write = (file, content) =>
  writeFileSync(
    path.join(tree, file),
    typeof content === "string" ? content : JSON.stringify(content),
  );
write("package.json", { version: "1.2.10", release: { key: publicKey } });
write(
  "docs/CHANGELOG.md",
  "# Changelog\n\n## 1.2.10 (2026-12-01)\n\n- New.\n\n## 1.2.1 (2026-11-01)\n\n- Old.\n",
);

/** @param {string[]} words @param {Record<string, string>} [env] */
const release = async (words, env = {}) => {
  const script = path.join(tree, "scripts/release.mjs");
  const run = promisify(execFile);
  return (await run(process.execPath, [script, ...words], { env: { ...process.env, ...env } }))
    .stdout;
};

it("takes the notes of this version alone, and refuses another tag or an undated section", async () => {
  expect(await release(["notes"])).toBe("- New.\n");
  await release(["check", "v1.2.10"]);
  await expect(release(["check", "v1.2.1"])).rejects.toThrow("package.json says 1.2.10");
  const before = readFileSync(path.join(tree, "docs/CHANGELOG.md"), "utf8");
  write("docs/CHANGELOG.md", before.replace("(2026-12-01)", "(unreleased)"));
  await expect(release(["check", "v1.2.10"])).rejects.toThrow("no section");
  write("docs/CHANGELOG.md", before);
});

it("makes a feed that the app reads, with the build's own key alone", async () => {
  write("release/Countersign-1.2.10-linux-x86_64.AppImage", "x");
  write("release/Countersign-1.2.10-mac-arm64.dmg", "yy");
  write("release/countersign_1.2.10_amd64.deb", "not for the feed");
  const words = ["feed", path.join(tree, "release"), "https://host.test/releases", "v1.2.10"];
  await expect(release(words)).rejects.toThrow("UPDATE_KEY is missing");
  const other = secret(generateKeyPairSync("ed25519").privateKey);
  await expect(release(words, { UPDATE_KEY: other })).rejects.toThrow("not the key");
  await release(words, { UPDATE_KEY: secret(keys.privateKey) });
  const read = readFeed(readFileSync(path.join(tree, "release/countersign.feed")), keys.publicKey);
  const at = "https://host.test/releases/download/v1.2.10";
  expect(read).toMatchObject({
    ok: true,
    value: {
      version: "1.2.10",
      page: "https://host.test/releases/tag/v1.2.10",
      files: [
        {
          kind: "AppImage",
          arch: "x64",
          bytes: 1,
          url: `${at}/Countersign-1.2.10-linux-x86_64.AppImage`,
        },
        { kind: "dmg", arch: "arm64", bytes: 2 },
      ],
    },
  });
});

it("this build's own settings are whole or none", () => {
  const { feed, key, contact } = manifest.release;
  const isNone = feed === null && key === null && contact === null;
  expect(isNone || releaseOf(manifest) !== null).toBe(true);
});
