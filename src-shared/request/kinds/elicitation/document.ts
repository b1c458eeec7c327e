// The user's response to an elicitation (2025-11-25, client/elicitation).
import { z } from "zod";

/** What a field of a form can hold. */
export const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FieldValue = z.infer<typeof fieldValueSchema>;

/** By field name. */
const contentSchema = z.record(z.string(), fieldValueSchema);
export type FormContent = z.infer<typeof contentSchema>;

/** `content` only for forms: opening a page is just consent. */
export const elicitationResponseSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("accept"), content: contentSchema.optional() }),
  z.strictObject({ action: z.literal("decline") }),
  z.strictObject({ action: z.literal("cancel") }),
]);
export type ElicitationResponse = z.infer<typeof elicitationResponseSchema>;
