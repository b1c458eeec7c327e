// The texts of the files that a held action names, as they are now.
import { invoke } from "../bridge/desk.ts";

/** By the path that the agent wrote; null: not text, or nothing there. */
export type FileTexts = ReadonlyMap<string, string | null>;

/** Null: they can't be had. */
export async function readActionFiles(requestId: string): Promise<FileTexts | null> {
  const result = await invoke("actions.files", requestId);
  return result.ok ? new Map(result.value.map(({ path, before }) => [path, before])) : null;
}
