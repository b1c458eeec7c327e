// What one person proposes for two to approve, and whether what another sees is the same.
import { canonicalJson } from "../canonical.ts";
import type { ModelRef } from "../models/model.ts";
import type { GenerationOptions } from "../models/providers/options.ts";

/** What a proposed request is generated with, at the desk that received it. */
export interface ProposedRun {
  model: ModelRef;
  options: GenerationOptions;
}

/** What is proposed, without saying by whom. */
export interface ProposedContent {
  /** As JSON; null: what its row holds is not what its hash names, so that nobody can vote for it. */
  document: unknown;
  /** One for each generation, none where no model is asked. Null: this version cannot read it. */
  runs: (ProposedRun | null)[];
}

/** With the hash of its row, which votes name. */
export interface Proposed extends ProposedContent {
  hash: string;
}

/** Whether approving the one is voting for the other. */
export const isSameContent = (one: ProposedContent, other: ProposedContent): boolean =>
  canonicalJson([one.document, one.runs]) === canonicalJson([other.document, other.runs]);
