// What every view of a block takes.
import type { Path } from "../../src-shared/sampling/document/flag.ts";
import type { Block } from "../../src-shared/sampling/document/message.ts";
import type { MediaFacts } from "../../src-shared/sampling/document/media.ts";

export interface BlockProps {
  block: Block;
  path: Path;
  sampleId: string;
  media: readonly MediaFacts[];
  /** Undefined: read only. Null removes the block. */
  onChange?: ((next: Block | null) => void) | undefined;
  /** Told while a JSON text does not parse. */
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  fill?: boolean;
  /** On the first screen for certain. */
  eager?: boolean;
  /** On the first screen, a frame after the first drawing. */
  soon?: boolean;
  /** It stands in a tool's result, where resources may stand too. */
  inResult?: boolean;
}
