// When two endpoints are the same server: the same command, arguments, folder and environment, or the same address and
// headers, values included.
import type { Endpoint, NamedValueInput } from "#shared/servers/server.ts";
import { providedByHost } from "#shared/servers/server.ts";
import { valuesOf } from "./serverEntry.ts";

/** The command, arguments and folder, or the address, without any value. */
export function commandKey(endpoint: Endpoint<unknown>): string {
  switch (endpoint.kind) {
    case "stdio":
      return JSON.stringify(["stdio", endpoint.command, endpoint.args, endpoint.cwd]);
    case "http":
    case "sse":
      return JSON.stringify([endpoint.kind, endpoint.url]);
    case "demo":
      return '["demo"]';
  }
}

/** Contains secrets: only to be compared. A value that was lost is not the same as none: it may be entered again. */
export function endpointKey(endpoint: Endpoint<NamedValueInput>): string {
  const nameOf = (name: string) => (endpoint.kind === "stdio" ? name : name.toLowerCase());
  const values = valuesOf(endpoint).map(({ name, value }) => JSON.stringify([nameOf(name), value]));
  const fromHost = providedByHost(endpoint).map(nameOf).toSorted();
  return JSON.stringify([commandKey(endpoint), values.toSorted(), fromHost]);
}
