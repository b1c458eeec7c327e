// The agents whose hooks Countersign knows.
import { AGENT_IDS } from "./agent.ts";
import type { AgentId, AgentTable } from "./agent.ts";
import { claudeCode } from "./tables/claudeCode.ts";
import { codex } from "./tables/codex.ts";
import { opencode } from "./tables/opencode.ts";

const TABLES: Record<AgentId, AgentTable> = { "claude-code": claudeCode, codex, opencode };

export const tableOf = (id: AgentId): AgentTable => TABLES[id];

export const AGENT_TABLES: readonly AgentTable[] = AGENT_IDS.map(tableOf);
