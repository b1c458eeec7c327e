// Where the team's database is: reads the address that the user gave, and how far its server has to prove itself.
import { rootCertificates } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import type { TeamFailure } from "#shared/team/failure.ts";

/** Nothing here throws: a failure is a value. */
export type TeamOutcome<T> = Outcome<T, TeamFailure>;

/** Where the database is, and how to get there. */
export interface TeamAddress {
  /** `postgres://login@host:port/database?sslmode=…`; a password in it is taken, and never shown. */
  url: string;
  password?: string;
  /** Certificates (PEM) to trust beside the system's. */
  authorities?: string;
  /** The user allows a connection without TLS to another machine. */
  allowPlain?: boolean;
}

/** What the driver gets. Nothing of it comes from the environment or from a file in the home folder. */
export interface DriverAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  /** A function: for an empty text the driver would read PGPASSWORD and `~/.pgpass`. */
  password: () => string;
  ssl: false | ConnectionOptions;
}

/** Addresses of this machine, to which nothing leaves it. */
const HERE: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Reads `postgres://login[:password]@host[:port]/database`. The server's certificate and name are verified
 * (`sslmode=verify-full`) except on this machine, on a socket (`?host=/run/postgresql`), or where the user allowed it.
 */
export function readAddress(address: TeamAddress): TeamOutcome<DriverAddress> {
  const url = URL.canParse(address.url) ? new URL(address.url) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    return fail({ kind: "team-address", why: "unreadable" });
  }
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  const socket = url.searchParams.get("host");
  const host = socket?.startsWith("/") === true ? socket : url.hostname.replaceAll(/^\[|\]$/g, "");
  if (database === null || user === null || host === "") {
    return fail({ kind: "team-address", why: "unreadable" });
  }
  if (database === "" || user === "") return fail({ kind: "team-address", why: "no-database" });
  const mode = url.searchParams.get("sslmode");
  const isHere = host.startsWith("/") || HERE.has(host);
  const isPlain = mode === "disable" || (mode === null && isHere);
  if (isPlain && !isHere && address.allowPlain !== true) {
    return fail({ kind: "team-address", why: "plain" });
  }
  const { authorities } = address;
  const ssl = {
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: [...rootCertificates, authorities] }),
  };
  const password = address.password ?? decoded(url.password) ?? "";
  return ok({
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    database,
    user,
    password: () => password,
    ssl: isPlain ? false : ssl,
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
