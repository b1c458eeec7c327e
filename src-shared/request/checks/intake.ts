// Reads an incoming request leniently: refuses only what the spec says to refuse or what cannot be shown, and flags
// everything else that is odd.
import type { ReadRequest } from "../kinds/kind.ts";
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import { MAX_DEPTH, shapeFlags } from "./depth.ts";
import { placeOf } from "../document/flag.ts";
import type { Flag, Path } from "../document/flag.ts";
import type { MediaFacts } from "../document/media.ts";
import { readMessage, readParams } from "../document/members.ts";
import type { Message, RequestDocument } from "../document/message.ts";
import type { Refusal } from "../life/heldRequest.ts";
import { schemaFlags } from "./schema.ts";
import { besides, checkRequest } from "./validate.ts";
import { refusalFor } from "./wire.ts";

/**
 * Reads `params` of `sampling/createMessage`, with media already replaced by references. `declared` is what the
 * client declared to the server in its capabilities; `media` describes the media referred to. Without
 * `protocolVersion`, the schema is not checked.
 */
export function readRequest(
  params: Json,
  declared: { tools: boolean; context: boolean },
  media: MediaFacts[] = [],
  protocolVersion?: string,
): ReadRequest {
  const fault = faultOf(params);
  if (fault !== null || !isJsonObject(params) || !Array.isArray(params["messages"])) {
    return cannotBeShown(fault ?? { path: [], why: "is not an object" });
  }
  const read: Flag[] = [];
  const messages = params["messages"].map((message, i): Message =>
    readMessage(message, ["messages", i], read),
  );
  const proposed: RequestDocument = { ...readParams(params, read), messages };
  // concat, not spread: a server can cause more flags than a call can have arguments.
  const known = read.concat(
    checkRequest(proposed, proposed, media),
    declared.tools ? [] : toolsGiven(params),
    declared.context ? [] : contextGiven(params),
  );
  const departures = protocolVersion === undefined ? [] : schemaFlags(params, protocolVersion);
  const flags = known.concat(besides(known, departures));
  const refusal = refusalOf(flags);
  return refusal === null
    ? { kind: "readable", proposed, flags }
    : { kind: "refused", refusal, proposed, flags };
}

/** Why a request cannot be shown at all, with the path of the fault; null when it can. */
function faultOf(params: Json): { path: Path; why: string } | null {
  const [shape] = shapeFlags(params);
  switch (shape?.code) {
    case "too-deep":
      return { path: shape.path, why: `is nested deeper than ${MAX_DEPTH} levels` };
    case "number-beyond":
      return { path: shape.path, why: "is a number beyond all that can be kept and sent on" };
    case "proto-member":
      return { path: shape.path.slice(0, -1), why: "has a member named __proto__" };
    default:
  }
  if (!isJsonObject(params)) return { path: [], why: "is not an object" };
  return Array.isArray(params["messages"]) ? null : { path: ["messages"], why: "is not an array" };
}

function cannotBeShown(fault: { path: Path; why: string }): ReadRequest {
  const flags: Flag[] = [{ severity: "error", code: "field-wrong-type", path: fault.path }];
  const where = `${jsonPath(fault.path)} ${fault.why}`;
  return {
    kind: "refused",
    refusal: refusalFor("invalid-params", flags, where),
    proposed: null,
    flags,
  };
}

/** `null` counts as absent: some servers always write these fields. */
const toolsGiven = (params: JsonObject): Flag[] =>
  ["tools", "toolChoice"]
    .filter((name) => params[name] !== undefined && params[name] !== null)
    .map((name) => ({ severity: "error", code: "tool-undeclared", path: [name] }));

/**
 * "Servers SHOULD only use these values if the client declares ClientCapabilities.sampling.context" (2025-11-25,
 * schema, "CreateMessageRequestParams"): only noted, and treated as `none`.
 */
const contextGiven = ({ includeContext: wish }: JsonObject): Flag[] =>
  wish === "thisServer" || wish === "allServers"
    ? [
        {
          severity: "note",
          code: "include-context-undeclared",
          path: ["includeContext"],
          detail: wish,
        },
      ]
    : [];

/**
 * The refusals that the spec asks for (2025-11-25, client/sampling): tools without the capability ("Tools in
 * Sampling"), the two of "Error Handling" in its order, then "Tool Use and Result Balance".
 */
function refusalOf(flags: Flag[]): Refusal | null {
  for (const [code, reason] of REFUSED) {
    const broken = flags.filter((flag) => flag.code === code);
    if (broken.length > 0) return refusalFor(reason, broken);
  }
  return null;
}

const REFUSED = [
  ["tool-undeclared", "tools-not-declared"],
  ["tool-result-missing", "tool-result-missing"],
  ["tool-results-mixed", "tool-results-mixed"],
  ["tool-result-unmatched", "tool-result-stray"],
] as const;

/** `params.messages[2].content`, for error messages. */
const jsonPath = (path: Path): string => `params.${placeOf(path)}`.replace(/\.(?=\[|$)/, "");
