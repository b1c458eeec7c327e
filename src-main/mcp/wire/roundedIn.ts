// Which of a message's rounded numbers belong to which request in it: params of a pushed one, a message of a batch.
import { roundedBehind } from "../../../src-shared/rounded.ts";
import type { Rounded } from "../../../src-shared/rounded.ts";
import type { Source } from "../transports/pipe.ts";

/** Under an id that was rounded no answer may leave: it would be another request's. */
export const hasRoundedId = (rounded: readonly Rounded[]): boolean =>
  rounded.some(({ path }) => path.length === 1 && path[0] === "id");

/** Where one message of a batch came from: its own rounded numbers, with their paths from its root. */
export function sourceInBatch(
  { rounded = [], paramsHash: _ofWhole, media: _ofAll, ...from }: Source,
  index: number,
): Source {
  return { ...from, ...withRounded(roundedBehind(rounded, index)) };
}

/** Those of a request's numbers that lie in its params, with their paths from there. */
export const roundedParams = ({ rounded = [] }: Source): { rounded?: Rounded[] } =>
  withRounded(roundedBehind(rounded, "params"));

/** The member where there is anything to say. */
export const withRounded = (rounded: Rounded[]): { rounded?: Rounded[] } =>
  rounded.length === 0 ? {} : { rounded };
