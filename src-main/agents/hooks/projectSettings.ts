// Settings of a project that weaken an agent's hooks, or set variables for it: named on the first action of a session.
import path from "node:path";
import type { AgentId } from "#shared/agents/agent.ts";
import { PROJECT_FILES, projectSettings } from "#shared/agents/guarded.ts";

/** @param textOf of a regular file, bounded; null where there is none. `keys` is empty for a file that can't be read */
export async function settingsOf(
  agent: AgentId,
  folder: string,
  textOf: (file: string) => Promise<string | null>,
): Promise<{ file: string; keys: string[] }[]> {
  const found = await Promise.all(
    PROJECT_FILES[agent].map(async (file) => {
      const text = await textOf(path.join(folder, file));
      const keys = text === null ? [] : projectSettings(file, text);
      return { file, keys };
    }),
  );
  // A file that can't be read as settings may say anything.
  return found.flatMap(({ file, keys }) =>
    keys === null || keys.length > 0 ? [{ file, keys: keys ?? [] }] : [],
  );
}
