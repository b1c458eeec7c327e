// The rules of `--policy`: the same format as the app's `rules.json`, without rules that need an app to remember them.
import type { Rule } from "#shared/rules/rule.ts";
import { readRules, RULES_TEXT_MAX } from "#shared/rules/rulesFile.ts";
import { sha256 } from "../../history/ledger/content.ts";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";
import { readText } from "./ownFile.ts";
import type { Writers } from "./ownFile.ts";

export interface Policy {
  file: string;
  rules: Rule[];
  /** SHA-256 (hex) of the text. */
  hash: string;
}

/** @throws {CommandFault} naming every error in the file */
export function readPolicy(file: string, writers?: Writers): Policy {
  const text = readText(file, 4 * RULES_TEXT_MAX, writers);
  const { rules, faults } = readRules(text);
  const lines = faults.map(({ line, column, fault }) => WORDS.ruleFault(file, line, column, fault));
  const unusable = rules.flatMap(({ id, holds }) =>
    holds.kind === "always" || holds.kind === "until"
      ? []
      : [WORDS.ruleHolds(file, id, holds.kind)],
  );
  const all = [...lines, ...unusable];
  if (all.length > 0) throw new CommandFault(all.join("\n"));
  return { file, rules, hash: sha256(text) };
}
