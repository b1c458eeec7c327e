// Real proxies, TLS servers and certificates on loopback, for tests of the route to a provider.
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { generate } from "selfsigned";

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate authority, and certificates that it signs. With negative days they have expired. */
export async function makeAuthority(name: string): Promise<{
  ca: Certificate;
  sign(host: string, from?: Date, until?: Date): Promise<Certificate>;
}> {
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const ca = { key: made.private, cert: made.cert };
  return {
    ca,
    async sign(host, from = new Date(Date.now() - 86_400_000), until = inADay()) {
      const signed = await generate([{ name: "commonName", value: host }], {
        keyType: "ec",
        algorithm: "sha256",
        ca,
        notBeforeDate: from,
        notAfterDate: until,
        extensions: [{ name: "subjectAltName", altNames: [altName(host)] }],
      });
      return { key: signed.private, cert: signed.cert };
    },
  };
}

const altName = (host: string) =>
  net.isIP(host) === 0 ? { type: 2 as const, value: host } : { type: 7 as const, ip: host };

const inADay = (): Date => new Date(Date.now() + 86_400_000);

export interface ListeningServer {
  port: number;
  close(): Promise<void>;
}

async function listening(server: http.Server | net.Server): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** An HTTP server, over TLS if a certificate is given. */
export function startWeb(
  answer: http.RequestListener,
  tls?: Certificate,
): Promise<ListeningServer> {
  const server =
    tls === undefined
      ? http.createServer(answer)
      : https.createServer({ key: tls.key, cert: tls.cert }, answer);
  // Some tests are about clients that reject the certificate.
  server.on("tlsClientError", () => undefined);
  return listening(server);
}

export interface ProxyServer extends ListeningServer {
  /** What it was asked for: `CONNECT host:port`, or `GET http://…`. */
  asked: string[];
  /** The `Proxy-Authorization` of each. */
  logins: (string | undefined)[];
}

export interface ProxyOptions {
  /** The `name:password` that it requires. */
  login?: string;
  /** The authentication schemes that it offers, one header each, if it requires one. */
  offers?: string[];
  /** The status with which it refuses every request. */
  refuses?: number;
  /** Over TLS. */
  tls?: Certificate;
}

/**
 * A proxy as in RFC 9110: tunnels for CONNECT, whole requests by their absolute address. Every host resolves to this
 * machine.
 */
export async function startProxy(options: ProxyOptions = {}): Promise<ProxyServer> {
  const asked: string[] = [];
  const logins: (string | undefined)[] = [];
  const statusFor = ({ method, url, headers }: http.IncomingMessage): number => {
    asked.push(`${method ?? ""} ${url ?? ""}`);
    const given = headers["proxy-authorization"];
    logins.push(given);
    if (options.refuses !== undefined) return options.refuses;
    const wanted = options.login;
    if (wanted === undefined) return 200;
    return given === `Basic ${Buffer.from(wanted).toString("base64")}` ? 200 : 407;
  };
  const relay: http.RequestListener = (request, response) => {
    const status = statusFor(request);
    if (status !== 200) {
      const { offers } = options;
      const headers = offers === undefined ? {} : { "proxy-authenticate": offers };
      return void response.writeHead(status, headers).end("from the proxy");
    }
    const { port, pathname, search } = new URL(request.url ?? "");
    const onward = http.request(
      {
        host: "127.0.0.1",
        port,
        path: pathname + search,
        method: request.method ?? "GET",
        headers: request.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  };
  const server =
    options.tls === undefined ? http.createServer(relay) : https.createServer(options.tls, relay);
  server.on("tlsClientError", () => undefined);
  server.on("connect", (request: http.IncomingMessage, socket: Socket, head: Buffer) => {
    const status = statusFor(request);
    const offers = (options.offers ?? []).map((scheme) => `Proxy-Authenticate: ${scheme}\r\n`);
    if (status !== 200)
      return void socket.end(`HTTP/1.1 ${status} No\r\n${offers.join("")}\r\nfrom the proxy`);
    const onward = net.connect(Number(request.url?.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    socket.on("error", () => onward.destroy());
    onward.on("error", () => socket.destroy());
  });
  return { ...(await listening(server)), asked, logins };
}

/** A SOCKS5 proxy without a login (RFC 1928). `asked`: the names that it was asked to connect to. */
export async function startSocks(): Promise<ListeningServer & { asked: string[] }> {
  const asked: string[] = [];
  const server = net.createServer((socket) => {
    socket.once("data", () => {
      socket.write(Buffer.from([5, 0]));
      socket.once("data", (request: Buffer) => {
        // 5, CONNECT, 0, then a name: its length, the name, two bytes of port.
        const length = request[4] ?? 0;
        asked.push(request.subarray(5, 5 + length).toString());
        const onward = net.connect(request.readUInt16BE(5 + length), "127.0.0.1", () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
          onward.pipe(socket).pipe(onward);
        });
        onward.on("error", () => socket.destroy());
      });
    });
  });
  return { ...(await listening(server)), asked };
}
