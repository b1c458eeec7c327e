// The only file that names the protocol's sampling types; schemas for IPC and Monaco derive from it. Sources: MCP
// schema.ts of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, section "sampling/createMessage". Objects
// are loose: a field that no version names is kept and passed on.
import { z } from "zod";
import type { JsonObject } from "../../json.ts";

const json: z.ZodType<import("../../json.ts").Json> = z.json();

/**
 * A content block of any kind. The guards of `blocks.ts` tell the known kinds apart; others are kept whole. `data` of
 * image and audio is a media reference (see `media.ts`), not the base64 text.
 */
export const blockSchema = z.looseObject({ type: z.string() }).catchall(json);
export type Block = JsonObject & { type: string };

/** A turn of the conversation. `content` is one block (all revisions) or several (since 2025-11-25). */
export const messageSchema = z
  .looseObject({
    role: z.string(),
    content: z.union([blockSchema, z.array(blockSchema)]),
  })
  .catchall(json);
export interface Message extends JsonObject {
  role: string;
  content: Block | Block[];
}

export const modelPreferencesSchema = z
  .looseObject({
    hints: z.array(z.looseObject({ name: z.string().optional() }).catchall(json)).optional(),
    costPriority: z.number().optional(),
    speedPriority: z.number().optional(),
    intelligencePriority: z.number().optional(),
  })
  .catchall(json);
/** Hints in order of preference, and priorities from 0 to 1. Advisory (all versions). */
export interface ModelPreferences extends JsonObject {
  hints?: (JsonObject & { name?: string })[];
  costPriority?: number;
  speedPriority?: number;
  intelligencePriority?: number;
}

export const toolSchema = z
  .looseObject({
    name: z.string(),
    description: z.string().optional(),
    inputSchema: z.record(z.string(), json).optional(),
  })
  .catchall(json);
/** A tool that the model may ask the server to run (2025-11-25). */
export interface Tool extends JsonObject {
  name: string;
  description?: string;
  inputSchema?: JsonObject;
}

/** The `params` of `sampling/createMessage` as the user sees and edits them, with media by reference. */
const requestShape = z
  .looseObject({
    messages: z.array(messageSchema),
    systemPrompt: z.string().optional(),
    modelPreferences: modelPreferencesSchema.optional(),
    includeContext: z.string().optional(),
    maxTokens: z.number().optional(),
    temperature: z.number().optional(),
    stopSequences: z.array(z.string()).optional(),
    metadata: z.record(z.string(), json).optional(),
    tools: z.array(toolSchema).optional(),
    toolChoice: z.looseObject({ mode: z.string().optional() }).catchall(json).optional(),
  })
  .catchall(json);
export interface RequestDocument extends JsonObject {
  messages: Message[];
  systemPrompt?: string;
  modelPreferences?: ModelPreferences;
  includeContext?: string;
  /** The client must respect it. Missing only in a malformed request. */
  maxTokens?: number;
  temperature?: number;
  stopSequences?: string[];
  metadata?: JsonObject;
  tools?: Tool[];
  toolChoice?: JsonObject & { mode?: string };
}

/** The response as the server gets it: `CreateMessageResult`, with media by reference. */
const responseShape = z
  .looseObject({
    role: z.string(),
    content: z.union([blockSchema, z.array(blockSchema)]),
    model: z.string(),
    stopReason: z.string().optional(),
  })
  .catchall(json);
export interface ResponseDocument extends JsonObject {
  role: string;
  content: Block | Block[];
  /** Name of the model that generated the response; `human` when the user wrote it. */
  model: string;
  stopReason?: string;
  /** The stop sequence that ended it, for a program that asked in Messages, where its provider said which. */
  stopSequence?: string;
}

// The casts are needed because zod infers index signatures without `undefined`.
/** Checks a request document: known fields must have the right type, others are kept. */
export const requestDocumentSchema = requestShape as unknown as z.ZodType<RequestDocument>;
/** Checks a response document: known fields must have the right type, others are kept. */
export const responseDocumentSchema = responseShape as unknown as z.ZodType<ResponseDocument>;
