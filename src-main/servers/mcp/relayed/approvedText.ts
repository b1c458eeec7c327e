// The text of a held message as the user approved it. What was not edited keeps its bytes, down to single values; a result
// with a field twice is serialised again, so that nothing leaves that was not shown.
import { canonicalJson } from "#shared/canonical.ts";
import type { JsonObject } from "#shared/json.ts";
import { rewritten } from "#shared/jsonText.ts";
import { roundedFlags, roundedNumbers } from "#shared/rounded.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import { outcomeIn } from "#shared/request/kinds/tool-call/document.ts";
import type { ToolCallOutcome } from "#shared/request/kinds/tool-call/document.ts";
import { keyOf } from "../wire/envelope.ts";
import type { HostCall } from "./hostCalls.ts";
import { hasTwins, withField } from "./splice.ts";

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** A call with the approved arguments. */
export function withArguments(text: string, args: JsonObject): string {
  const message = JSON.parse(text) as JsonObject & { params: JsonObject };
  // A call without arguments is shown with none.
  const isUnedited = isSame(message.params["arguments"] ?? {}, args);
  const params = { ...message.params, arguments: args };
  return isUnedited ? text : rewritten(text, { ...message, params });
}

/** What the host gets for its call: the server's last message, with the outcome that was approved. */
export function withOutcome(call: HostCall, outcome: ToolCallOutcome): string {
  const { lastText, id } = call;
  const came = outcomeOf(lastText);
  const message = { jsonrpc: "2.0", id, ...outcome } as JsonObject;
  if (came === null || hasTwins(lastText)) return JSON.stringify(message);
  return isSame(came, outcome) ? withHostId(call) : rewritten(lastText, message);
}

/** The numbers of a server's response that are shown rounded. One that is serialised again loses them. */
export const outcomeFlags = (text: string): Flag[] =>
  roundedFlags(
    roundedNumbers(text).filter(({ path }) => path[0] === "result" || path[0] === "error"),
    !hasTwins(text),
  );

/** The server's last message under the host's own id. */
export const withHostId = ({ lastText, sentId, id }: HostCall): string =>
  keyOf(sentId) === keyOf(id) ? lastText : withField(lastText, ["id"], id);

/** The outcome in a server's message; null if it has none. */
export function outcomeOf(text: string): ToolCallOutcome | null {
  if (text === "") return null;
  const { result, error } = JSON.parse(text) as JsonObject;
  return outcomeIn(result === undefined ? { error: error ?? null } : { result });
}
