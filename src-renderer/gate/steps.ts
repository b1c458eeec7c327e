// The two steps of a request that its server carries out and whose result is reviewed too, by its kind.
import type { KindName } from "#shared/request/kinds/names.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { T } from "#words/index.ts";
import type { Gate, StepNames } from "./gate.ts";

type Steps = NonNullable<Gate["steps"]>;

/** Their names, for kinds with a second gate. */
const NAMES: Readonly<Partial<Record<KindName, (t: T) => StepNames>>> = {
  "tool-call": (t) => ({
    request: t("common.call"),
    generating: t("toolCall.running"),
    response: t("common.result"),
  }),
};

/** Undefined where only the request is reviewed: its kind is named instead. */
export function kindSteps(t: T, request: HeldRequest, at: Steps["at"]): Gate["steps"] {
  const { producer, requestKind } = request;
  const names = requestKind === undefined ? undefined : NAMES[requestKind];
  return producer === undefined || names === undefined ? undefined : { at, names: names(t) };
}
