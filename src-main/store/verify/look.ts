// Looks through a large ledger's file after the start: whether it is sound, and whether its sums fit its rows.
import type { LookStart, LookTold } from "../../services/verifyPorts.ts";
import { spentFound } from "../spentRows.ts";
import { quickCheck } from "./quickCheck.ts";
import { openReader } from "./ledgerFile.ts";

/** Reads the file whole. Of one that is not sound, no sums are read. */
export function lookThroughFile({ file, key }: LookStart): LookTold {
  const found = quickCheck(file, key);
  if (found !== null) return { kind: "looked", found, spent: null };
  const reader = openReader(file, key);
  try {
    return { kind: "looked", found, spent: spentFound(reader.database) };
  } finally {
    reader.close();
  }
}
