// What is odd in a document, at its place, as data: shown to the user, never mended in silence.

/** Where in a document: property names and array indices from the document's root. */
export type Path = (string | number)[];

/**
 * One oddity. `error` must be settled before a decision is taken, `note` is only shown.
 * `code` has a sentence in the catalogue; `detail` is foreign text (a value, a kind) in a quote.
 */
export interface Flag {
  severity: "error" | "note";
  code: FlagCode;
  path: Path;
  detail?: string;
}

export type FlagCode =
  | "field-wrong-type" // a known member has another type; it is left out of the document
  | "max-tokens-missing"
  | "max-tokens-not-positive"
  | "max-tokens-above-asked"
  | "temperature-not-number"
  | "priority-out-of-range"
  | "role-unknown"
  | "block-unknown"
  | "block-malformed" // a known kind without what it needs
  | "message-not-object" // a message of another type, read as one as far as it can be
  | "content-not-block" // content that is no block: a text is read as a text part, else it is left out
  | "content-empty" // a message without a part
  | "kind-not-in-revision" // the revision that this server speaks does not name this kind
  | "base64-broken"
  | "mime-mismatch" // the bytes are of another type than said
  | "mime-wrong-kind" // the stated type is none of an image, or of a sound
  | "bytes-unknown" // the bytes show no type that is known here
  | "medium-empty"
  | "include-context-unknown"
  | "include-context-undeclared" // asked for without `sampling.context`: treated as none
  | "no-messages"
  | "tool-result-missing"
  | "tool-results-mixed"
  | "tool-result-unmatched" // answers a tool use that the message before does not hold, or twice
  | "tool-undeclared"
  | "tool-name-twice" // two tools of one name cannot be told apart by a model
  | "tool-choice-unknown"
  | "tool-choice-without-tools"
  | "tool-use-required" // toolChoice `required`, and the answer calls none
  | "tool-use-under-none" // toolChoice `none`, and the answer calls one
  | "tool-use-id-twice"
  | "tool-uses-parallel" // the model was asked for one call at a time
  | "tool-input-invalid" // arguments do not fit the tool's input schema; detail is the place
  | "tool-input-unchecked" // the schema cannot be used; detail says why
  | "stop-reason-mismatch" // `toolUse` without a tool use, or the reverse
  | "answer-empty"
  | "answer-too-long" // by estimate above maxTokens, where a person wrote it
  | "answer-not-one-block" // a request without tools takes one block only (2025-11-25, legacy)
  | "stop-reason-missing"
  | "media-unknown" // a media reference that this sample does not hold
  | "number-rounded" // an integer beyond 2^53, or a number beyond all that can be kept
  | "numbers-rounded-more" // more of them than are told one by one
  | "schema-mismatch" // not what the schema of the protocol version has there; detail is place and what it wants
  | "schema-missing" // the schema of the protocol version requires it; detail is the place
  | "too-deep" // nested deeper than 200 levels, at the place
  | "number-beyond" // a number beyond all that JavaScript keeps: JSON would carry null
  | "proto-member" // a member named __proto__, which the bridge to the window does not carry
  | "extra-member"; // a member that no revision names; passed on untouched

/** What the protocol allows, or what only this client does not know. All else is for the user: no rule lets it pass. */
const ALLOWED: ReadonlySet<FlagCode> = new Set<FlagCode>([
  "extra-member",
  "include-context-undeclared",
  "bytes-unknown",
]);
export const needsPerson = ({ code }: Flag): boolean => !ALLOWED.has(code);

/** The most steps and characters of a place in words: names are foreign text. The path itself is whole. */
const PLACE_STEPS = 20;
const PLACE_LENGTH = 200;

/** `messages[2].content`, for people. */
export function placeOf(path: Path): string {
  const text = path
    .slice(0, PLACE_STEPS)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "")
    .slice(0, PLACE_LENGTH);
  return path.length > PLACE_STEPS || text.length === PLACE_LENGTH ? `${text}…` : text;
}
