// What the user decides or is typing at a gate, as sent to main: the whole document, exactly as shown. Part of the
// IPC contract.
import { z } from "zod";
import { redactionsSchema } from "../../findings/redaction/redactionSchema.ts";
import { generationOptionsSchema } from "../../models/providers/options.ts";
import { requestDocumentSchema, responseDocumentSchema } from "../document/message.ts";
import type { ResponseDocument } from "../document/message.ts";
import { CANDIDATES_MAX } from "./attempts.ts";

const id = z.string().min(1).max(200);
export const modelRef = z.strictObject({ providerId: id, modelId: z.string().min(1).max(500) });
/** The revision and hash that a decision was made on. */
export const base = z.strictObject({
  revision: z.number().int().nonnegative(),
  hash: z.string().max(64),
});

/**
 * Checks by `schema` but returns the value unchanged: zod would put known fields first, and the document must keep
 * the order in which it was shown.
 */
const asItIs = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  // The cast is safe: the refinement has just checked the type.
  z.unknown().superRefine((value, context) => {
    const { error } = schema.safeParse(value);
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  }) as unknown as z.ZodType<T>;
export const request = asItIs(requestDocumentSchema);
export const response = asItIs(responseDocumentSchema);

/** A response to any kind of request; that kind's own schema checks it later. */
export const kindDocument = asItIs(
  z.record(z.string(), z.json()),
) as unknown as z.ZodType<ResponseDocument>;

/** Number of serious findings that were on screen; main compares it with those that it found. */
const seriousSeen = z.int().positive().optional();

/** One generation that the user approves. */
const run = z.strictObject({
  document: request,
  model: modelRef,
  options: generationOptionsSchema.optional(),
  /** The attempt that this one continues. */
  from: z.strictObject({ attemptId: id, how: z.literal("again") }).optional(),
  /** Values to replace by placeholders before the document is hashed, recorded and sent. */
  redact: redactionsSchema.optional(),
  /** May exceed a budget; the user was told. */
  beyond: z.literal(true).optional(),
  seriousSeen,
});
export type ApprovedRun = z.infer<typeof run>;

const approveRequest = run.extend({ kind: z.literal("approve-request") });
/**
 * The user's response to a kind of request that no model answers: written and approved at once. Where the server carries
 * out the request and the user reviews the result, it only says what to run.
 */
const respond = z.strictObject({
  kind: z.literal("respond"),
  document: kindDocument,
  seriousSeen,
});
const reject = z.strictObject({
  kind: z.literal("reject"),
  note: z.string().max(10_000).optional(),
  tellServer: z.boolean(),
});

/** What the user decides at a gate, with the whole document; media by reference. */
export const decisionSchema = z.discriminatedUnion("kind", [
  approveRequest,
  /** Several generations at once: each is recorded by itself and may have to wait for its turn. */
  z.strictObject({
    kind: z.literal("approve-candidates"),
    runs: z.array(run).min(1).max(CANDIDATES_MAX),
  }),
  z.strictObject({
    kind: z.literal("answer-by-hand"),
    document: request,
    /** Values to redact in whatever is generated later. */
    redact: redactionsSchema.optional(),
    /** Only needed for what is generated later. */
    seriousSeen,
  }),
  z.strictObject({
    kind: z.literal("approve-response"),
    attemptId: id,
    document: response,
    seriousSeen,
  }),
  respond,
  /** As `approve-response`, for what the server has made of such a request. */
  z.strictObject({
    kind: z.literal("approve-result"),
    attemptId: id,
    document: kindDocument,
    seriousSeen,
  }),
  z.strictObject({ kind: z.literal("back-to-request") }),
  /** At gate 1 after a failure: the program gets the error of this attempt's provider. */
  z.strictObject({ kind: z.literal("send-provider-error"), attemptId: id }),
  reject,
]);
export type Decision = z.infer<typeof decisionSchema>;

/** A decision that takes effect later unless withdrawn, on exactly what the user saw. */
export const announcedSchema = z.strictObject({
  id,
  base,
  decision: z.discriminatedUnion("kind", [approveRequest, respond, reject]),
});
export type Announced = z.infer<typeof announcedSchema>;

/** What the user is typing at a gate; it has no effect until decided. `json` is text that does not parse yet. */
export const draftSchema = z.discriminatedUnion("gate", [
  z.strictObject({
    gate: z.literal(1),
    document: request,
    model: modelRef.nullable(),
    options: generationOptionsSchema.optional(),
    /** Values to redact; absent while the user has not chosen. */
    redact: redactionsSchema.optional(),
    json: z.string().optional(),
    /** The user has not edited the document: it follows the request as received, or as a rule prepared it. */
    untouched: z.literal(true).optional(),
  }),
  z.strictObject({
    gate: z.literal(2),
    attemptId: id,
    document: response,
    json: z.string().optional(),
  }),
  /** What is being entered for a kind of request that no model answers. */
  z.strictObject({ gate: z.literal("respond"), document: kindDocument }),
]);
export type Draft = z.infer<typeof draftSchema>;
