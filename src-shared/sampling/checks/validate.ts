// The rules that a document must meet before it leaves: an `error` blocks the decision, a `note` is shown.
// Sections are those of MCP 2025-11-25, client/sampling, unless another revision is named.
import { abilitiesOf } from "../../servers/protocol.ts";
import type { Spoken } from "../../servers/protocol.ts";
import type { Message, RequestDocument, ResponseDocument } from "../document/message.ts";
import { blocksOf, isText } from "../document/blocks.ts";
import { contentFlags, knownMedia } from "../document/content.ts";
import type { KnownMedia } from "../document/content.ts";
import { shapeFlags } from "./depth.ts";
import { needsPerson } from "../document/flag.ts";
import type { Flag, FlagCode, Path } from "../document/flag.ts";
import type { MediaFacts } from "../document/media.ts";
import { PARAM_NAMES } from "../document/members.ts";
import { schemaFlags } from "./schema.ts";
import { toolBalance } from "./toolBalance.ts";
import { offeredToolFlags, toolUseFlags } from "./toolCalls.ts";
import { acceptsOneBlock } from "./wire.ts";

const flag = (severity: Flag["severity"], code: FlagCode, path: Path, detail?: string): Flag => ({
  severity,
  code,
  path,
  ...(detail === undefined ? {} : { detail }),
});

/**
 * What must be settled before `document` may go to a model, and what is odd in it. `proposed` is what
 * the server asked (null when it could not be read). `media` is what the sample holds; without it
 * references are not checked. Without the protocol version its schema is not.
 */
export function checkRequest(
  document: RequestDocument,
  proposed: RequestDocument | null,
  media: MediaFacts[] | null = null,
  protocolVersion?: string,
): Flag[] {
  const shape = shapeFlags(document);
  if (shape.length > 0) return shape;
  const flags = [
    ...maxTokensFlags(document.maxTokens, proposed?.maxTokens),
    ...messagesFlags(document.messages, knownMedia(media)),
    ...toolBalance(document.messages),
    ...offeredToolFlags(document),
    ...parameterFlags(document),
    ...extraMembers(document),
  ];
  return protocolVersion === undefined
    ? flags
    : flags.concat(besides(flags, schemaFlags(document, protocolVersion)));
}

/** Those of `more` at whose place nothing stands yet that needs the user. */
export function besides(flags: readonly Flag[], more: Flag[]): Flag[] {
  if (more.length === 0) return more;
  const places = new Set(flags.filter(needsPerson).map(({ path }) => JSON.stringify(path)));
  return more.filter(({ path }) => !places.has(JSON.stringify(path)));
}

/** "The client MUST respect the maxTokens parameter" (schema.ts, "CreateMessageRequestParams"). */
function maxTokensFlags(maxTokens: number | undefined, asked: number | undefined): Flag[] {
  const path = ["maxTokens"];
  if (maxTokens === undefined) return [flag("error", "max-tokens-missing", path)];
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    return [flag("error", "max-tokens-not-positive", path, String(maxTokens))];
  }
  return maxTokens > (asked ?? Number.POSITIVE_INFINITY)
    ? [flag("error", "max-tokens-above-asked", path, String(asked))]
    : [];
}

/** "Messages": roles are `user` and `assistant`; tool uses are the assistant's ("Tool Use"). */
function messagesFlags(messages: Message[], media: KnownMedia): Flag[] {
  if (messages.length === 0) return [flag("error", "no-messages", ["messages"])];
  return messages.flatMap((message, i) => {
    const path = ["messages", i];
    const blocks = blocksOf(message.content);
    return [
      ...(isRole(message.role)
        ? []
        : [flag("error", "role-unknown", [...path, "role"], message.role)]),
      ...(message.role === "user" && blocks.some((block) => block.type === "tool_use")
        ? [flag("error", "block-malformed", [...path, "content"], "tool_use")]
        : []),
      ...Object.keys(message)
        .filter((key) => !MESSAGE_NAMES.has(key) && message[key] !== undefined)
        .map((key) => flag("note", "extra-member", [...path, key], key)),
      ...contentFlags(message.content, [...path, "content"], media),
    ];
  });
}

const isRole = (role: string): boolean => role === "user" || role === "assistant";
const MESSAGE_NAMES: ReadonlySet<string> = new Set(["role", "content", "_meta"]);

/** "Model Preferences": priorities lie between 0 and 1. "includeContext" has three values. */
function parameterFlags(document: RequestDocument): Flag[] {
  const preferences = document.modelPreferences;
  const priorities = ["costPriority", "speedPriority", "intelligencePriority"] as const;
  const context = document.includeContext;
  return [
    ...priorities.flatMap((name) => {
      const value = preferences?.[name];
      return value === undefined || (value >= 0 && value <= 1)
        ? []
        : [flag("note", "priority-out-of-range", ["modelPreferences", name], String(value))];
    }),
    ...(context === undefined || CONTEXTS.has(context)
      ? []
      : [flag("note", "include-context-unknown", ["includeContext"], context)]),
  ];
}

const CONTEXTS: ReadonlySet<string> = new Set(["none", "thisServer", "allServers"]);

const extraMembers = (document: RequestDocument): Flag[] =>
  Object.keys(document)
    .filter((key) => !PARAM_NAMES.has(key) && document[key] !== undefined)
    .map((key) => flag("note", "extra-member", [key], key));

/** How an answer is checked. */
export interface ResponseOptions {
  /** What is spoken with the server that gets it. */
  spoken: Spoken;
  /** What the sample holds; without it references are not checked. */
  media?: MediaFacts[];
  /** About how many tokens the user's own words have; without it their length is not checked. */
  writtenTokens?: number;
}

/**
 * What must be settled before `document` may go to the server, and what is odd in it. `request` is what
 * the server asked: it decides which form and which tools the server expects.
 */
export function checkResponse(
  document: ResponseDocument,
  request: RequestDocument | null,
  options: ResponseOptions,
): Flag[] {
  const shape = shapeFlags(document);
  if (shape.length > 0) return shape;
  const blocks = blocksOf(document.content);
  const oneBlock = acceptsOneBlock(request, options.spoken);
  return [
    // "CreateMessageResult": the answer is the model's, so the assistant's.
    ...(document.role === "assistant"
      ? []
      : [flag("error", "role-unknown", ["role"], document.role)]),
    ...(isEmpty(document) ? [flag("error", "answer-empty", ["content"])] : []),
    // Up to 2025-06-18, and since then without tools, `content` is a single block.
    ...(oneBlock && blocks.length > 1
      ? [flag("error", "answer-not-one-block", ["content"], String(blocks.length))]
      : []),
    ...(document.content.length === 0
      ? []
      : contentFlags(document.content, ["content"], knownMedia(options.media ?? null))),
    ...toolUseFlags(document, request, options.spoken),
    ...versionFlags(document, options.spoken),
    ...lengthFlags(options.writtenTokens, request?.maxTokens),
    ...(document.stopReason === undefined
      ? [flag("note", "stop-reason-missing", ["stopReason"])]
      : []),
  ];
}

/** Kinds of content that the version does not know in an answer (schema.ts of each). */
function versionFlags(document: ResponseDocument, spoken: Spoken): Flag[] {
  const { audio, toolsInSampling } = abilitiesOf(spoken);
  const known: Record<string, boolean> = {
    audio,
    tool_use: toolsInSampling,
    tool_result: toolsInSampling,
  };
  const list = Array.isArray(document.content);
  return blocksOf(document.content).flatMap(({ type }, i) => {
    const path = ["content", ...(list ? [i] : [])];
    return Object.hasOwn(known, type) && known[type] === false
      ? [flag("note", "kind-not-in-revision", path, spoken.protocolVersion)]
      : [];
  });
}

/** "The client MUST respect the maxTokens parameter": a model is told, the user has to be. */
const lengthFlags = (tokens: number | undefined, limit: number | undefined): Flag[] =>
  tokens !== undefined && limit !== undefined && tokens > limit
    ? [flag("note", "answer-too-long", ["content"], `${tokens} / ${limit}`)]
    : [];

/** Nothing at all, or texts without a character. */
const isEmpty = (document: ResponseDocument): boolean =>
  blocksOf(document.content).every((block) => isText(block) && block.text === "");
