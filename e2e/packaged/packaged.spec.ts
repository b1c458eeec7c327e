// The packaged app, as users get it: it starts, shows the first run, the demo runs, and an update takes its place.
import { execFile, spawn } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { makeAuthority, startWeb } from "../../src-main/models/testing/network.ts";
import { expect, test } from "../fixtures.ts";
import { installed, projectNode, projectRoot } from "../support/paths.ts";

/** Runs `npm run package` without npm: everything is set up already. */
async function makePackage(): Promise<void> {
  const child = spawn(projectNode, ["scripts/package.mjs", "dir", "--trial", "--inspectable"], {
    cwd: projectRoot,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  }
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, said).toBe(0);
}

async function packagedExecutable(): Promise<string> {
  const dist = path.join(projectRoot, "dist");
  const folder = (await readdir(dist)).find((name) => name.endsWith("-unpacked"));
  if (folder === undefined) throw new Error("dist/ holds no unpacked app");
  return path.join(dist, folder, "countersign");
}

test.describe.configure({ mode: "serial" });

test("the packaged app starts, and its demo passes both gates @long", async ({ open }) => {
  test.setTimeout(180_000);
  await makePackage();
  const executable = await packagedExecutable();
  // The notices are where a user finds them.
  const resources = path.join(path.dirname(executable), "resources");
  const notices = await readFile(path.join(resources, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const whose of [/^react \d/m, /^monaco-editor \d/m, /^libsql \d/m, "UNICODE LICENSE V3"]) {
    expect(notices).toMatch(whose);
  }
  expect(await readFile(path.join(resources, "LICENSE.txt"), "utf8")).toContain("MIT License");
  const desk = await open({ executable });
  expect(await desk.app.evaluate(({ app }) => app.isPackaged)).toBe(true);
  await desk.button(/^Run the demo/).click();
  await expect(desk.review).toContainText("What is the capital of France?");
  await desk.answerByHand("Paris, from the package.");
  const { origin } = await desk.request(({ phase }) => phase.kind === "ended");
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  expect(await desk.resultOf(origin.call.runId)).toBe("Paris, from the package.");
});

const keys = generateKeyPairSync("ed25519");

// On the package that the test before has made.
test("an AppImage is replaced and started again, or replaced at a quit @long", async ({
  folder,
  open,
  later,
}) => {
  test.setTimeout(240_000);
  const authority = await makeAuthority("Releases");
  // What takes the old file's place: it leaves a mark when it is started.
  const mark = path.join(folder, "started");
  const program = Buffer.from(`#!/bin/sh\necho "$@" > ${mark}\n`);
  let feed = "";
  const web = await startWeb(
    (request, response) => void response.end(request.url === "/feed" ? feed : program),
    await authority.sign("localhost"),
  );
  later(() => web.close());
  const at = `https://localhost:${web.port}`;
  const sha256 = createHash("sha256").update(program).digest("hex");
  const file = {
    kind: "AppImage",
    arch: process.arch,
    url: `${at}/file`,
    bytes: program.length,
    sha256,
  };
  const text = JSON.stringify({ version: "9.8.7", page: `${at}/about`, files: [file] });
  feed = `${sign(null, Buffer.from(text), keys.privateKey).toString("base64")}\n${text}`;

  const mounted = path.join(folder, "mounted");
  await cp(path.dirname(await packagedExecutable()), mounted, { recursive: true });
  const archive = path.join(mounted, "resources/app.asar");
  const unpacked = path.join(mounted, "resources/app");
  await promisify(execFile)(projectNode, [
    installed("@electron/asar/bin/asar.js"),
    "extract",
    archive,
    unpacked,
  ]);
  await rm(archive);
  const manifestFile = path.join(unpacked, "package.json");
  const manifest = JSON.parse(await readFile(manifestFile, "utf8"));
  const key = keys.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const release = { feed: `${at}/feed`, key, contact: null };
  await writeFile(manifestFile, JSON.stringify({ ...manifest, release }));
  const appImage = path.join(folder, "Countersign.AppImage");
  const profile = path.join(folder, "profile");
  await mkdir(profile, { mode: 0o700 });
  const pem = path.join(folder, "ca.pem");
  await writeFile(pem, authority.ca.cert);
  const network = { proxy: { kind: "auto" }, login: null, certificates: [pem] };
  await writeFile(path.join(profile, "network.json"), JSON.stringify(network));
  const options = {
    executable: path.join(mounted, "countersign"),
    profile,
    env: { APPDIR: mounted, APPIMAGE: appImage },
  };

  for (const how of ["pressed", "quit"] as const) {
    await writeFile(appImage, "the old version");
    await rm(mark, { force: true });
    const desk = await open(options);
    await desk.do("settings.set", { updates: how === "pressed" ? "tell" : "install" });
    const { page } = desk;
    await page.getByRole("button", { name: "Show", exact: true }).click();
    if (how === "pressed") {
      await page.getByRole("button", { name: "Download", exact: true }).click();
      await page.getByRole("button", { name: "Install and restart" }).click();
      await expect.poll(() => existsSync(mark)).toBe(true);
      expect(await readFile(mark, "utf8")).toContain(`--user-data-dir ${profile}`);
    } else {
      await expect(page.getByText("It’s installed when you quit.").first()).toBeVisible();
    }
    await desk.close();
    expect(await readFile(appImage)).toEqual(program);
    expect(existsSync(mark)).toBe(how === "pressed");
  }
});
