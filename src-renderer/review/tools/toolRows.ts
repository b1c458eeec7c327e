// The tools of a request as a person changes them: taken out, put back, the choice set. Pure steps from one
// document to the next; members that Countersign does not know stay as they are.
import { align } from "../../../src-shared/sampling/document/align.ts";
import { canonicalJson } from "../../../src-shared/canonical.ts";
import type { RequestDocument, Tool } from "../../../src-shared/sampling/document/message.ts";

/** A tool of the request, or one that the person has taken out of it. */
export interface ToolRow {
  tool: Tool;
  /** Where it stands in the document; null: taken out. */
  index: number | null;
  state: "asked" | "edited" | "added" | "removed";
}

/** What stands in the document, and between it what was taken out, in the order of the server. */
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

/** The document with those tools only. An empty list stays a list: the request had one. */
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

/** Puts a tool back where the server had it; without one, all that were taken out. */
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

/** Sets `toolChoice.mode`; null takes the member away. What else stands beside the mode is kept. */
export function withToolChoice(
  document: RequestDocument,
  asked: RequestDocument,
  mode: string | null,
): RequestDocument {
  const { toolChoice, ...rest } = document;
  if (mode === null) return rest as RequestDocument;
  return { ...document, toolChoice: { ...(toolChoice ?? asked.toolChoice), mode } };
}
