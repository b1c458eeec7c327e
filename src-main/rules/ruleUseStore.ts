// `rule-uses.json`: how often each rule has decided, for display in the Rules room. The ledger has the evidence.
import { z } from "zod";
import type { RuleUsesStore } from "./rulesPorts.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

const schema = z.record(
  z.string().max(100),
  z.object({ count: z.number().int().nonnegative(), lastAtMs: z.number() }),
);

export const openRuleUses = (file: string): RuleUsesStore => ({
  load: () => readJson(file, schema, {}).value,
  save: (uses) => void writeJson(file, uses),
});
