// Who decided or caused something, and who wrote a response that no model generated.
import type { T } from "#words/index.ts";
import type { ActionChoice } from "#shared/agents/comesToUser.ts";
import { isPermission, permissionOf } from "#shared/rules/standingPermission.ts";
import { requesterKindOf } from "#shared/request/life/actors.ts";
import { spelledOut } from "#shared/visible.ts";
import type { Actor, Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";

/** `by hand`, or the fixture it came from. */
export const writtenWords = (t: T, attempt: Pick<Attempt, "by"> | undefined): string =>
  attempt?.by.kind === "fixture"
    ? t("fixtures.named", { name: attempt.by.name })
    : t("review.receives.byHand");

/** `you`, `rule no-images`: who decided or caused something; of a team by login. */
export function actorWords(t: T, by: Actor): string {
  if (by.kind === "rule" && permissionOf(by) === "agent") return choiceName(t, by);
  if (permissionOf(by) === "calls") return t("history.decider.calls");
  if (isPermission(by)) return t("history.decider.permission");
  if (by.kind === "rule") return t("history.rule", { name: by.name });
  if (by.kind === "fixture") return t("fixtures.named", { name: by.name });
  if (by.kind === "person" && by.login !== undefined) return by.login;
  return t(`review.actor.${by.kind}`);
}

/** What the user chose for an agent, from the row's own words. */
export function choiceName(t: T, { id = "", name }: { id?: string; name: string }): string {
  const [, choice] = /\.(asked|changes|everything|gateway)$/.exec(id) ?? [];
  const agent = name.replace(/: \w+$/, "");
  if (choice === undefined) return name;
  const words =
    choice === "gateway" ? t("action.gateway") : t(`agents.choice.${choice as ActionChoice}`);
  return t("action.choiceOf", { agent, choice: words });
}

type Waits = Pick<HeldRequest, "requester" | "requestKind" | "reply">;

/** The name of who asked and gets what comes of it: a host's as it names itself, any other's as the user named it. */
export const requesterName = (t: T, request: Waits): string =>
  requesterKindOf(request) === "host" ? hostName(t, request) : request.requester.name;

export function hostName(t: T, { requester }: Pick<HeldRequest, "requester">): string {
  const name = requester.host?.name ?? "";
  return name === "" ? t("common.theAgent") : spelledOut(name);
}

/** The name of who gets the approved document: who asked, or the server that runs a call whose result isn't reviewed. */
export const receiverName = (t: T, request: Waits & Pick<HeldRequest, "producer">): string =>
  isLetThrough(request) ? request.requester.name : requesterName(t, request);

/** Approving this call has its server run it, and the host gets the result unseen. */
export const isLetThrough = (request: Waits & Pick<HeldRequest, "producer">): boolean =>
  requesterKindOf(request) === "host" && request.producer === undefined;
