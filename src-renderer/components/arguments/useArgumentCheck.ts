// Arguments against their schema, off the window's thread and with a clock: a schema is a server's, and may be
// made to take for ever. What is typed is checked once it stands still; what is sent is checked first.
import { useCallback, useEffect, useRef, useState } from "react";
import type { JsonObject } from "../../../src-shared/json.ts";
import { startChecker } from "./argumentChecker.ts";
import type { ArgumentCheck } from "./argumentCheck.ts";

const checker = startChecker();

/** A person types on: what is checked is what stands still for so long. */
const PAUSE_MS = 150;

interface Known {
  schema: JsonObject;
  args: JsonObject;
  check: ArgumentCheck;
}

export interface CheckedArguments {
  /** Of the latest arguments that were checked; null before the first. */
  check: ArgumentCheck | null;
  /** True when `check` is that of the arguments as they stand. */
  settled: boolean;
  /** Checks them as they stand now, at once; at most two seconds. */
  settle: () => Promise<ArgumentCheck>;
}

export function useArgumentCheck(schema: JsonObject, args: JsonObject): CheckedArguments {
  const [known, setKnown] = useState<Known | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const settle = useCallback(async () => {
    const check = await checker.check(schema, args);
    if (here.current) setKnown({ schema, args, check });
    return check;
  }, [schema, args]);
  const settled = known?.schema === schema && known.args === args;
  useEffect(() => {
    if (settled) return undefined;
    const timer = setTimeout(() => void settle(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [settled, settle]);
  return { check: known?.schema === schema ? known.check : null, settled, settle };
}
