// Which request of a message its rounded numbers belong to: the params of a pushed one, or a message of a batch.
import { roundedBehind } from "#shared/rounded.ts";
import type { Rounded } from "#shared/rounded.ts";
import type { MessageSource } from "../transports/pipe.ts";

/** A response to a rounded id must not be sent: it could be another request's. */
export const hasRoundedId = (rounded: readonly Rounded[]): boolean =>
  rounded.some(({ path }) => path.length === 1 && path[0] === "id");

/** The source of one message of a batch, with its own rounded numbers and their paths from its root. */
export function sourceInBatch(
  { rounded = [], paramsHash: _ofWhole, media: _ofAll, text: _whole, ...from }: MessageSource,
  index: number,
): MessageSource {
  return { ...from, ...roundedField(roundedBehind(rounded, index)) };
}

/** The numbers in a request's params, with paths from there. */
export const roundedParams = ({ rounded = [] }: MessageSource): { rounded?: Rounded[] } =>
  roundedField(roundedBehind(rounded, "params"));

/** The field, if there are any. */
export const roundedField = (rounded: Rounded[]): { rounded?: Rounded[] } =>
  rounded.length === 0 ? {} : { rounded };
