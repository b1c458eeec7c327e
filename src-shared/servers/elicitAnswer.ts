// What a person answers to a server's question, as it crosses to main. Apart from the question itself, so that the
// window shows one without the schemas' library.
import { z } from "zod";

/** The person's answer (2025-11-25, client/elicitation, "Response Actions"). */
export const elicitAnswerSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("accept"), content: z.record(z.string(), z.json()) }),
  z.strictObject({ action: z.literal("decline") }),
  z.strictObject({ action: z.literal("cancel") }),
]);
export type ElicitAnswer = z.infer<typeof elicitAnswerSchema>;
