// Props of every view of a content block.
import type { Path } from "#shared/request/document/flag.ts";
import type { Block } from "#shared/request/document/message.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";

export interface BlockProps {
  block: Block;
  path: Path;
  requestId: string;
  media: readonly MediaFacts[];
  /** Undefined: read only. Null deletes the block. */
  onChange?: ((next: Block | null) => void) | undefined;
  /** Called when edited JSON stops or starts to parse. */
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  /** Inside a tool result, where embedded resources are allowed. */
  inResult?: boolean;
}
