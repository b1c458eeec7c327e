// The models that a request asks for by name.
import { completionIn } from "../../request/kinds/completion/document.ts";
import type { RequestDocument } from "../../request/document/message.ts";
import { familyAndTierOf, plainName } from "./families.ts";
import type { FamilyAndTier } from "./families.ts";

export interface Hint {
  index: number;
  hint: string;
  /** As `plainName`. */
  plain: string;
  kin: FamilyAndTier | null;
  isProgram?: true;
}

export function hintsOf(document: RequestDocument): Hint[] {
  const isProgram = completionIn(document) === null ? {} : { isProgram: true as const };
  return (document.modelPreferences?.hints ?? []).flatMap(({ name: hint }, index): Hint[] => {
    if (typeof hint !== "string" || hint.trim() === "") return [];
    return [
      { index, hint, plain: plainName(hint.trim()), kin: familyAndTierOf(hint), ...isProgram },
    ];
  });
}
