// Which of a message's rounded numbers belong to which request in it: params of a pushed one, a message of a batch.
import { roundedBehind } from "../../../src-shared/rounded.ts";
import type { Rounded } from "../../../src-shared/rounded.ts";
import type { MessageSource } from "../transports/pipe.ts";

/** Under an id that was rounded no answer may leave: it would be another request's. */
export const hasRoundedId = (rounded: readonly Rounded[]): boolean =>
  rounded.some(({ path }) => path.length === 1 && path[0] === "id");

/** Where one message of a batch came from: its own rounded numbers, with their paths from its root. */
export function sourceInBatch(
  { rounded = [], paramsHash: _ofWhole, media: _ofAll, text: _whole, ...from }: MessageSource,
  index: number,
): MessageSource {
  return { ...from, ...roundedField(roundedBehind(rounded, index)) };
}

/** Those of a request's numbers that lie in its params, with their paths from there. */
export const roundedParams = ({ rounded = [] }: MessageSource): { rounded?: Rounded[] } =>
  roundedField(roundedBehind(rounded, "params"));

/** The member where there is anything to say. */
export const roundedField = (rounded: Rounded[]): { rounded?: Rounded[] } =>
  rounded.length === 0 ? {} : { rounded };
