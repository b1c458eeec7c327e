// From a pipe to a session: tries `initialize` first (versions up to 2025-11-25), and 2026-07-28 only if it is
// refused, since servers that support both but push requests fail under the new one.
import { Client, ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Outcome, ServerFailure } from "#shared/outcome.ts";
import { fail, ok } from "#shared/outcome.ts";
import { abilitiesOf, newestOf } from "#shared/servers/protocol.ts";
import type { Era, EraChoice, Negotiated } from "#shared/servers/server.ts";
import type { ConnectionSpec } from "../connectionSpec.ts";
import { HttpStatusError } from "../transports/httpRefusal.ts";
import { PipeError, SendError } from "../transports/pipe.ts";
import type { Pipe } from "../transports/pipe.ts";
import { withoutNulls } from "../wire/rawResponse.ts";
import { Wire } from "../wire/wire.ts";
import { within } from "../../../core/within.ts";
import type { WireListener } from "../wire/wireListener.ts";
import { truncate } from "../wire/excerpt.ts";

export interface Session {
  client: Client;
  wire: Wire;
  negotiated: Negotiated;
}

export interface HandshakeParts {
  /** Creates a pipe; called a second time to try the other generation. */
  pipe(): Pipe;
  listener: WireListener;
  appVersion: string;
  capabilities: ClientCapabilities;
  timeoutMs: number;
  /** Called with each wire before it starts, so that it can be closed meanwhile. */
  onWire(wire: Wire): void;
}

const ADDRESS_TIMEOUT_MS = 30_000;

/** How long connecting may take: a command may have to be downloaded first, an address is there already. */
export const openingTimeoutMs = (
  { kind }: ConnectionSpec["endpoint"],
  initializeTimeoutMs: number,
): number =>
  kind === "stdio" ? initializeTimeoutMs : Math.min(initializeTimeoutMs, ADDRESS_TIMEOUT_MS);

/** Opens a session, or returns why that failed. Leaves nothing open when it fails. */
export async function openSession(
  era: EraChoice,
  parts: HandshakeParts,
): Promise<Outcome<Session, ServerFailure>> {
  if (era !== "auto") return attempt(era, parts);
  const legacy = await attempt("legacy", parts);
  if (legacy.ok || !refusesInitialize(legacy.failure)) return legacy;
  const modern = await attempt("modern", parts);
  return modern.ok ? modern : legacy;
}

/**
 * What a server that only supports 2026-07-28 may do on `initialize`: refuse, respond 400 over HTTP, or exit. A
 * silent server is not tried again: it did not start.
 */
function refusesInitialize(failure: ServerFailure): boolean {
  switch (failure.kind) {
    case "server-refused-initialize":
    case "server-exited":
    case "server-closed-output":
      return true;
    case "server-http-status":
      return failure.status === 400;
    default:
      return false;
  }
}

async function attempt(era: Era, parts: HandshakeParts): Promise<Outcome<Session, ServerFailure>> {
  // The reason why the connection ended is more specific than the library's error.
  let ended: ServerFailure | null = null;
  let opened = false;
  const wire = new Wire(parts.pipe(), era, {
    ...parts.listener,
    malformed: (text) => {
      parts.listener.malformed(text);
      // None of this server's messages can be parsed, so don't wait for the timeout.
      if (opened || !text.startsWith("\uFEFF")) return;
      ended = { kind: "server-byte-order-mark" };
      void wire.close();
    },
    lost: (failure) => {
      if (opened) {
        parts.listener.lost(failure);
        return;
      }
      ended = failure;
      void wire.close();
    },
  });
  const client = newClient(era, parts);
  parts.onWire(wire);
  try {
    // For all steps together: the library's own timeout covers a single request, once it was sent.
    const connected = client.connect(wire, { timeout: parts.timeoutMs });
    const settled = Promise.allSettled([connected]).then(() => true);
    if (!(await within(settled, parts.timeoutMs, false))) {
      ended = { kind: "server-silent", afterMs: parts.timeoutMs, stage: "initialize" };
      throw new Error("late");
    }
    await connected;
    opened = true;
    return ok({ client, wire, negotiated: negotiatedOf(client, era) });
  } catch (error) {
    await wire.close();
    return fail(ended ?? failureOf(error, wire, parts.timeoutMs));
  }
}

function newClient(era: Era, { appVersion, capabilities: declared }: HandshakeParts): Client {
  const version = newestOf(era);
  const can = abilitiesOf({ protocolVersion: version, era });
  const { tasks: _tasks, ...others } = declared;
  const capabilities = can.samplingTasks ? declared : others;
  const ignore = { autoRefresh: false, onChanged: () => {} } as const;
  return new Client(
    { name: "countersign", title: "Countersign", version: appVersion },
    {
      capabilities,
      inputRequired: { autoFulfill: false },
      ...(can.handshake === "initialize"
        ? {}
        : {
            versionNegotiation: { mode: { pin: version } },
            // Opens the subscription that 2026-07-28 requires for change notifications; the wire receives them.
            listChanged: { tools: ignore, prompts: ignore, resources: ignore },
          }),
    },
  );
}

/** Longest texts that a server reports about itself: they are part of every view of it. */
const CLAIM_CHARACTERS = 500;
const INSTRUCTIONS_CHARACTERS = 50_000;

const negotiatedOf = (client: Client, era: Era): Negotiated =>
  described(client.getNegotiatedProtocolVersion() ?? "", era, {
    capabilities: client.getServerCapabilities(),
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
  });

/** What holds in a session that was opened in place of a forgotten one, with this result of `initialize`. */
export function renegotiated({ protocolVersion, era }: Negotiated, result: JsonObject): Negotiated {
  const { capabilities, instructions, serverInfo } = withoutNulls(result);
  const info = isJsonObject(serverInfo) ? serverInfo : {};
  return described(protocolVersion, era, {
    capabilities,
    serverInfo:
      typeof info["name"] === "string" && typeof info["version"] === "string"
        ? { title: undefined, ...info, name: info["name"], version: info["version"] }
        : undefined,
    instructions: typeof instructions === "string" ? instructions : undefined,
  });
}

interface Described {
  capabilities: unknown;
  serverInfo: { name: string; version: string; title?: unknown } | undefined;
  instructions: string | undefined;
}

function described(
  protocolVersion: string,
  era: Era,
  { capabilities, serverInfo: claims, instructions }: Described,
): Negotiated {
  return {
    protocolVersion,
    era,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(claims === undefined
      ? {}
      : {
          claims: {
            name: truncate(claims.name, CLAIM_CHARACTERS),
            version: truncate(claims.version, CLAIM_CHARACTERS),
            ...(typeof claims.title === "string"
              ? { title: truncate(claims.title, CLAIM_CHARACTERS) }
              : {}),
          },
        }),
    ...(instructions === undefined
      ? {}
      : { instructions: truncate(instructions, INSTRUCTIONS_CHARACTERS) }),
  };
}

/** Longest untrusted text in a failure. */
const DETAIL_CHARACTERS = 2000;

function failureOf(error: unknown, wire: Wire, timeoutMs: number): ServerFailure {
  if (error instanceof PipeError) return error.failure;
  if (error instanceof HttpStatusError) return error.failure;
  const detail = (error instanceof Error ? error.message : String(error)).slice(
    0,
    DETAIL_CHARACTERS,
  );
  if (wire.badResponses > 0) return { kind: "server-bad-answer", detail };
  if (error instanceof SendError) return { kind: "server-connection-lost", detail };
  if (error instanceof ProtocolError) return { kind: "server-refused-initialize", detail };
  if (error instanceof SdkError) {
    switch (error.code) {
      case SdkErrorCode.RequestTimeout:
        return { kind: "server-silent", afterMs: timeoutMs, stage: "initialize" };
      case SdkErrorCode.EraNegotiationFailed:
        return { kind: "server-refused-initialize", detail };
      case SdkErrorCode.ConnectionClosed:
        return { kind: "server-connection-lost", detail };
    }
  }
  return { kind: "server-bad-answer", detail };
}
