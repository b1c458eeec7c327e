// The client capabilities that a relayed server sees: the host's, and those that the desk provides itself.
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { capabilitiesFor } from "../session/declared.ts";
import { SAMPLING_METHOD } from "../wire/envelope.ts";
import { withField } from "./splice.ts";

/** 2026-07-28, basic, "Per-request metadata". */
const CAPABILITIES_META = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_META = "io.modelcontextprotocol/clientInfo";
export const VERSION_META = "io.modelcontextprotocol/protocolVersion";

/**
 * The text of a host's request, with the desk's sampling and elicitation added to the capabilities that it declares.
 */
export function withDeskCapabilities(
  text: string,
  method: string,
  params: JsonObject,
  policy: ServerPolicy,
): string {
  const meta = params["_meta"];
  const at = [
    "params",
    ...(method === "initialize" ? ["capabilities"] : ["_meta", CAPABILITIES_META]),
  ];
  const given =
    method === "initialize"
      ? (params["capabilities"] ?? {})
      : isJsonObject(meta)
        ? meta[CAPABILITIES_META]
        : undefined;
  if (!isJsonObject(given)) return text;
  const { sampling, elicitation } = capabilitiesFor(policy);
  const sampled = withField(text, [...at, "sampling"], sampling);
  const declared =
    policy.elicitation === "host"
      ? sampled
      : withField(sampled, [...at, "elicitation"], elicitation);
  // Tasks are left out: the desk only supports them on its own connections.
  return given["tasks"] === undefined ? declared : withField(declared, [...at, "tasks"], undefined);
}

/** Requests that the desk answers, so the host never sees them. */
const HELD: ReadonlyMap<string, "sampling" | "elicitation"> = new Map([
  [SAMPLING_METHOD, "sampling"],
  ["elicitation/create", "elicitation"],
]);

/** The kind of a request that the desk answers; undefined for one that the host gets. */
export function heldKind(
  method: string,
  { elicitation }: Pick<ServerPolicy, "elicitation">,
): "sampling" | "elicitation" | undefined {
  const kind = HELD.get(method);
  return kind === "elicitation" && elicitation === "host" ? undefined : kind;
}
