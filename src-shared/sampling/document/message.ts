// The only file that names the protocol's sampling types. Schemas for IPC and Monaco come from it.
// Sources: MCP schema.ts of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, section
// "sampling/createMessage". Objects are loose: a member that no revision names is kept and passed on.
import { z } from "zod";
import type { JsonObject } from "../../json.ts";

const json: z.ZodType<import("../../json.ts").Json> = z.json();

/**
 * One content block of any kind. The kinds that Countersign knows are told apart by the guards of
 * `blocks.ts`; all others are kept whole. `data` of image and audio is a media reference, see
 * `media.ts`, never the base64 text itself.
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
/** Hints in order, then priorities from 0 to 1. Advisory (all revisions). */
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

/** What `sampling/createMessage` asks, as the user sees and edits it: its `params`, media by reference. */
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
  /** Tokens; MUST be respected by the client. Missing only in a malformed request. */
  maxTokens?: number;
  temperature?: number;
  stopSequences?: string[];
  metadata?: JsonObject;
  tools?: Tool[];
  toolChoice?: JsonObject & { mode?: string };
}

/** The answer as the server gets it: `CreateMessageResult`, media by reference. */
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
  /** The name of what really answered; `human` when the user wrote it. */
  model: string;
  stopReason?: string;
}

// The shapes check exactly these types; zod infers index signatures without `undefined`, hence the words.
/** Checks a request document: known members of the right type, others kept. */
export const requestDocumentSchema = requestShape as unknown as z.ZodType<RequestDocument>;
/** Checks a response document: known members of the right type, others kept. */
export const responseDocumentSchema = responseShape as unknown as z.ZodType<ResponseDocument>;
