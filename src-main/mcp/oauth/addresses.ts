// Where an address really leads. What a server names is fetched by this machine, which may reach what the
// server cannot: so a server may only name what lies in the open, or where it lies itself (SSRF).
import dns from "node:dns/promises";
import net from "node:net";
import { maskedAddress } from "../../../src-shared/servers/config/masking.ts";
import { SignInError } from "./failure.ts";

export type NetworkZone = "public" | "private" | "loopback" | "link-local";

/** Gives every address of a host name. */
export type ResolveHost = (host: string) => Promise<string[]>;

export const resolveWithSystem: ResolveHost = async (host) =>
  (await dns.lookup(host, { all: true })).map(({ address }) => address);

const list = (...subnets: [string, number, "ipv4" | "ipv6"][]): net.BlockList => {
  const block = new net.BlockList();
  for (const [address, bits, family] of subnets) block.addSubnet(address, bits, family);
  return block;
};

const LOOPBACK = list(["127.0.0.0", 8, "ipv4"], ["0.0.0.0", 8, "ipv4"], ["::", 127, "ipv6"]);
const LINK_LOCAL = list(["169.254.0.0", 16, "ipv4"], ["fe80::", 10, "ipv6"]);
/** Private, shared, for benchmarks, multicast, reserved: nothing that lies in the open (RFC 6890). */
const PRIVATE = list(
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["fc00::", 7, "ipv6"],
  ["fec0::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
);

/** The IPv4 address inside a mapped, translated or 6to4 one; those lead where it leads. */
function embedded(ip: string): string | null {
  const words = net.isIPv6(ip) ? wordsOf(ip) : null;
  if (words === null) return null;
  const hex = words.map((word) => word.toString(16).padStart(4, "0")).join("");
  const at = /^(?:0{20}(?:ffff|0000)|0064ff9b0{16})/.test(hex)
    ? 24
    : hex.startsWith("2002")
      ? 4
      : -1;
  if (at === -1) return null;
  const bytes = [0, 2, 4, 6].map((n) => Number.parseInt(hex.slice(at + n, at + n + 2), 16));
  return bytes.join(".");
}

/** The eight words of an IPv6 address. */
function wordsOf(ip: string): number[] | null {
  const bare = ip.replace(/%.*$/, "");
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(bare);
  const pair = (a?: string, b?: string): string => ((Number(a) << 8) | Number(b)).toString(16);
  const text =
    dotted === null
      ? bare
      : `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}`;
  const [head = "", tail] = text.split("::");
  const words = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16));
  if (tail === undefined) return words(head);
  const gap = 8 - words(head).length - words(tail).length;
  return [...words(head), ...Array<number>(Math.max(0, gap)).fill(0), ...words(tail)];
}

/** Where an IP address lies. What is no address counts as private: it is not gone to. */
export function zoneOf(ip: string): NetworkZone {
  const family = net.isIPv4(ip) ? "ipv4" : net.isIPv6(ip) ? "ipv6" : null;
  if (family === null) return "private";
  const bare = ip.replace(/%.*$/, "");
  if (LOOPBACK.check(bare, family)) return "loopback";
  const inner = embedded(bare);
  if (inner !== null) return zoneOf(inner);
  if (LINK_LOCAL.check(bare, family)) return "link-local";
  return PRIVATE.check(bare, family) ? "private" : "public";
}

/** What a server that lies here may name. One on this machine may name what this machine can reach nearby. */
const ALLOWED: Record<NetworkZone, readonly NetworkZone[]> = {
  public: ["public"],
  private: ["public", "private"],
  loopback: ["public", "private", "loopback"],
  "link-local": ["public", "link-local"],
};

/** A name or an address that never leaves this machine (RFC 6761, 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return net.isIP(host) !== 0 && zoneOf(host) === "loopback";
}

/** Nobody on the way can read it. */
export const isConfidentialUrl = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));

/** An address to show: without user, query and fragment, which may hold anything, and secrets masked. */
export const displayAddress = (url: URL): string => maskedAddress(`${url.origin}${url.pathname}`);

/** Knows what one server may name. */
export class AddressGuard {
  readonly #server: URL;
  readonly #resolve: ResolveHost;
  /** Where the server really was when it answered: its name may say something else by now. */
  readonly #serverAddresses = new Set<string>();

  constructor(server: URL, resolve: ResolveHost) {
    this.#server = server;
    this.#resolve = resolve;
  }

  /** The server answered from there. A name that then leads inwards opens nothing more to it (DNS rebinding). */
  addServerAddress(ip: string): void {
    this.#serverAddresses.add(ip);
  }

  /**
   * The addresses of a URL's host, each of which may be gone to. Rejects with a `SignInError`. The caller has
   * to go to one of these and not ask again: a name may lead elsewhere the next time.
   */
  async allowedAddresses(url: URL): Promise<string[]> {
    const address = displayAddress(url);
    if (!isConfidentialUrl(url)) throw new SignInError({ kind: "sign-in-not-encrypted", address });
    const allowed = await this.#allowedZones();
    const found = await this.#lookUp(url);
    const foreign = found.find((ip) => !allowed.includes(zoneOf(ip)));
    if (foreign === undefined) return found;
    throw new SignInError({ kind: "sign-in-private-address", address, ip: foreign });
  }

  /** With several addresses the server is where most people could reach it. */
  async #allowedZones(): Promise<readonly NetworkZone[]> {
    // Looked up each time: what was taken for near once may turn out to lie in the open.
    // One that only a proxy knows counts as lying in the open: what it names may lie nowhere else.
    for (const ip of await this.#lookUp(this.#server).catch(() => []))
      this.#serverAddresses.add(ip);
    const reaches = new Set([...this.#serverAddresses].map(zoneOf));
    const order: NetworkZone[] = ["public", "link-local", "private", "loopback"];
    return ALLOWED[order.find((reach) => reaches.has(reach)) ?? "public"];
  }

  async #lookUp(url: URL): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (net.isIP(host) !== 0) return [host];
    try {
      const found = await this.#resolve(host);
      if (found.length > 0) return found;
    } catch {
      // Said below: a name without an address.
    }
    const address = displayAddress(url);
    throw new SignInError({ kind: "sign-in-unreachable", address, detail: "ENOTFOUND" });
  }
}
