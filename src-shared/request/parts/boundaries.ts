// Where a document has its parts: a table for each dialect, for each protocol version of MCP, and for what the ledger keeps.
import type { DialectName } from "../../dialects/dialect.ts";
import { abilitiesOf, PROTOCOL_VERSIONS } from "../../servers/protocol.ts";

/** A dialect's body, the params of a sampling request by protocol version, a document of the desk, a row's content. */
export type Form = DialectName | `sampling ${string}` | "document" | "content";

/**
 * What a field holds: a text or a list of texts, a list with a tool or a message in each item, or an object with such fields of
 * its own. A field that is not in the table is a setting; a volatile one says who asks and for which turn, and nothing to the
 * model.
 */
export type Boundary = "system" | "tools" | "messages" | "volatile" | Boundaries;
export interface Boundaries {
  readonly [field: string]: Boundary;
}

const CHAT: Boundaries = { messages: "messages", tools: "tools", prompt_cache_key: "volatile" };
const MESSAGES: Boundaries = {
  system: "system",
  messages: "messages",
  tools: "tools",
  metadata: "volatile",
};
const RESPONSES: Boundaries = {
  instructions: "system",
  input: "messages",
  tools: "tools",
  client_metadata: "volatile",
  prompt_cache_key: "volatile",
};

/** A request or a response of the desk. Fields of the body that it has no place for are in `completion.fields`. */
const DOCUMENT: Boundaries = {
  systemPrompt: "system",
  messages: "messages",
  tools: "tools",
  content: "messages",
  completion: { fields: { ...CHAT, ...MESSAGES, ...RESPONSES } },
};

const sampling = (version: string): Boundaries => {
  const { toolsInSampling } = abilitiesOf({ protocolVersion: version });
  return {
    systemPrompt: "system",
    messages: "messages",
    ...(toolsInSampling ? { tools: "tools" } : {}),
  };
};

const BOUNDARIES: ReadonlyMap<Form, Boundaries> = new Map<Form, Boundaries>([
  ["openai-chat", CHAT],
  ["anthropic-messages", MESSAGES],
  ["openai-responses", RESPONSES],
  ...PROTOCOL_VERSIONS.map((version) => [`sampling ${version}`, sampling(version)] as const),
  ["document", DOCUMENT],
  ["content", { asked: DOCUMENT, proposed: DOCUMENT, document: DOCUMENT, generated: DOCUMENT }],
]);
export const FORMS: readonly Form[] = [...BOUNDARIES.keys()];

/** Null for a form that is unknown: its text is one part. */
export const boundariesOf = (form: Form): Boundaries | null => BOUNDARIES.get(form) ?? null;

/** The field in which programs mark how far a provider may cache, and its known values. */
export const CACHE_MARK = "cache_control";
export const CACHE_MARK_VALUE =
  /^\{\s*"type"\s*:\s*"ephemeral"\s*(,\s*"ttl"\s*:\s*"(5m|1h)"\s*)?\}$/;

/** Claude Code's first system text, as JSON: it changes with the first message. */
const BILLING = "x-anthropic-billing-header:( cc_[a-z_]{1,30}=[\\w.-]{1,40};){1,8}";
export const BILLING_TEXT = new RegExp(`^\\{"type":"text","text":"${BILLING}"\\}$`);
/** The same where a document has the texts as one. */
export const BILLING_START = new RegExp(`^"${BILLING}(\\\\n){2}`);
/** Both are shorter. */
export const BILLING_MAX = 700;
