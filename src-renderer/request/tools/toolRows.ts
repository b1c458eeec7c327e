// Edits of a request's tools: removed, restored, `toolChoice` set. Pure; unknown fields are kept.
import { align } from "#shared/request/document/align.ts";
import { canonicalJson } from "#shared/canonical.ts";
import type { RequestDocument, Tool } from "#shared/request/document/message.ts";

/** A tool of the request, or one that the user removed. */
export interface ToolRow {
  tool: Tool;
  /** Index in the document; null if removed. */
  index: number | null;
  state: "asked" | "edited" | "added" | "removed";
}

/** The tools in the document, with removed ones in between, in the server's order. */
export function toolRows(asked: RequestDocument, document: RequestDocument): ToolRow[] {
  const [before, now] = [asked.tools ?? [], document.tools ?? []];
  const rows: ToolRow[] = [];
  let [a, n] = [0, 0];
  const pairs = align(before.map(canonicalJson), now.map(canonicalJson));
  for (const [i, j] of [...pairs, [before.length, now.length] as const]) {
    const kept = new Set(now.slice(n, j).map((tool) => tool.name));
    for (const tool of before.slice(a, i)) {
      if (!kept.has(tool.name)) rows.push({ tool, index: null, state: "removed" });
    }
    const known = new Set(before.slice(a, i).map((tool) => tool.name));
    for (const tool of now.slice(n, j)) {
      rows.push({ tool, index: n, state: known.has(tool.name) ? "edited" : "added" });
      n += 1;
    }
    const same = now[j];
    if (same !== undefined && i < before.length) {
      rows.push({ tool: same, index: j, state: "asked" });
    }
    [a, n] = [i + 1, j + 1];
  }
  return rows;
}

/** Keeps an empty list, as the original request had a list. */
const withTools = (document: RequestDocument, tools: Tool[]): RequestDocument => ({
  ...document,
  tools,
});

export const removeTool = (document: RequestDocument, index: number): RequestDocument =>
  withTools(
    document,
    (document.tools ?? []).filter((_tool, at) => at !== index),
  );

export const removeAllTools = (document: RequestDocument): RequestDocument =>
  withTools(document, []);

/** Restores a tool at its original position; without `tool`, all removed tools. */
export function restoreTool(
  document: RequestDocument,
  asked: RequestDocument,
  tool?: Tool,
): RequestDocument {
  const rows = toolRows(asked, document);
  const back = rows.filter((row) => row.index !== null || tool === undefined || row.tool === tool);
  return withTools(
    document,
    back.map((row) => row.tool),
  );
}

/** Sets `toolChoice.mode` and keeps its other fields; null deletes `toolChoice`. */
export function withToolChoice(
  document: RequestDocument,
  asked: RequestDocument,
  mode: string | null,
): RequestDocument {
  const { toolChoice, ...rest } = document;
  if (mode === null) return rest as RequestDocument;
  return { ...document, toolChoice: { ...(toolChoice ?? asked.toolChoice), mode } };
}
