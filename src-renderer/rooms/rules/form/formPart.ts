// Props of every part of a rule's form, and faults in words.
import type { T } from "#words/index.ts";
import type { Fault, Faults, RuleFormValues } from "./ruleDraft.ts";

export interface FormPart {
  typed: RuleFormValues;
  faults: Faults;
  onTyped: (part: Partial<RuleFormValues>) => void;
}

export const faultWords = (t: T, fault: Fault | undefined): string | undefined =>
  fault === undefined ? undefined : t(`rules.fault.${fault}`);
