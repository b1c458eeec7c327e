// Checks arguments against their schema in a worker with a time limit: the schema comes from the server and can be
// made to run forever. Typed arguments are checked after a pause, and always before they are sent.
import { useCallback, useEffect, useState } from "react";
import type { JsonObject } from "#shared/json.ts";
import { startChecker } from "./argumentChecker.ts";
import type { ArgumentCheck } from "./argumentCheck.ts";

const checker = startChecker();

/** Debounces checks while the user types, in milliseconds. */
const PAUSE_MS = 150;

interface Known {
  schema: JsonObject;
  args: JsonObject;
  check: ArgumentCheck;
}

export interface CheckedArguments {
  /** The result for the last arguments checked; null before the first check. */
  check: ArgumentCheck | null;
  /** True when `check` is the result for the current arguments. */
  settled: boolean;
  /** Checks arguments at once; takes at most two seconds. */
  settle: (args: JsonObject) => Promise<ArgumentCheck>;
}

export function useArgumentCheck(schema: JsonObject, args: JsonObject): CheckedArguments {
  const [known, setKnown] = useState<Known | null>(null);
  const settle = useCallback(
    async (now: JsonObject) => {
      const check = await checker.check(schema, now);
      setKnown({ schema, args: now, check });
      return check;
    },
    [schema],
  );
  const settled = known?.schema === schema && known.args === args;
  useEffect(() => {
    if (settled) return undefined;
    const timer = setTimeout(() => void settle(args), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [settled, settle, args]);
  return { check: known?.schema === schema ? known.check : null, settled, settle };
}
