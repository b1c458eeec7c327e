// Dispatches a server's notifications to their handlers.
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import type { MessageSource } from "../transports/pipe.ts";
import type { WireListener } from "../wire/wireListener.ts";
import { truncate } from "../wire/excerpt.ts";

/** True if the protocol library need not see it as well. */
export function handleNotification(
  listener: WireListener,
  { method, params }: { method: string; params: Json | undefined },
  from: MessageSource,
): boolean {
  switch (method) {
    case "notifications/message":
      listener.log(params, from);
      return true;
    case "notifications/progress":
      if (isJsonObject(params)) listener.progress(params);
      return true;
    case "notifications/cancelled":
      cancelled(listener, params);
      return false;
    case "notifications/elicitation/complete":
      if (isJsonObject(params) && typeof params["elicitationId"] === "string")
        listener.elicitationCompleted(params["elicitationId"]);
      return false;
    case "notifications/tools/list_changed":
      listener.listChanged("tools");
      return false;
    case "notifications/prompts/list_changed":
      listener.listChanged("prompts");
      return false;
    case "notifications/resources/list_changed":
      listener.listChanged("resources");
      return false;
    default:
      return false;
  }
}

/** Longest reason that a server gives for a cancellation. */
const REASON_CHARACTERS = 2000;

function cancelled(listener: WireListener, params: Json | undefined): void {
  if (!isJsonObject(params)) return;
  const { requestId, reason } = params;
  if (typeof requestId !== "string" && typeof requestId !== "number") return;
  listener.cancelled(
    requestId,
    typeof reason === "string" ? truncate(reason, REASON_CHARACTERS) : undefined,
  );
}
