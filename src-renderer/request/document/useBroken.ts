// Which JSON on the paper does not parse: until it does, nothing can be approved.
import { useCallback, useState } from "react";
import type { Path } from "#shared/request/document/flag.ts";
import { pathKey } from "./document.ts";

export function useBroken(): {
  isBroken: boolean;
  onBroken: (path: Path, broken: boolean) => void;
} {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const onBroken = useCallback((path: Path, broken: boolean) => {
    setPaths((before) => {
      const next = new Set(before);
      if (broken) next.add(pathKey(path));
      else next.delete(pathKey(path));
      return next;
    });
  }, []);
  return { isBroken: paths.size > 0, onBroken };
}
