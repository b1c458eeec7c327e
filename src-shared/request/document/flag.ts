// What is odd in a document, as data with its path. Flags are shown to the user; nothing is fixed silently.

/** Field names and array indices from the document's root. */
export type Path = (string | number)[];

/**
 * An `error` must be resolved before a decision, a `note` is only shown. `code` has a sentence in the catalogue;
 * `detail` is text from outside (a value, a kind) that the sentence quotes.
 */
export interface Flag {
  severity: "error" | "note";
  code: FlagCode;
  path: Path;
  detail?: string;
}

export type FlagCode =
  | "field-wrong-type" // a known field with another type; left out of the document
  | "max-tokens-missing"
  | "max-tokens-not-positive"
  | "max-tokens-above-asked"
  | "temperature-not-number"
  | "priority-out-of-range"
  | "role-unknown"
  | "block-unknown"
  | "block-malformed" // a known kind without a required field
  | "message-not-object" // read as a message as far as possible
  | "content-not-block" // a string is read as a text block; anything else gets an empty type
  | "content-empty" // a message without a block
  | "kind-not-in-revision" // the server's protocol version has no such kind
  | "base64-broken"
  | "mime-mismatch" // the bytes are of another type than stated
  | "mime-wrong-kind" // the stated type is not an image type, or not an audio type
  | "bytes-unknown" // the bytes are of no known type
  | "medium-empty"
  | "include-context-unknown"
  | "include-context-undeclared" // sent without `sampling.context`: treated as none
  | "no-messages"
  | "tool-result-missing"
  | "tool-results-mixed"
  | "tool-result-unmatched" // no such tool use in the message before, or a second result for it
  | "tool-undeclared"
  | "tool-name-twice" // a model cannot tell two tools of one name apart
  | "tool-choice-unknown"
  | "tool-choice-without-tools"
  | "tool-use-required" // toolChoice is `required`, and the response calls none
  | "tool-use-under-none" // toolChoice is `none`, and the response calls one
  | "tool-use-id-twice"
  | "tool-uses-parallel" // the model was to make one call at a time
  | "tool-input-not-object" // the arguments are not one JSON object, or have a field twice or half a character
  | "tool-input-invalid" // the arguments do not match the tool's input schema; detail is the path
  | "tool-input-unchecked" // the schema cannot be used; detail says why
  | "stop-reason-mismatch" // `toolUse` without a tool use, or the reverse
  | "answer-empty"
  | "answer-too-long" // written by the user, and by estimate above maxTokens
  | "answer-not-one-block" // a request without tools takes one block only (2025-11-25, legacy)
  | "stop-reason-missing"
  | "media-unknown" // a media reference that this request does not hold
  | "number-rounded" // an integer beyond 2^53, or a number beyond JavaScript's range
  | "number-shown-rounded" // as before, in a program's body or a host's call: what is sent on keeps its digits
  | "numbers-rounded-more" // more of these than are listed one by one
  | "schema-mismatch" // violates the schema of the protocol version; detail is the path and what is wanted
  | "schema-missing" // required by the schema of the protocol version; detail is the path
  | "too-deep" // nested deeper than 200 levels
  | "number-beyond" // a number beyond JavaScript's range: JSON would carry null
  | "proto-member" // a field named __proto__, which the bridge to the window does not carry
  | "not-in-dialect" // the API that the program uses has no such field, so it would not be sent
  | "action-guarded" // a file that belongs to an agent's settings or to Countersign; detail is the path
  | "action-not-answered" // the agent's questions have no answers
  | "action-not-editable" // the agent takes no other input here, or not at this place
  | "extra-member"; // a field that no protocol version names; passed on unchanged

/**
 * Flags that need no attention: allowed by the protocol, or merely unknown to Countersign. With any other, no rule
 * approves.
 */
const ALLOWED: ReadonlySet<FlagCode> = new Set<FlagCode>([
  "extra-member",
  "include-context-undeclared",
  "bytes-unknown",
]);
export const needsUser = ({ code }: Flag): boolean => !ALLOWED.has(code);

/** Limits of a path as text, as field names come from outside. The path itself is not cut. */
const PLACE_STEPS = 20;
const PLACE_LENGTH = 200;

/** `messages[2].content`, for display. */
export function placeOf(path: Path): string {
  const text = path
    .slice(0, PLACE_STEPS)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "")
    .slice(0, PLACE_LENGTH);
  return path.length > PLACE_STEPS || text.length === PLACE_LENGTH ? `${text}…` : text;
}
