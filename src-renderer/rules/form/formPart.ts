// What every part of a rule's form is given, and its faults in words.
import type { T } from "../../i18n/index.ts";
import type { Fault, Faults, TypedRule } from "./ruleDraft.ts";

export interface FormPart {
  typed: TypedRule;
  faults: Faults;
  onTyped: (part: Partial<TypedRule>) => void;
}

export const faultWords = (t: T, fault: Fault | undefined): string | undefined =>
  fault === undefined ? undefined : t(`rules.fault.${fault}`);
