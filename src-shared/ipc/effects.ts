// What a call of a channel does, said where the channel is declared: main asks for the user's own hand before an `act`.
import { z } from "zod";

/**
 * `read`: shows, looks for or watches; nothing that counts changes.
 * `draft`: keeps what is typed, attached or put out of sight; it means nothing until somebody decides.
 * `stop`: ends, takes back or switches off. Never held up.
 * `dialog`: main itself asks for a file by the system's dialog before anything happens, and nothing else comes of it.
 * `act`: decides, starts, allows, loosens or destroys. Needs a recent press of a key or button, or a confirmation of main's.
 */
export type Effect = "read" | "draft" | "stop" | "dialog" | "act";

const marked =
  <const E extends Effect>(effect: E) =>
  <const T extends readonly z.ZodType[]>(...args: T): { effect: E; args: z.ZodTuple<T, null> } => ({
    effect,
    // `z.tuple` has one signature for none and one for some.
    args: z.tuple(args as never) as unknown as z.ZodTuple<T, null>,
  });

// A channel is declared by one of these and its arguments, or not at all.
export const read = marked("read");
export const draft = marked("draft");
export const stop = marked("stop");
export const dialog = marked("dialog");
export const act = marked("act");
