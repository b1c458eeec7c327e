// The parts of a tool's description, and a tool of which some have changed.
/** The parts of a tool's description that are compared. */
export const TOOL_PARTS = ["title", "description", "schema", "output", "annotations"] as const;
export type ToolPart = (typeof TOOL_PARTS)[number];

/** A tool whose description differs from the one that the user last accepted. */
export interface ToolChanged {
  name: string;
  parts: ToolPart[];
  /** When the user accepted it, or when the tool was first seen. */
  knownAtMs: number;
  /** It changed and then changed back. */
  back?: true;
}
