// Connections to providers over real sockets: proxies, certificates, redirects, streams, the end of a request.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type http from "node:http";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { defaultNetwork, type NetworkSettings } from "#shared/settings/network.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import { ModelError } from "../generation/modelError.ts";
import { makeAuthority, startProxy, startSocks, startWeb } from "../testing/network.ts";
import { openNetwork, type NetworkParts } from "./network.ts";

let authority: Awaited<ReturnType<typeof makeAuthority>>;
let folder: string;
/** A PEM file with the authority's certificate. */
let pem: string;
beforeAll(async () => {
  authority = await makeAuthority("Corporate Root");
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-net-"));
  pem = path.join(folder, "corporate.pem");
  await writeFile(pem, authority.ca.cert);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
async function opened<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  closers.push(() => started.close());
  return started;
}

interface Setting extends Partial<NetworkSettings> {
  env?: NetworkParts["env"];
  system?: string;
  password?: string;
}

/** A network of its own; the caller gets what the system answers by the variable `system`. */
function network({ env = {}, system = "DIRECT", password, ...settings }: Setting = {}) {
  return openNetwork({
    settings: () => ({ ...defaultNetwork, ...settings }),
    password: () => password ?? null,
    env,
    askSystem: async () => system,
    bundles: [],
  });
}

const hello: http.RequestListener = (_request, response) => void response.end("hello");
/** No such host exists: only a proxy that resolves every name to this machine reaches it. */
const host = "provider.test";

async function textOf(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

/** The failure of a request, as data; the text of the error where it is another one. */
async function failed(request: Promise<unknown>): Promise<ModelFailure | string> {
  const error: unknown = await request.then(
    () => "it did not fail",
    (reason: unknown) => reason,
  );
  if (error instanceof ModelError) return error.failure;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

describe("a proxy", () => {
  it("that the user set tunnels encrypted traffic, and cannot read it", async () => {
    const web = await opened(startWeb(hello, await authority.sign(host)));
    const proxy = await opened(startProxy());
    const url = `http://127.0.0.1:${proxy.port}`;
    const net = network({ proxy: { kind: "address", url, bypass: "" }, certificates: [pem] });
    const key = { headers: { authorization: "Bearer secret" } };
    expect(await textOf(net.fetch(`https://${host}:${web.port}/v1`, key))).toBe("hello");
    expect(proxy.asked).toEqual([`CONNECT ${host}:${web.port}`]);
  });

  it("of a variable carries whole requests of plain addresses", async () => {
    const web = await opened(startWeb((request, response) => void response.end(request.url)));
    const proxy = await opened(startProxy());
    const net = network({ env: { http_proxy: `127.0.0.1:${proxy.port}` } });
    const address = `http://${host}:${web.port}/v1/models?all=1`;
    expect(await textOf(net.fetch(address))).toBe("/v1/models?all=1");
    expect(proxy.asked).toEqual([`GET ${address}`]);
    expect(await net.route(address)).toEqual({
      address,
      proxy: `127.0.0.1:${proxy.port}`,
      from: { kind: "variable", name: "http_proxy" },
    });
  });

  it("of the system is tried after one that cannot be reached, then a direct connection", async () => {
    const web = await opened(startWeb(hello, await authority.sign(host)));
    const proxy = await opened(startProxy());
    const system = `PROXY 127.0.0.1:9; PROXY 127.0.0.1:${proxy.port}; DIRECT`;
    const net = network({ system, certificates: [pem] });
    expect(await textOf(net.fetch(`https://${host}:${web.port}/`))).toBe("hello");
    expect(proxy.asked).toHaveLength(1);
    const gone = network({ system: "PROXY 127.0.0.1:9" });
    expect(await failed(gone.fetch(`https://${host}/`))).toEqual({
      kind: "model-proxy",
      proxy: "127.0.0.1:9",
      reason: "unreachable",
      detail: "ECONNREFUSED",
    });
  });

  it("over TLS needs a trusted certificate of its own", async () => {
    const web = await opened(startWeb(hello, await authority.sign(host)));
    const tls = await authority.sign("localhost");
    const proxy = await opened(startProxy({ tls }));
    const system = `HTTPS localhost:${proxy.port}`;
    const url = `https://${host}:${web.port}/`;
    expect(await textOf(network({ system, certificates: [pem] }).fetch(url))).toBe("hello");
    expect(await failed(network({ system }).fetch(url))).toMatchObject({
      kind: "model-certificate",
      host: `localhost:${proxy.port}`,
      reason: "unknown-issuer",
    });
  });

  it("of the kind SOCKS resolves names itself", async () => {
    const web = await opened(startWeb(hello, await authority.sign(host)));
    const socks = await opened(startSocks());
    const net = network({ system: `SOCKS5 127.0.0.1:${socks.port}`, certificates: [pem] });
    expect(await textOf(net.fetch(`https://${host}:${web.port}/`))).toBe("hello");
    expect(socks.asked).toEqual([host]);
  });

  it("that needs a login gets its own, and no other proxy does", async () => {
    const web = await opened(startWeb(hello, await authority.sign(host)));
    const proxy = await opened(startProxy({ login: "me@corp:p:w" }));
    const system = `PROXY 127.0.0.1:${proxy.port}`;
    const url = `https://${host}:${web.port}/`;
    const given = { system, password: "p:w", certificates: [pem] };
    const mine = { user: "me@corp", proxy: `127.0.0.1:${proxy.port}` };
    expect(await textOf(network({ ...given, login: mine }).fetch(url))).toBe("hello");
    const another = { ...mine, proxy: "proxy.corp:3128" };
    expect(await failed(network({ ...given, login: another }).fetch(url))).toEqual({
      kind: "model-proxy",
      proxy: `127.0.0.1:${proxy.port}`,
      reason: "login",
      status: 407,
      detail: "",
    });
    expect(proxy.logins.at(-1)).toBeUndefined();
    const plain = await opened(startWeb(hello));
    const http = `http://${host}:${plain.port}/`;
    expect(await failed(network({ system }).fetch(http))).toMatchObject({ reason: "login" });
  });

  it("that does not accept Basic says what it accepts, for a tunnel and for a plain request", async () => {
    const plain = await opened(startWeb(hello));
    for (const url of [`https://${host}/`, `http://${host}:${plain.port}/`]) {
      const proxy = await opened(
        startProxy({ login: "a:b", offers: ["Negotiate", 'NTLM realm="a, Basic b"', "NTLM"] }),
      );
      expect(
        await failed(network({ system: `PROXY 127.0.0.1:${proxy.port}` }).fetch(url)),
      ).toMatchObject({ reason: "scheme", status: 407, detail: "Negotiate, NTLM" });
      const both = await opened(
        startProxy({ login: "a:b", offers: ["Negotiate", 'Basic realm="x"'] }),
      );
      expect(
        await failed(network({ system: `PROXY 127.0.0.1:${both.port}` }).fetch(url)),
      ).toMatchObject({ reason: "login" });
    }
  });

  it("that refuses an address is not taken for the provider", async () => {
    const proxy = await opened(startProxy({ refuses: 403 }));
    const net = network({ system: `PROXY 127.0.0.1:${proxy.port}` });
    expect(await failed(net.fetch(`https://${host}/`))).toMatchObject({
      kind: "model-proxy",
      reason: "refused",
      status: 403,
    });
  });

  it("is never used for this machine, and never bypassed when its address is invalid", async () => {
    const web = await opened(startWeb(hello));
    const net = network({ proxy: { kind: "address", url: "ftp://nobody", bypass: "" } });
    expect(await textOf(net.fetch(`http://127.0.0.1:${web.port}/`))).toBe("hello");
    expect(await textOf(net.fetch(`http://localhost:${web.port}/`))).toBe("hello");
    expect(await failed(net.fetch(`http://${host}/`))).toMatchObject({
      kind: "model-proxy",
      reason: "unreadable",
    });
  });
});

describe("a certificate", () => {
  it.each([
    ["of an unknown authority", {}, host, "unknown-issuer"],
    ["that has expired", { until: new Date(Date.now() - 3_600_000) }, host, "expired"],
    ["that is not yet valid", { from: new Date(Date.now() + 3_600_000) }, host, "not-yet-valid"],
    ["for another name", {}, "other.test", "wrong-name"],
  ] as const)("%s is described, and nothing is sent", async (_name, times, name, reason) => {
    let requests = 0;
    const { from, until } = { from: undefined, until: undefined, ...times };
    const answer: http.RequestListener = (request, response) => {
      requests += 1;
      hello(request, response);
    };
    const web = await opened(startWeb(answer, await authority.sign(name, from, until)));
    const proxy = await opened(startProxy());
    const system = `PROXY 127.0.0.1:${proxy.port}`;
    const net = network({ system, certificates: reason === "unknown-issuer" ? [] : [pem] });
    const asked = net.fetch(`https://${host}:${web.port}/`, { method: "POST", body: "text" });
    expect(await failed(asked)).toMatchObject({
      kind: "model-certificate",
      host: `${host}:${web.port}`,
      reason,
    });
    expect(requests).toBe(0);
  });

  it.each(["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])("named by %s is trusted", async (name) => {
    const web = await opened(startWeb(hello, await authority.sign("localhost")));
    const net = network({ env: { [name]: pem } });
    expect(await textOf(net.fetch(`https://localhost:${web.port}/`))).toBe("hello");
    expect(net.certificates()).toEqual([
      {
        file: pem,
        from: { kind: "variable", name },
        count: 1,
        subject: "Corporate Root",
        expiresAtMs: expect.any(Number),
        fault: null,
      },
    ]);
  });

  it("of the system's own list is trusted; a file that is not one is reported", async () => {
    const web = await opened(startWeb(hello, await authority.sign("localhost")));
    const letter = path.join(folder, "letter.pem");
    await writeFile(letter, "Dear Sir");
    const net = openNetwork({
      settings: () => ({ ...defaultNetwork, certificates: [letter, path.join(folder, "gone")] }),
      password: () => null,
      env: {},
      askSystem: async () => "DIRECT",
      bundles: [path.join(folder, "not there"), pem],
    });
    expect(await textOf(net.fetch(`https://localhost:${web.port}/`))).toBe("hello");
    expect(net.certificates().map(({ fault }) => fault)).toEqual([
      "no-certificate",
      "unreadable",
      null,
    ]);
  });

  it("that is added is trusted with the next request, and a removed one no longer", async () => {
    const web = await opened(startWeb(hello, await authority.sign("localhost")));
    let certificates: string[] = [];
    const net = openNetwork({
      settings: () => ({ ...defaultNetwork, certificates }),
      password: () => null,
      env: {},
      askSystem: async () => "DIRECT",
      bundles: [],
    });
    const ask = () => textOf(net.fetch(`https://localhost:${web.port}/`));
    expect(await failed(ask())).toMatchObject({ kind: "model-certificate" });
    certificates = [pem];
    net.certificatesChanged();
    expect(await ask()).toBe("hello");
    certificates = [];
    net.certificatesChanged();
    expect(await failed(ask())).toMatchObject({ kind: "model-certificate" });
  });
});

describe("a redirect", () => {
  const leadingTo = (to: string): http.RequestListener => {
    return (_request, response) => void response.writeHead(307, { location: to }).end();
  };

  it("is refused, and says where it leads without its query", async () => {
    const thief = await opened(startWeb(hello));
    const to = `http://localhost:${thief.port}/login?token=1`;
    const web = await opened(startWeb(leadingTo(to)));
    const asked = network().fetch(`http://127.0.0.1:${web.port}/`, { method: "POST", body: "x" });
    expect(await failed(asked)).toEqual({
      kind: "model-redirect",
      host: `127.0.0.1:${web.port}`,
      to: `http://localhost:${thief.port}/login`,
    });
  });

  it("is followed for a download that asks for it, without credentials", async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    const target = await opened(
      startWeb((request, response) => {
        seen.push(request.headers);
        response.end("file");
      }),
    );
    const web = await opened(startWeb(leadingTo(`http://localhost:${target.port}/f`)));
    const headers = { authorization: "Bearer secret", range: "bytes=5-", "x-api-key": "secret" };
    const response = network().fetch(`http://127.0.0.1:${web.port}/`, {
      redirect: "follow",
      headers,
    });
    expect(await textOf(response)).toBe("file");
    expect(seen[0]?.["range"]).toBe("bytes=5-");
    expect(JSON.stringify(seen)).not.toContain("secret");
    const circle = await opened(startWeb(leadingTo("/again")));
    const round = network().fetch(`http://127.0.0.1:${circle.port}/`, { redirect: "follow" });
    expect(await failed(round)).toMatchObject({ kind: "model-redirect" });
  });
});

describe("a body", () => {
  it("arrives chunk by chunk as it is sent, also when compressed", async () => {
    for (const encoding of ["identity", "gzip", "br", "deflate"]) {
      let next: (() => void) | undefined;
      const web = await opened(
        startWeb((_request, response) => {
          response.writeHead(200, { "content-encoding": encoding });
          const stream =
            encoding === "gzip"
              ? zlib.createGzip()
              : encoding === "br"
                ? zlib.createBrotliCompress()
                : encoding === "deflate"
                  ? zlib.createDeflate()
                  : null;
          stream?.pipe(response);
          const out = stream ?? response;
          out.write("first");
          stream?.flush();
          next = () => out.end("second");
        }),
      );
      const { body } = await network().fetch(`http://127.0.0.1:${web.port}/`);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader?.read())?.value).toBe("first");
      // Only now the rest is sent: the first chunk was not held back.
      next?.();
      expect((await reader?.read())?.value).toBe("second");
      expect((await reader?.read())?.done).toBe(true);
    }
  });

  it("arrives as one chunk where one read brought it", async () => {
    const web = await opened(
      startWeb((_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const piece of ["one ", "two ", "three"]) response.write(piece);
        response.end();
      }),
    );
    const { body } = await network().fetch(`http://127.0.0.1:${web.port}/`);
    const pieces: string[] = [];
    for await (const piece of body ?? [])
      pieces.push(new TextDecoder().decode(piece as Uint8Array));
    expect(pieces).toEqual(["one two three"]);
  });

  it("of a request is sent whole, whatever it is made of", async () => {
    const web = await opened(
      startWeb((request, response) => {
        response.setHeader("x-type", request.headers["content-type"] ?? "");
        request.pipe(response);
      }),
    );
    const ask = (body: NonNullable<RequestInit["body"]>) =>
      network().fetch(`http://127.0.0.1:${web.port}/`, { method: "POST", body });
    const long = "ü".repeat(300_000);
    expect(await textOf(ask(long))).toBe(long);
    expect(await textOf(ask(new Uint8Array([104, 105])))).toBe("hi");
    const form = await ask(new URLSearchParams({ a: "1 2" }));
    expect([await form.text(), form.headers.get("x-type")]).toEqual([
      "a=1+2",
      "application/x-www-form-urlencoded;charset=UTF-8",
    ]);
  });

  it("that breaks off is an error, not an end", async () => {
    const web = await opened(
      startWeb((_request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("part");
        response.socket?.destroySoon();
      }),
    );
    const response = network().fetch(`http://127.0.0.1:${web.port}/`);
    expect(await failed(textOf(response))).toBe("TypeError: terminated");
  });
});

describe("the end of a request", () => {
  it("reaches the provider when it is aborted, before and during the response", async () => {
    for (const begun of [false, true]) {
      let came = (): void => undefined;
      let left = (): void => undefined;
      const arrived = new Promise<void>((resolve) => (came = resolve));
      const closed = new Promise<void>((resolve) => (left = resolve));
      const web = await opened(
        startWeb((_request, response) => {
          response.once("close", left);
          if (begun) response.write("part");
          came();
        }),
      );
      const control = new AbortController();
      const { signal } = control;
      const asked = network().fetch(`http://127.0.0.1:${web.port}/`, { signal });
      if (begun) {
        const reader = (await asked).body?.getReader();
        await reader?.read();
        control.abort();
        expect(await failed(reader?.read() ?? Promise.resolve())).toContain("AbortError");
      } else {
        await arrived;
        control.abort();
        expect(await failed(asked)).toContain("AbortError");
      }
      await closed;
    }
    expect(await failed(network().fetch("http://x/", { signal: AbortSignal.abort() }))).toContain(
      "AbortError",
    );
  });

  it("to an address where nobody listens has the system's error code", async () => {
    const error: unknown = await network()
      .fetch("http://127.0.0.1:9/")
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: "fetch failed", cause: { code: "ECONNREFUSED" } });
  });
});
