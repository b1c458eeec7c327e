// What agents sent, recorded by e2e/agents/recordTurns.mjs, with their texts cut.
import type { DialectName } from "../../dialects/dialect.ts";
import claudeCode from "./recorded/claude-code.json" with { type: "json" };
import codex from "./recorded/codex.json" with { type: "json" };
import opencode from "./recorded/opencode.json" with { type: "json" };

interface RecordedRequest {
  /** Of the whole body. */
  bytes: number;
  headers: Record<string, string>;
  body: string;
}

export interface Recorded {
  agent: string;
  dialect: DialectName;
  /** By what they are: three turns, the first after the second prompt, a sub-agent's first, and those beside. */
  requests: Record<string, RecordedRequest>;
}

export const RECORDED: readonly Recorded[] = [
  { agent: "claude-code", dialect: "anthropic-messages", requests: claudeCode.requests },
  { agent: "codex", dialect: "openai-responses", requests: codex.requests },
  { agent: "opencode", dialect: "openai-chat", requests: opencode.requests },
];
