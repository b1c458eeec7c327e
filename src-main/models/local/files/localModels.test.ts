// Files and downloads as the models service sees them, over real folders and a real HTTP server.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LocalModels } from "./localModels.ts";
import { partPath } from "./fetchOffer.ts";
import type { Offer } from "./offers.ts";
import { modelFolders, Shelf } from "./shelf.ts";
import { smallModelPath } from "../testing.ts";

let root: string;
let server: Server;
let url: string;
let waiting: ServerResponse[];

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "countersign-shelf-"));
  waiting = [];
  server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": 1000 });
    response.write(Buffer.alloc(400));
    waiting.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true });
});

function room(more: { folders?: string[]; offers?: Offer[] } = {}) {
  const folders = more.folders ?? [path.join(root, "models")];
  const shelf = new Shelf({ folders, settingsOf: () => ({ contextTokens: 4096 }) });
  const models = new LocalModels(shelf, more.offers ?? [], true, globalThis.fetch);
  return { shelf, models };
}

function offer(): Offer {
  const sha256 = createHash("sha256").update(Buffer.alloc(1000)).digest("hex");
  const transfer = { url, bytes: 1000, sha256, entry: "m" };
  return {
    id: "small",
    name: "Small",
    file: "small.gguf",
    bytes: 5000,
    sha256: "",
    licence: "MIT",
    source: "",
    transfer,
  };
}

describe("files", () => {
  it("are found in the folders; copies are shown once, other files not at all", async () => {
    const [a, b] = [path.join(root, "a"), path.join(root, "b")];
    mkdirSync(a);
    mkdirSync(b);
    symlinkSync(smallModelPath(), path.join(a, "small.gguf"));
    symlinkSync(smallModelPath(), path.join(b, "small.gguf"));
    writeFileSync(path.join(a, "broken.gguf"), "GGUF, but no more than that");
    writeFileSync(path.join(a, "notes.txt"), "hello");
    const { shelf, models } = room({ folders: [a, b, path.join(root, "missing")] });
    const found = await shelf.scan();
    expect(found.map((model) => model.modelId)).toEqual(["small"]);
    expect(found[0]?.abilities).toEqual({
      contextTokens: 4096,
      images: false,
      audio: false,
      tools: false,
    });
    expect(models.fileOf("small")).toEqual({ path: path.join(a, "small.gguf"), from: "fetched" });
  });

  it("that were picked get their own ids, which do not reveal their folder", async () => {
    mkdirSync(path.join(root, "models"));
    mkdirSync(path.join(root, "mine"));
    symlinkSync(smallModelPath(), path.join(root, "models", "small.gguf"));
    const picked = path.join(root, "mine", "small.gguf");
    symlinkSync(smallModelPath(), picked);
    const { shelf, models } = room();
    models.setPicked([picked]);
    const checked = await models.check(picked);
    expect(checked).toMatchObject({ ok: true, value: { modelId: "small" } });
    expect(models.fileOf("small")).toEqual({ path: picked, from: "picked" });
    models.setPicked([picked, path.join(root, "models", "small.gguf")]);
    const ids = (await shelf.scan()).map((model) => model.modelId);
    expect(ids).toEqual(["small", expect.stringMatching(/^small-[0-9a-f]{6}$/)]);
    expect(ids.join()).not.toContain("mine");
  });

  it("that are not models are refused with the reason", async () => {
    const file = path.join(root, "x.gguf");
    writeFileSync(file, "not a model, only a text with a name");
    expect(await room().models.check(file)).toMatchObject({
      ok: false,
      failure: { kind: "model-file-invalid", file: "x.gguf" },
    });
  });

  it("are deleted only where the app fetched them", async () => {
    mkdirSync(path.join(root, "models"));
    const fetched = path.join(root, "models", "fetched.gguf");
    copyFileSync(smallModelPath(), fetched);
    const picked = path.join(root, "picked.gguf");
    symlinkSync(smallModelPath(), picked);
    const { shelf, models } = room();
    models.setPicked([picked]);
    await shelf.scan();
    expect(models.removeFetched("picked")).toMatchObject({ ok: false });
    expect(models.removeFetched("fetched")).toEqual({ ok: true, value: null });
    expect([existsSync(picked), existsSync(fetched)]).toEqual([true, false]);
  });

  it("lie in the profile, beside the checkout, and where the environment says", () => {
    const env = { COUNTERSIGN_MODELS_DIR: "/srv/models" };
    expect(modelFolders({ profile: "/p", root: "/r", env })).toEqual([
      "/p/models",
      "/r/.cache/models",
      "/srv/models",
    ]);
    expect(modelFolders({ profile: "/p", root: "/r", env: {} })).toHaveLength(2);
  });
});

describe("downloads", () => {
  it("run, pause, stay paused over a restart, and are removed", async () => {
    const { models } = room({ offers: [offer()] });
    const states = (): unknown => models.downloads()[0]?.state;
    expect(states()).toEqual({ kind: "absent" });

    const moved = new Promise<void>((resolve) => {
      models.onDownload(() => {
        if (JSON.stringify(states()) === '{"kind":"downloading","receivedBytes":400}') resolve();
      });
    });
    expect(models.startDownload("small")).toEqual({ ok: true, value: null });
    await moved;

    const paused = new Promise<void>((resolve) => models.onDownload(() => resolve()));
    models.cancelDownload("small");
    await paused;
    expect(states()).toEqual({ kind: "paused", receivedBytes: 400 });

    const again = room({ offers: [offer()] }).models;
    expect(again.downloads()[0]?.state).toEqual({ kind: "paused", receivedBytes: 400 });
    again.cancelDownload("small");
    expect(again.downloads()[0]?.state).toEqual({ kind: "absent" });
    expect(existsSync(partPath(path.join(root, "models"), offer()))).toBe(false);
  });

  it("that fail say why, and can be tried again", async () => {
    server.close();
    server.closeAllConnections();
    const { models } = room({ offers: [offer()] });
    const ended = new Promise<void>((resolve) => {
      models.onDownload(() => {
        if (models.downloads()[0]?.state.kind === "paused") resolve();
      });
    });
    models.startDownload("small");
    await ended;
    expect(models.downloads()[0]?.state).toMatchObject({
      kind: "paused",
      receivedBytes: 0,
      failure: { kind: "download-failed", detail: expect.stringContaining("ECONNREFUSED") },
    });
    expect(models.startDownload("nothing")).toMatchObject({ ok: false });
  });

  it("end when the app is closed", async () => {
    const { models } = room({ offers: [offer()] });
    models.startDownload("small");
    await models.close();
    expect(models.downloads()[0]?.state.kind).toMatch(/paused|absent/);
  });
});
