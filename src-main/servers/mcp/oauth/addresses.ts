// SSRF guard. This machine may reach networks that a server cannot, so a URL that a server names is fetched only if
// it is public or in the server's own network zone.
import dns from "node:dns/promises";
import net from "node:net";
import { maskedAddress } from "#shared/servers/config/masking.ts";
import { SignInError } from "./failure.ts";

export type NetworkZone = "public" | "private" | "loopback" | "link-local";

/** Resolves a host name to all its addresses. */
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
/** Private, shared, benchmark, multicast and reserved ranges: everything that is not public (RFC 6890). */
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

/** The IPv4 address inside an IPv4-mapped, IPv4-compatible, NAT64 or 6to4 address, which routes to that address. */
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

/** The eight 16-bit words of an IPv6 address. */
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

/**
 * The zone of an IP address. Anything that is not an IP address counts as private, so it is never fetched for a
 * public server.
 */
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

/** Which zones a server in a given zone may name. A local server may name whatever this machine can reach. */
const ALLOWED: Record<NetworkZone, readonly NetworkZone[]> = {
  public: ["public"],
  private: ["public", "private"],
  loopback: ["public", "private", "loopback"],
  "link-local": ["public", "link-local"],
};

/** A host name or address that always resolves to this machine (RFC 6761, 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return net.isIP(host) !== 0 && zoneOf(host) === "loopback";
}

/** True if nobody on the network can read the traffic: HTTPS, or HTTP on loopback. */
export const isConfidentialUrl = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));

/** A URL to show: without user info, query and fragment, which may hold anything, and with secrets masked. */
export const displayAddress = (url: URL): string => maskedAddress(`${url.origin}${url.pathname}`);

/** Decides which addresses one server may name. */
export class AddressGuard {
  readonly #server: URL;
  readonly #resolve: ResolveHost;
  /** IP addresses that the server responded from or resolved to, as DNS may point elsewhere later. */
  readonly #serverAddresses = new Set<string>();

  constructor(server: URL, resolve: ResolveHost) {
    this.#server = server;
    this.#resolve = resolve;
  }

  /**
   * Records an address that the server responded from, so that a name rebound to a private address later (DNS
   * rebinding) does not widen what the server may name.
   */
  addServerAddress(ip: string): void {
    this.#serverAddresses.add(ip);
  }

  /**
   * Resolves a URL's host to its addresses, all of which are allowed. Rejects with a `SignInError`. The caller must
   * connect to one of these without resolving again: DNS may respond differently the next time.
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

  /** Of several addresses of the server, the most public one decides. */
  async #allowedZones(): Promise<readonly NetworkZone[]> {
    // Resolved each time, as the name may have become public since. A name that only a proxy can resolve counts as
    // public, the strictest zone.
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
      // Treated like an empty result below.
    }
    const address = displayAddress(url);
    throw new SignInError({ kind: "sign-in-unreachable", address, detail: "ENOTFOUND" });
  }
}
