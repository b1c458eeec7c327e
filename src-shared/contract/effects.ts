// The effect of each channel, declared with the channel: main requires a user action for an `act`.
import { z } from "zod";

/**
 * `read`: shows, searches or watches; changes nothing that matters.
 * `draft`: stores what is typed or attached, or dismisses; has no effect until a decision.
 * `stop`: ends, takes back or turns off. Never delayed.
 * `dialog`: main opens a file dialog first, and nothing else happens.
 * `act`: decides, starts, allows, loosens or deletes. Needs a recent key or button press, or a confirmation in main.
 */
export type Effect = "read" | "draft" | "stop" | "dialog" | "act";

const marked =
  <const E extends Effect>(effect: E) =>
  <const T extends readonly z.ZodType[]>(...args: T): { effect: E; args: z.ZodTuple<T, null> } => ({
    effect,
    // `z.tuple` has separate signatures for empty and non-empty tuples.
    args: z.tuple(args as never) as unknown as z.ZodTuple<T, null>,
  });

// Every channel is declared with one of these.
export const read = marked("read");
export const draft = marked("draft");
export const stop = marked("stop");
export const dialog = marked("dialog");
export const act = marked("act");
