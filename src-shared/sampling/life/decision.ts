// What the user decides at a gate, and what they are typing there, as it crosses to main: the whole document, exactly as
// it was shown. A part of the contract.
import { z } from "zod";
import { redactionsSchema } from "../../inspect/redaction/redactionSchema.ts";
import { generationOptionsSchema } from "../../models/providers/options.ts";
import { CANDIDATES_MAX } from "./candidates.ts";
import { requestDocumentSchema, responseDocumentSchema } from "../document/message.ts";
import type { ResponseDocument } from "../document/message.ts";

const id = z.string().min(1).max(200);
export const modelRef = z.strictObject({ providerId: id, modelId: z.string().min(1).max(500) });
/** The revision and the hash that a decision was made on. */
export const base = z.strictObject({
  revision: z.number().int().nonnegative(),
  hash: z.string().max(64),
});

/**
 * Checks by `schema` and gives the value as it came. Zod writes the fields that a schema names first; what the user
 * approves keeps the order that it was shown in.
 */
const asItIs = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  // The refinement has just checked what the type says.
  z.unknown().superRefine((value, context) => {
    const { error } = schema.safeParse(value);
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  }) as unknown as z.ZodType<T>;
export const request = asItIs(requestDocumentSchema);
export const response = asItIs(responseDocumentSchema);

/** A response of any kind; its kind checks it. */
export const kindDocument = asItIs(
  z.record(z.string(), z.json()),
) as unknown as z.ZodType<ResponseDocument>;

/** So many serious findings of the document had been on screen; main compares it with what was found. */
const seriousSeen = z.int().positive().optional();

/** One generation that the user approves. */
const run = z.strictObject({
  document: request,
  model: modelRef,
  options: generationOptionsSchema.optional(),
  /** The attempt that it goes on from. */
  from: z.strictObject({ attemptId: id, how: z.enum(["again", "refine"]) }).optional(),
  /** Values that are replaced by placeholders before it is hashed, recorded and sent. */
  redact: redactionsSchema.optional(),
  /** It may go beyond a budget: the user was told. */
  beyond: z.literal(true).optional(),
  seriousSeen,
});
export type ApprovedRun = z.infer<typeof run>;

const approveRequest = run.extend({ kind: z.literal("approve-request") });
const reject = z.strictObject({
  kind: z.literal("reject"),
  note: z.string().max(10_000).optional(),
  tellServer: z.boolean(),
});

/** What the user decides at a gate. The whole document travels with it; media by reference. */
export const decisionSchema = z.discriminatedUnion("kind", [
  approveRequest,
  /** Several at once: each is recorded by itself, as many run at once as are set. */
  z.strictObject({
    kind: z.literal("approve-candidates"),
    runs: z.array(run).min(1).max(CANDIDATES_MAX),
  }),
  z.strictObject({
    kind: z.literal("answer-by-hand"),
    document: request,
    /** Values that stay away from every model that is asked from here on. */
    redact: redactionsSchema.optional(),
    /** Needed only by what is generated from here on. */
    seriousSeen,
  }),
  z.strictObject({
    kind: z.literal("approve-response"),
    attemptId: id,
    document: response,
    seriousSeen,
  }),
  /** The response of the user to a kind of request that no model answers: made and approved in one. */
  z.strictObject({ kind: z.literal("respond"), document: kindDocument, seriousSeen }),
  z.strictObject({ kind: z.literal("back-to-request") }),
  reject,
]);
export type Decision = z.infer<typeof decisionSchema>;

/** A decision that is yet to come: the whole of it, on exactly what the user saw. */
export const announcedSchema = z.strictObject({
  id,
  base,
  decision: z.discriminatedUnion("kind", [approveRequest, reject]),
});
export type Announced = z.infer<typeof announcedSchema>;

/** What is being typed at a gate; means nothing until decided. `text` is what does not parse yet. */
export const draftSchema = z.discriminatedUnion("gate", [
  z.strictObject({
    gate: z.literal(1),
    document: request,
    model: modelRef.nullable(),
    options: generationOptionsSchema.optional(),
    /** What the model is not to see; missing: nothing was chosen yet. */
    redact: redactionsSchema.optional(),
    json: z.string().optional(),
    /** The user has changed nothing of the document: it follows what came, or what a rule prepares. */
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
  /** A refinement that is being written: what would be sent, and what it began as. */
  z.strictObject({
    gate: z.literal("refine"),
    attemptId: id,
    document: request,
    prepared: request,
    callsAsText: z.int().nonnegative(),
    model: modelRef.nullable(),
  }),
]);
export type Draft = z.infer<typeof draftSchema>;
