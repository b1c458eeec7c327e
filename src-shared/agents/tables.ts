// The agents whose hooks Countersign knows.
import { AGENT_IDS } from "./agent.ts";
import type { AgentId, AgentTable } from "./agent.ts";
import { claudeCode } from "./tables/claudeCode.ts";
import { codex } from "./tables/codex.ts";
import { copilotCli } from "./tables/copilotCli.ts";
import { cursor } from "./tables/cursor.ts";
import { geminiCli } from "./tables/geminiCli.ts";
import { opencode } from "./tables/opencode.ts";
import { qwenCode } from "./tables/qwenCode.ts";
import { vsCode } from "./tables/vsCode.ts";

const TABLES: Record<AgentId, AgentTable> = {
  "claude-code": claudeCode,
  codex,
  opencode,
  "gemini-cli": geminiCli,
  "qwen-code": qwenCode,
  "copilot-cli": copilotCli,
  cursor,
  "vs-code": vsCode,
};

export const tableOf = (id: AgentId): AgentTable => TABLES[id];

export const AGENT_TABLES: readonly AgentTable[] = AGENT_IDS.map(tableOf);

/** Those that have a hook of their own to set up. */
export const HOOKED_TABLES = AGENT_TABLES.filter(({ readsHooksOf }) => readsHooksOf === undefined);
