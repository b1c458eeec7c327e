// What happened to a request, and the short form of a row's hash.
import type { T } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/** What an event did; a replay's response is kept, not sent, and an agent gets a verdict. */
export const happened = (
  t: T,
  { reply }: Pick<HeldRequest, "reply">,
  kind: HeldRequest["timeline"][number]["kind"],
): string => {
  if (reply.kind === "replay" && kind === "delivered") return t("review.replay.kept");
  if (reply.kind === "hook" && kind === "answered-by-hand") return t("review.event.decided");
  if (reply.kind === "hook" && kind === "response-approved") return t("review.event.verdict");
  return t(`review.event.${kind}`);
};

/** `3f2a 91bc`: enough to compare by eye. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
