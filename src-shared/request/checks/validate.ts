// Checks a document before it is sent: an `error` blocks the decision, a `note` is only shown. Sections are those of
// MCP 2025-11-25, client/sampling, unless another version is named.
import { abilitiesOf } from "../../servers/protocol.ts";
import type { Spoken } from "../../servers/protocol.ts";
import type { Message, RequestDocument, ResponseDocument } from "../document/message.ts";
import { blocksOf, isText } from "../document/blocks.ts";
import { contentFlags, knownMedia } from "../document/content.ts";
import type { KnownMedia } from "../document/content.ts";
import { shapeFlags } from "./depth.ts";
import { needsUser } from "../document/flag.ts";
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
 * Flags on a request that may go to a model. `proposed` is the request as the server sent it (null when it could not
 * be read). `media` are the media that the request holds; without them references are not checked. Without
 * `protocolVersion`, the schema is not checked.
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

/** The flags of `more` whose path has no flag yet that needs the user. */
export function besides(flags: readonly Flag[], more: Flag[]): Flag[] {
  if (more.length === 0) return more;
  const places = new Set(flags.filter(needsUser).map(({ path }) => JSON.stringify(path)));
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

/** "Messages": roles are `user` and `assistant`; only the assistant has tool uses ("Tool Use"). */
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

/** "Model Preferences": priorities are between 0 and 1. `includeContext` has three values. */
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

export interface ResponseOptions {
  /** The protocol version and capabilities of the server that receives it. */
  spoken: Spoken;
  /** The media that the request holds; without them references are not checked. */
  media?: MediaFacts[];
  /** Estimated tokens of what the user wrote; without it the length is not checked. */
  writtenTokens?: number;
}

/**
 * Flags on a response that may go to the server. `request` is the request as the server sent it: it decides the form
 * and the tools that the server expects.
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
    // "CreateMessageResult": the role is always the assistant's.
    ...(document.role === "assistant"
      ? []
      : [flag("error", "role-unknown", ["role"], document.role)]),
    ...(isEmpty(document) ? [flag("error", "answer-empty", ["content"])] : []),
    // `content` is a single block up to 2025-06-18, and later for requests without tools.
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

/** Notes content types that the server's version does not allow in a response (schema.ts of each version). */
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

/**
 * "The client MUST respect the maxTokens parameter". A model gets the limit as a parameter; a user who writes the
 * response needs the note.
 */
const lengthFlags = (tokens: number | undefined, limit: number | undefined): Flag[] =>
  tokens !== undefined && limit !== undefined && tokens > limit
    ? [flag("note", "answer-too-long", ["content"], `${tokens} / ${limit}`)]
    : [];

/** No blocks, or only empty texts. */
const isEmpty = (document: ResponseDocument): boolean =>
  blocksOf(document.content).every((block) => isText(block) && block.text === "");
