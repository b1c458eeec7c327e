// The names of host and server on a session, and the protocol version that they agreed on.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Host } from "#shared/request/life/heldRequest.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { Negotiated } from "#shared/servers/server.ts";
import type { SessionSpec } from "../../gatewayPorts.ts";
import { keyOf } from "../wire/envelope.ts";
import type { Envelope, JsonRpcId } from "../wire/envelope.ts";
import { CLIENT_META, VERSION_META } from "./declaredByDesk.ts";

const NAME_MAX = 200;
/** The only version with batches (basic, "Batching"). */
const BATCH_VERSION = "2025-03-26";

export interface SessionPeersListener {
  /** The host has named itself, or makes a request without a name. */
  host(host: Host): void;
  version(version: string): void;
}

export class SessionPeers {
  readonly #session: Pick<Host, "sessionId" | "folder">;
  readonly #on: SessionPeersListener;
  #claims: Pick<Host, "name" | "version"> = { name: "" };
  #initializeKey: string | null = null;
  #hasBegun = false;
  negotiated: Negotiated | undefined;

  constructor(
    { sessionId, hostFolder }: Pick<SessionSpec, "sessionId" | "hostFolder">,
    on: SessionPeersListener,
  ) {
    this.#session = { sessionId, ...(hostFolder === undefined ? {} : { folder: hostFolder }) };
    this.#on = on;
  }

  get host(): Host {
    return { ...this.#claims, ...this.#session };
  }

  /** By what host and server agreed on, not by what a request says of itself. */
  get takesBatches(): boolean {
    const { negotiated } = this;
    return negotiated?.era === "legacy" && negotiated.protocolVersion === BATCH_VERSION;
  }

  /** Headers that repeat arguments, if this version has them. */
  sent(headers: Record<string, string>): Record<string, string> {
    const { negotiated } = this;
    return negotiated !== undefined && abilitiesOf(negotiated).argumentHeaders ? headers : {};
  }

  /** Takes a request of the host: `initialize`, or any of 2026-07-28, names the client. */
  requested(id: JsonRpcId, method: string, params: JsonObject): void {
    const meta = isJsonObject(params["_meta"]) ? params["_meta"] : {};
    const info = method === "initialize" ? params["clientInfo"] : meta[CLIENT_META];
    if (method === "initialize") {
      this.#initializeKey = keyOf(id);
      // A version that the server has refused since is no longer named in headers.
      if (this.negotiated !== undefined) this.#on.version("");
    }
    const version = meta[VERSION_META];
    if (typeof version === "string" && version !== this.negotiated?.protocolVersion)
      this.#agreed({ protocolVersion: version, era: "modern" });
    if (!isJsonObject(info)) this.begins();
    if (!isJsonObject(info) || this.#claims.name !== "") return;
    const { name, version: build } = info;
    this.#claims = {
      name: typeof name === "string" ? name.slice(0, NAME_MAX) : "",
      ...(typeof build === "string" ? { version: build.slice(0, NAME_MAX) } : {}),
    };
    this.#begin();
  }

  /** A message of the host that names nobody. */
  begins(): void {
    if (!this.#hasBegun) this.#begin();
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#on.host(this.host);
  }

  /** Takes a response of the server: that to `initialize` names the server. */
  responded(envelope: Extract<Envelope, { kind: "result" | "error" }>): void {
    if (keyOf(envelope.id) !== this.#initializeKey) return;
    this.#initializeKey = null;
    if (envelope.kind === "result") this.initialized(envelope.result);
  }

  /** Takes the result of an `initialize`. */
  initialized({ protocolVersion, serverInfo, capabilities }: JsonObject): void {
    this.#agreed({
      protocolVersion: typeof protocolVersion === "string" ? protocolVersion : "",
      era: "legacy",
      capabilities: isJsonObject(capabilities) ? capabilities : {},
      ...claimsIn(serverInfo),
    });
  }

  /** A new session of the server for the same host: returns what tells it that lists may have changed. */
  renewed(result: JsonObject): string[] {
    this.initialized(result);
    return changeableLists(result).map((list) =>
      JSON.stringify({ jsonrpc: "2.0", method: `notifications/${list}/list_changed` }),
    );
  }

  #agreed(more: Pick<Negotiated, "protocolVersion" | "era"> & Partial<Negotiated>): void {
    this.negotiated = { capabilities: {}, ...this.negotiated, ...more };
    this.#on.version(more.protocolVersion);
  }
}

function claimsIn(info: Json | undefined): Pick<Negotiated, "claims"> {
  if (!isJsonObject(info) || typeof info["name"] !== "string") return {};
  const { name, version, title } = info;
  return {
    claims: {
      name,
      ...(typeof version === "string" ? { version } : {}),
      ...(typeof title === "string" ? { title } : {}),
    },
  };
}

/** The lists of whose changes a server tells its clients, by its result of `initialize`. */
const changeableLists = ({ capabilities }: JsonObject): string[] =>
  ["tools", "prompts", "resources"].filter((list) => {
    const declared = isJsonObject(capabilities) ? capabilities[list] : undefined;
    return isJsonObject(declared) && declared["listChanged"] === true;
  });
