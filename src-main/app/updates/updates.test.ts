// Updates from a feed on loopback, over HTTPS with an authority of the test's own.
import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Failure } from "#shared/outcome.ts";
import { defaultNetwork } from "#shared/settings/network.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { openNetwork } from "../../models/net/network.ts";
import { makeAuthority, startWeb } from "../../models/testing/network.ts";
import type { Certificate } from "../../models/testing/network.ts";
import { releaseOf } from "./feed.ts";
import { installerOf } from "./installer.ts";
import { UpdatesService } from "./updates.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
const other = generateKeyPairSync("ed25519").privateKey;

const NEW = Buffer.from("#!/bin/sh\necho the new version\n".repeat(40_000));
const sha256 = createHash("sha256").update(NEW).digest("hex");

let folder: string;
let pem: string;
let certificate: Certificate;
beforeAll(async () => {
  const authority = await makeAuthority("Releases");
  certificate = await authority.sign("localhost");
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-updates-"));
  pem = path.join(folder, "authority.pem");
  await writeFile(pem, authority.ca.cert);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the server answers by path. */
const pages = new Map<string, http.RequestListener>();
let port: number;
let close: () => Promise<void>;
beforeEach(async () => {
  pages.clear();
  const web = await startWeb((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  }, certificate);
  ({ port, close } = web);
  page("/new", NEW);
});
afterEach(() => close());

const page = (at: string, body: Buffer): void =>
  void pages.set(at, (_request, response) => void response.end(body));

const content = (over: object = {}, file: object = {}): object => ({
  version: "1.2.10",
  page: `https://localhost:${port}/about`,
  files: [
    {
      kind: "AppImage",
      arch: process.arch,
      url: `https://localhost:${port}/new`,
      bytes: NEW.length,
      sha256,
      ...file,
    },
  ],
  ...over,
});

function signed(text: string, by = privateKey): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${sign(null, body, by).toString("base64")}\n`), body]);
}
const feed = (over?: object, file?: object): Buffer => signed(JSON.stringify(content(over, file)));

interface Desk {
  updates: UpdatesService;
  /** The AppImage that runs. */
  program: string;
  faults: Failure[];
  relaunched: string[];
  held: { requests: number; agents: number };
  choose(choice: Settings["updates"]): void;
  quits: () => number;
}

/** Version 1.2.9, running from an AppImage of its own folder. */
async function desk({
  place,
  version = "1.2.9",
}: { place?: string; version?: string } = {}): Promise<Desk> {
  const home = place ?? (await mkdtemp(path.join(folder, "app-")));
  const program = path.join(home, "Countersign.AppImage");
  if (!existsSync(program)) await writeFile(program, "the old version");
  const relaunched: string[] = [];
  const faults: Failure[] = [];
  const held = { requests: 0, agents: 0 };
  let choice: Settings["updates"] = "tell";
  let quits = 0;
  const network = openNetwork({
    settings: () => ({ ...defaultNetwork, certificates: [pem] }),
    password: () => null,
    env: {},
    askSystem: async () => "DIRECT",
    bundles: [],
  });
  const updates = new UpdatesService({
    release: releaseOf({ release: { feed: `https://localhost:${port}/feed`, key, contact: null } }),
    version,
    installer: installerOf({
      packaged: true,
      system: "linux",
      program: "/tmp/mounted/countersign",
      appImage: program,
      folder: path.join(home, "updates"),
      relaunch: (again) => void relaunched.push(again),
    }),
    isLaterStart: true,
    fetch: network.fetch,
    choice: () => choice,
    held: () => held,
    quit: () => void (quits += 1),
    changed: () => undefined,
    fault: (failure) => void faults.push(failure),
    nowMs: Date.now,
  });
  open.push(updates);
  const choose = (next: Settings["updates"]): void => {
    choice = next;
    updates.chosen();
  };
  return { updates, program, faults, relaunched, held, choose, quits: () => quits };
}
const open: UpdatesService[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const textOf = (file: string): Promise<string> => readFile(file, "utf8");

describe("a newer version", () => {
  it("is told, downloaded when asked, and installed when asked, in the place of the old one", async () => {
    page("/feed", feed());
    const { updates, program, relaunched, quits } = await desk();
    await updates.look();
    const found = { version: "1.2.10", page: `https://localhost:${port}/about`, bytes: NEW.length };
    expect(updates.view()).toMatchObject({
      by: "app",
      host: `localhost:${port}`,
      found: { ...found, state: "found" },
      failure: null,
    });
    expect(updates.view().lookedAtMs).toBeGreaterThan(Date.now() - 60_000);
    expect(updates.mayInstall()).toBe(false);
    await updates.download();
    expect(updates.view().found).toMatchObject({ state: "ready", doneBytes: NEW.length });
    expect(await textOf(program)).toBe("the old version");
    expect(updates.mayInstall()).toBe(false);
    expect(await updates.restart()).toEqual({ ok: true, value: null });
    expect(quits()).toBe(1);
    expect(updates.mayInstall()).toBe(false);
    expect(await readFile(program)).toEqual(NEW);
    expect((await stat(program)).mode & 0o777).toBe(0o755);
    expect(relaunched).toEqual([program]);
    expect(readdirSync(path.dirname(program))).toEqual(["Countersign.AppImage"]);
  });

  it("is downloaded at once and installed at a quit, if the user chose that", async () => {
    page("/feed", feed());
    const { updates, program, relaunched, choose } = await desk();
    choose("install");
    await updates.look();
    expect(updates.view().found).toMatchObject({ state: "ready" });
    expect(updates.mayInstall()).toBe(true);
    expect(await updates.install()).toEqual({ ok: true, value: "1.2.10" });
    expect(await readFile(program)).toEqual(NEW);
    expect(relaunched).toEqual([]);
  });

  it("that was downloaded before this start is not downloaded again", async () => {
    page("/feed", feed());
    const before = await desk();
    before.choose("install");
    await before.updates.look();
    pages.delete("/new");
    const after = await desk({ place: path.dirname(before.program) });
    await after.updates.look();
    expect(after.updates.view()).toMatchObject({ found: { state: "ready" }, failure: null });
  });

  it("waits while a request is open or an agent is connected", async () => {
    page("/feed", feed());
    const { updates, held, choose, quits, program } = await desk();
    choose("install");
    await updates.look();
    held.requests = 2;
    const waits = { kind: "update-waits", requests: 2, agents: 0 };
    expect(await updates.restart()).toEqual({ ok: false, failure: waits });
    expect(updates.mayInstall()).toBe(false);
    Object.assign(held, { requests: 0, agents: 1 });
    expect(await updates.restart()).toMatchObject({
      failure: { ...waits, requests: 0, agents: 1 },
    });
    expect(updates.mayInstall()).toBe(false);
    expect(quits()).toBe(0);
    expect(await textOf(program)).toBe("the old version");
  });

  it("is told only where a package manager installed this one", async () => {
    page("/feed", feed({}, { kind: "nsis" }));
    const { updates } = await desk();
    await updates.look();
    expect(updates.view().found).toMatchObject({ state: "found", bytes: 0 });
    await updates.download();
    expect(updates.view().found).toMatchObject({ state: "found" });
    expect(await updates.restart()).toMatchObject({ failure: { kind: "stale" } });
  });

  it("that is withdrawn is not installed", async () => {
    page("/feed", feed());
    const { updates, choose, program } = await desk();
    choose("install");
    await updates.look();
    page("/feed", feed({ version: "1.2.9" }));
    await updates.look();
    expect(updates.view()).toMatchObject({ found: null, failure: null });
    expect(updates.mayInstall()).toBe(false);
    expect(readdirSync(path.dirname(program))).not.toContainEqual(expect.stringMatching(/update-/));
  });
});

describe("a feed", () => {
  const refused = async (): Promise<Desk> => {
    const made = await desk();
    made.choose("install");
    await made.updates.look();
    expect(made.updates.view()).toMatchObject({ found: null, lookedAtMs: null, isLooking: false });
    expect(await textOf(made.program)).toBe("the old version");
    return made;
  };

  it.each<[string, () => Buffer]>([
    ["that was tampered with", () => Buffer.from(feed().toString().replace("1.2.10", "1.2.11"))],
    ["of another key", () => signed(JSON.stringify(content()), other)],
    ["that is cut off", () => feed().subarray(0, 300)],
    ["without a signature", () => Buffer.from(JSON.stringify(content()))],
    ["without a line", () => Buffer.from("x")],
    ["of megabytes", () => signed(JSON.stringify(content()).padEnd(2 ** 21, " "))],
  ])("%s is not read", async (_what, body) => {
    page("/feed", body());
    const { updates, faults } = await refused();
    const failure = { kind: "update-refused", why: "signature", detail: "" };
    expect(updates.view().failure).toEqual(failure);
    expect(faults).toEqual([failure]);
  });

  it.each([
    [{ version: "1.2" }],
    [{ version: "01.2.3" }],
    [{ version: "1.3.0-beta" }],
    [{ page: "http://localhost/" }],
    [{ files: [{ kind: "AppImage" }] }],
  ])("with %j is not used, though it is signed", async (over) => {
    page("/feed", feed(over));
    const { updates } = await refused();
    expect(updates.view().failure).toMatchObject({ kind: "update-refused", why: "format" });
  });

  it.each([["http://localhost/new"], ["file:///new"]])("never names a file at %s", async (url) => {
    page("/feed", feed({}, { url }));
    const { updates } = await refused();
    expect(updates.view().failure).toMatchObject({ kind: "update-refused", why: "format" });
  });

  it("of an older version changes nothing and is said", async () => {
    page("/feed", feed({ version: "1.2.8" }));
    const { updates, faults, choose } = await desk();
    choose("install");
    await updates.look();
    const failure = { kind: "update-refused", why: "older", detail: "1.2.8" };
    expect(updates.view()).toMatchObject({ found: null, failure });
    expect(faults).toEqual([failure]);
    expect(updates.mayInstall()).toBe(false);
  });

  it("of this version says that there is no other, for a trial build too", async () => {
    page("/feed", feed({ version: "1.2.9" }));
    for (const version of ["1.2.9", "1.2.9-trial"]) {
      const { updates } = await desk({ version });
      await updates.look();
      expect(updates.view()).toMatchObject({ found: null, failure: null });
      expect(updates.view().lookedAtMs).not.toBeNull();
    }
  });

  it("that redirects to another host is not followed", async () => {
    let asked = 0;
    const elsewhere = await startWeb((_request, response) => {
      asked += 1;
      response.end(feed());
    }, certificate);
    const to = `https://localhost:${elsewhere.port}/feed`;
    pages.set(
      "/feed",
      (_request, response) => void response.writeHead(302, { location: to }).end(),
    );
    const { updates } = await refused();
    expect(updates.view().failure).toEqual({
      kind: "update-unreachable",
      why: "redirect",
      detail: `localhost:${port} → ${to}`,
    });
    expect(asked).toBe(0);
    await elsewhere.close();
  });

  it("that can't be reached, breaks off, is missing or has no trusted certificate is said to be so", async () => {
    const why = async (): Promise<unknown> => (await refused()).updates.view().failure;
    expect(await why()).toMatchObject({ why: "status", detail: `localhost:${port}: HTTP 404` });
    pages.set("/feed", (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("x");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await why()).toMatchObject({ kind: "update-unreachable", why: "network" });
    const stranger = (await makeAuthority("Stranger")).sign("localhost");
    await close();
    const web = await startWeb((_request, response) => void response.end(feed()), await stranger);
    ({ port, close } = web);
    expect(await why()).toMatchObject({ kind: "update-unreachable", why: "certificate" });
    await close();
    expect(await why()).toMatchObject({ kind: "update-unreachable", why: "network" });
  });
});

describe("a file", () => {
  const downloaded = async (): Promise<Desk> => {
    page("/feed", feed());
    const made = await desk();
    made.choose("install");
    await made.updates.look();
    expect(made.updates.mayInstall()).toBe(made.updates.view().found?.state === "ready");
    expect(await textOf(made.program)).toBe("the old version");
    return made;
  };

  it("that was tampered with is deleted, and said", async () => {
    page("/new", Buffer.from(NEW.toString().replace("new", "bad")));
    const { updates, faults, program } = await downloaded();
    expect(updates.view()).toMatchObject({
      found: { state: "found" },
      failure: { kind: "checksum-mismatch", expected: sha256 },
    });
    expect(faults).toMatchObject([{ kind: "checksum-mismatch" }]);
    expect(readdirSync(path.dirname(program))).not.toContainEqual(expect.stringMatching(/update-/));
  });

  it("that is cut off is continued later", async () => {
    const ranges: unknown[] = [];
    pages.set("/new", (request, response) => {
      ranges.push(request.headers.range);
      if (ranges.length === 1) {
        response.writeHead(200, { "content-length": NEW.length });
        response.write(NEW.subarray(0, 500_000));
        setTimeout(() => response.destroy(), 50);
        return;
      }
      const from = Number(/\d+/.exec(request.headers.range ?? "")?.[0] ?? 0);
      const range = `bytes ${from}-${NEW.length - 1}/${NEW.length}`;
      response.writeHead(206, { "content-range": range }).end(NEW.subarray(from));
    });
    const { updates } = await downloaded();
    expect(updates.view()).toMatchObject({
      found: { state: "found" },
      failure: { kind: "download-failed" },
    });
    await updates.download();
    expect(updates.view()).toMatchObject({ found: { state: "ready" }, failure: null });
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d+-$/);
  });

  it("that can't take the old one's place leaves it, and the app runs on", async () => {
    const { updates, program, quits } = await downloaded();
    await rm(program);
    await mkdir(path.join(program, "a folder"), { recursive: true });
    expect(await updates.restart()).toMatchObject({ failure: { kind: "update-not-installed" } });
    expect(quits()).toBe(0);
  });

  it("of more bytes than were signed is read no further", async () => {
    page("/new", Buffer.concat([NEW, NEW]));
    const { updates } = await downloaded();
    expect(updates.view().failure).toMatchObject({ kind: "download-failed" });
  });

  it("may come from another host, as its checksum was signed", async () => {
    const elsewhere = await startWeb((_request, response) => void response.end(NEW), certificate);
    const to = `https://localhost:${elsewhere.port}/new?signature=1`;
    pages.set("/new", (_request, response) => void response.writeHead(302, { location: to }).end());
    const { updates } = await downloaded();
    expect(updates.view()).toMatchObject({ found: { state: "ready" } });
    await elsewhere.close();
  });

  it("that was changed after its download is not installed", async () => {
    const { updates, program, quits } = await downloaded();
    const name = readdirSync(path.dirname(program)).find((one) => one.includes("update-"));
    await writeFile(path.join(path.dirname(program), name ?? ""), "something else");
    const failure = { kind: "update-not-installed", detail: "Error: the file was changed" };
    expect(await updates.restart()).toEqual({ ok: false, failure });
    expect(quits()).toBe(0);
    expect(await textOf(program)).toBe("the old version");
    expect(updates.view()).toMatchObject({ found: { state: "found" }, failure });
  });

  it.runIf(process.getuid?.() === 0)(
    "is not downloaded to a disk without room for it, which is said",
    async () => {
      const place = await mkdtemp(path.join(folder, "disk-"));
      // A separate disk of 1 MiB: only root can make one.
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place]).status !== 0) return;
      try {
        page("/feed", feed());
        const { updates, choose } = await desk({ place });
        choose("install");
        await updates.look();
        const failure = { kind: "disk-full", neededBytes: NEW.length };
        expect(updates.view()).toMatchObject({ found: { state: "found" }, failure });
        expect(updates.mayInstall()).toBe(false);
      } finally {
        spawnSync("umount", [place]);
      }
    },
  );
});

it("is looked for only by a build that has a feed, and if the user wants that", async () => {
  page("/feed", feed());
  const { updates, choose } = await desk();
  choose("never");
  updates.begin();
  choose("unasked");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(updates.view().lookedAtMs).toBeNull();
  choose("tell");
  await expect.poll(() => updates.view().found?.version).toBe("1.2.10");
});

it("the settings of a build are whole or none", async () => {
  const whole = { feed: "https://example.test/feed", key, contact: "desk@example.test" };
  expect(releaseOf({ release: whole })).toMatchObject({ contact: "desk@example.test" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  for (const over of [
    { feed: "http://example.test/feed" },
    { feed: null },
    { key: "" },
    { key: "AAAA" },
    { key: rsa.export({ format: "der", type: "spki" }).toString("base64") },
  ])
    expect(releaseOf({ release: { ...whole, ...over } })).toBeNull();
  expect(releaseOf({})).toBeNull();
});

it("only what has an installer of Countersign's own is replaced", async () => {
  const place = await mkdtemp(path.join(folder, "windows-"));
  const own = {
    packaged: true,
    system: "linux" as const,
    program: path.join(place, "Countersign.exe"),
    appImage: undefined,
    folder: place,
    relaunch: () => undefined,
  };
  const kind = (over: Partial<Parameters<typeof installerOf>[0]>): string | undefined =>
    installerOf({ ...own, ...over })?.kind;
  const appImage = path.join(place, "Countersign.AppImage");
  // A .deb, .rpm or .tar.gz; npm or the sources.
  expect(kind({})).toBeUndefined();
  expect(kind({ packaged: false, appImage })).toBeUndefined();
  expect(kind({ packaged: false, system: "darwin" })).toBeUndefined();
  expect(kind({ appImage })).toBe("AppImage");
  expect(kind({ appImage: "/nowhere/Countersign.AppImage" })).toBeUndefined();
  expect(kind({ system: "darwin" })).toBe("dmg");
  expect(kind({ system: "win32" })).toBeUndefined();
  await writeFile(path.join(place, "Uninstall Countersign.exe"), "");
  expect(kind({ system: "win32" })).toBe("nsis");
  const windows = installerOf({ ...own, system: "win32" });
  expect(() => windows?.install(path.join(place, "gone.exe"), true)).toThrow(
    "could not be started",
  );
  // In place of the installer: what it is called with.
  const file = path.join(place, "new.exe");
  await writeFile(file, `#!/bin/sh\necho "$@" > ${place}/called\n`, { mode: 0o755 });
  windows?.install(file, true);
  await expect.poll(() => existsSync(path.join(place, "called"))).toBe(true);
  await expect.poll(() => textOf(path.join(place, "called"))).toBe("--updated /S --force-run\n");
});
