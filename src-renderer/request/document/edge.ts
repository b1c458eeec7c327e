// What only the paper knows of a block: whether it is its first or its last. Told to whichever editor the block has.
import { createContext } from "react";

export interface Edge {
  /** The first: when it gets its editor, see `CodeBlock`. */
  start?: "now" | "nextFrame" | undefined;
  /** The last: takes the room that is left. */
  fill?: boolean;
}

export const INNER: Edge = {};
export const EdgeContext = createContext<Edge>(INNER);
