// What the holder checks of another desk's row before it acts on it: the database knows logins, leases and votes, but
// not what a document says.
import { withEditedFlag } from "../request/document/edited.ts";
import type { RequestEvent } from "../request/life/event.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";

/**
 * Why a row that approves a document is not to be acted on, or null. `hash`: it names another document than it holds.
 * `edited`: it says that nothing was edited where something was, so that it needed no lease.
 * @param hash SHA-256 (hex) of the canonical JSON (RFC 8785)
 */
export function distrust(
  request: HeldRequest,
  event: RequestEvent,
  hash: (document: unknown) => string,
): "hash" | "edited" | null {
  if (!("document" in event)) return null;
  if (hash(event.document) !== event.documentHash) return "hash";
  const { edited: told, ...untold } = event;
  const whole = withEditedFlag(request, untold as RequestEvent);
  const edited = "edited" in whole ? whole.edited : undefined;
  return edited !== told ? "edited" : null;
}
