// Downloads from a real HTTP server on the loopback: resumed, checked, cancelled, refused, moved into place at once.
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fetchOffer, partPath } from "./fetchOffer.ts";
import type { Offer } from "./offers.ts";

const MEMBER = "inside/model.gguf";
const content = randomBytes(300_000);
const archive = zipOf(MEMBER, content);

let folder: string;
let baseUrl: string;
let requests: IncomingMessage[] = [];
let serve: (request: IncomingMessage, response: ServerResponse) => void = serveArchive;
const server = createServer((request, response) => {
  requests.push(request);
  serve(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-fetch-"));
  requests = [];
  serve = serveArchive;
});
afterEach(() => rmSync(folder, { recursive: true }));

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Serves ranges as a good server does. */
function serveArchive(request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const headers = { "content-length": archive.length - start };
  if (start === 0) response.writeHead(200, headers);
  else {
    const range = `bytes ${start}-${archive.length - 1}/${archive.length}`;
    response.writeHead(206, { ...headers, "content-range": range });
  }
  response.end(archive.subarray(start));
}

function offer(
  change: { sha256?: string; transfer?: Partial<Offer["transfer"]>; bytes?: number } = {},
): Offer {
  return {
    id: "test",
    name: "Test",
    file: "model.gguf",
    bytes: change.bytes ?? content.length,
    sha256: change.sha256 ?? sha256(content),
    licence: "none",
    source: "",
    transfer: {
      url: `${baseUrl}/archive`,
      bytes: archive.length,
      sha256: sha256(archive),
      entry: MEMBER,
      ...change.transfer,
    },
  };
}

async function run(
  what = offer(),
  onReceived: (bytes: number, control: AbortController) => void = () => undefined,
) {
  const control = new AbortController();
  const steps: (number | "checking")[] = [];
  const progress = {
    received: (bytes: number) => {
      steps.push(bytes);
      onReceived(bytes, control);
    },
    checking: () => void steps.push("checking"),
  };
  const outcome = await fetchOffer(what, folder, progress, control.signal);
  return { outcome, steps };
}

describe("fetchOffer", () => {
  it("fetches, checks, unpacks and leaves nothing else behind", async () => {
    const { outcome, steps } = await run();
    expect(outcome).toEqual({ ok: true, value: path.join(folder, "model.gguf") });
    expect(readFileSync(path.join(folder, "model.gguf")).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(["model.gguf"]);
    expect(steps.slice(-2)).toEqual([archive.length, "checking"]);
  });

  it("writes through no link, neither the download nor what is unpacked, and for its owner only", async () => {
    const other = path.join(folder, "other.txt");
    writeFileSync(other, archive.subarray(0, 5000));
    symlinkSync(other, partPath(folder, offer()));
    symlinkSync(other, path.join(folder, "model.gguf.unpacking"));
    expect((await run()).outcome).toMatchObject({ ok: true });
    expect(readFileSync(other).equals(archive.subarray(0, 5000))).toBe(true);
    const model = lstatSync(path.join(folder, "model.gguf"));
    expect([model.isFile(), model.mode & 0o777]).toEqual([true, 0o600]);
  });

  it("continues where it was cancelled", async () => {
    serve = (_request, response) => {
      response.writeHead(200, { "content-length": archive.length });
      response.write(archive.subarray(0, 100_000));
    };
    const first = await run(offer(), (bytes, control) => {
      if (bytes >= 100_000) control.abort();
    });
    expect(first.outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
    const partBytes = readFileSync(partPath(folder, offer())).length;
    expect(partBytes).toBeGreaterThan(0);
    serve = serveArchive;
    const second = await run();
    expect(second.outcome).toMatchObject({ ok: true });
    expect(requests.at(-1)?.headers.range).toBe(`bytes=${partBytes}-`);
    expect(readFileSync(path.join(folder, "model.gguf")).equals(content)).toBe(true);
  });

  it("starts again if the server does not support ranges", async () => {
    writeFileSync(partPath(folder, offer()), archive.subarray(0, 5000));
    serve = (_request, response) => response.end(archive);
    expect((await run()).outcome).toMatchObject({ ok: true });
  });

  it("requests nothing when everything has arrived already", async () => {
    writeFileSync(partPath(folder, offer()), archive);
    expect((await run()).outcome).toMatchObject({ ok: true });
    expect(requests).toEqual([]);
  });

  it("keeps the part of a connection that broke, and says so", async () => {
    serve = (_request, response) => {
      response.writeHead(200, { "content-length": archive.length });
      response.write(archive.subarray(0, 50_000), () => response.destroy());
    };
    expect((await run()).outcome).toMatchObject({
      ok: false,
      failure: { kind: "download-failed" },
    });
    expect(existsSync(partPath(folder, offer()))).toBe(true);
    serve = serveArchive;
    expect((await run()).outcome).toMatchObject({ ok: true });
  });

  it("tells the status of a server that does not have it", async () => {
    serve = (_request, response) => response.writeHead(404).end();
    expect((await run()).outcome).toEqual({
      ok: false,
      failure: { kind: "download-failed", detail: `${baseUrl}/archive: HTTP 404` },
    });
  });

  it("names a host that cannot be reached", async () => {
    const nowhere = offer({ transfer: { url: "http://127.0.0.1:9/x" } });
    const { outcome } = await run(nowhere);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "download-failed" } });
  });

  it("refuses and deletes bytes that differ from what was promised", async () => {
    const other = Buffer.from(archive);
    other[1000] = (other[1000] ?? 0) ^ 1;
    serve = (_request, response) => response.end(other);
    expect((await run()).outcome).toEqual({
      ok: false,
      failure: { kind: "checksum-mismatch", expected: sha256(archive), actual: sha256(other) },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses an archive that holds another file", async () => {
    const { outcome } = await run(offer({ sha256: "0".repeat(64) }));
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "checksum-mismatch" } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses more than was announced, packed or unpacked", async () => {
    serve = (_request, response) => response.end(Buffer.concat([archive, Buffer.alloc(100_000)]));
    expect((await run()).outcome).toMatchObject({
      ok: false,
      failure: { kind: "download-failed", detail: "more data arrived than was announced" },
    });
    serve = serveArchive;
    rmSync(partPath(folder, offer()), { force: true });
    expect((await run(offer({ bytes: 1000 }))).outcome).toMatchObject({
      ok: false,
      failure: { kind: "download-failed", detail: "the unpacked file is too long" },
    });
    expect(existsSync(path.join(folder, "model.gguf"))).toBe(false);
  });

  it("says when the disk has no room, before it starts", async () => {
    const huge = offer({ bytes: 2 ** 50 });
    expect((await run(huge)).outcome).toEqual({
      ok: false,
      failure: { kind: "disk-full", neededBytes: 2 ** 50 + archive.length },
    });
    expect(requests).toEqual([]);
  });

  it("fetches an unpacked file behind a redirect, and continues with it there", async () => {
    const { url, bytes, sha256: sum } = offer().transfer;
    const plain: Offer = {
      ...offer(),
      bytes,
      sha256: sum,
      transfer: { url: `${url}/moved`, bytes, sha256: sum },
    };
    serve = (request, response) => {
      if (request.url?.endsWith("/moved") !== true) return serveArchive(request, response);
      response.writeHead(302, { location: "/lies-here" }).end();
    };
    writeFileSync(partPath(folder, plain), archive.subarray(0, 5000));
    const { outcome, steps } = await run(plain);
    expect(outcome).toEqual({ ok: true, value: path.join(folder, "model.gguf") });
    expect(readFileSync(path.join(folder, "model.gguf")).equals(archive)).toBe(true);
    expect(readdirSync(folder)).toEqual(["model.gguf"]);
    expect(requests.map((one) => [one.url, one.headers.range])).toEqual([
      ["/archive/moved", "bytes=5000-"],
      ["/lies-here", "bytes=5000-"],
    ]);
    expect(steps.slice(-2)).toEqual([archive.length, "checking"]);
  });

  it("needs room for an unpacked file once, and refuses different bytes", async () => {
    const { url, sha256: sum } = offer().transfer;
    const huge: Offer = { ...offer(), transfer: { url, bytes: 2 ** 50, sha256: sum } };
    expect((await run(huge)).outcome).toEqual({
      ok: false,
      failure: { kind: "disk-full", neededBytes: 2 ** 50 },
    });
    const other: Offer = {
      ...offer(),
      transfer: { url, bytes: archive.length, sha256: "0".repeat(64) },
    };
    expect((await run(other)).outcome).toMatchObject({ failure: { kind: "checksum-mismatch" } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("reports that a file is not an archive", async () => {
    const text = Buffer.from("not a zip");
    serve = (_request, response) => response.end(text);
    const what = offer({ transfer: { bytes: text.length, sha256: sha256(text) } });
    expect((await run(what)).outcome).toMatchObject({
      ok: false,
      failure: { kind: "download-failed", detail: expect.stringContaining("directory") },
    });
  });
});

/** A zip file with one deflated file, after another one that is stored. */
function zipOf(name: string, bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [file, method, data, size] of [
    ["inside/readme.txt", 0, Buffer.from("hello"), 5],
    [name, 8, deflateRawSync(bytes), bytes.length],
  ] as const) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(file.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(file.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(file), data);
    directory.push(central, Buffer.from(file));
    offset += 30 + file.length + data.length;
  }
  const end = Buffer.alloc(22);
  const directoryBytes = directory.reduce((sum, item) => sum + item.length, 0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
