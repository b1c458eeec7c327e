// Context for the blocks of a gate: flags by path, fixes for them, and where to report failures. Empty where nothing
// can be edited.
import { createContext, useContext, useMemo } from "react";
import type { ReactNode } from "react";
import type { Json } from "#shared/json.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Flag, Path } from "#shared/request/document/flag.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import { withFix, fixOf, valueAt } from "#shared/request/document/fix.ts";
import type { FlagFix } from "#shared/request/document/fix.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { send } from "#data/commands.ts";
import { carry, pathKey } from "./document.ts";
import { PlacesContext } from "./places.ts";
import type { Shared } from "./places.ts";

export interface OnPaper {
  requestId: string;
  /** Flags of this path, without those of blocks inside it. */
  flagsAt: (path: Path) => readonly Flag[];
  /** The fix for a flag; null if there is none or the document is read only. */
  fixFor: (flag: Flag) => FlagFix | null;
  fix: (flag: Flag) => void;
  failed: (failure: Failure | null) => void;
}

const none: readonly Flag[] = [];
/** Nothing is flagged, and nothing can be fixed. */
export const NO_PAPER: OnPaper = {
  requestId: "",
  flagsAt: () => none,
  fixFor: () => null,
  fix: () => undefined,
  failed: () => undefined,
};

const OnPaperContext = createContext<OnPaper>(NO_PAPER);
export const useOnPaper = (): OnPaper => useContext(OnPaperContext);

/** The path where a flag is shown: the innermost block around it, else its message, else its top-level field. */
export function ownerOf(path: Path): Path {
  const [first, second] = path;
  const inMessage = first === "messages" && typeof second === "number";
  let length = inMessage ? 2 : 0;
  if (path[length] !== "content") return path.slice(0, Math.max(1, length));
  // A single block is at `content` itself; the content of a tool result is one level deeper.
  while (path[length] === "content") {
    length += 1;
    if (typeof path[length] === "number") length += 1;
  }
  return path.slice(0, length);
}

/** Flags by the key of the path that shows them. */
export function byOwner(flags: readonly Flag[]): ReadonlyMap<string, readonly Flag[]> {
  const places = new Map<string, Flag[]>();
  for (const flag of flags) {
    const key = pathKey(ownerOf(flag.path));
    const known = places.get(key);
    if (known === undefined) places.set(key, [flag]);
    else known.push(flag);
  }
  return places;
}

/** Carries over every object on the path to a fixed value, so that editors keep their state. */
export function carried<D extends RequestDocument | ResponseDocument>(
  before: D,
  next: D,
  path: Path,
): D {
  for (let length = 1; length <= path.length; length += 1) {
    const was = valueAt(before as Json, path.slice(0, length));
    const is = valueAt(next as Json, path.slice(0, length));
    if (isObject(was) && isObject(is)) carry(was, is);
  }
  return next;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** What a gate provides to its blocks; `change` is undefined if the document is read only. */
export function usePaper<D extends RequestDocument | ResponseDocument>(parts: {
  requestId: string;
  document: D;
  flags: readonly Flag[];
  media: readonly MediaFacts[];
  change: ((change: (now: D) => D) => void) | undefined;
  failed: (failure: Failure | null) => void;
}): OnPaper {
  const { requestId, document, flags, media, change, failed } = parts;
  const places = useMemo(() => byOwner(flags), [flags]);
  return useMemo(() => {
    const fixFor = (flag: Flag): FlagFix | null =>
      change === undefined ? null : fixOf(flag, document as Json, media);
    return {
      requestId,
      failed,
      flagsAt: (path) => places.get(pathKey(path)) ?? none,
      fixFor,
      fix(flag) {
        const step = fixFor(flag);
        if (step === null || change === undefined) return;
        const settle = (ref?: string): void =>
          change((now) => carried(now, withFix(now, flag, step, ref), flag.path));
        failed(null);
        if (step.kind !== "fix-base64") return settle();
        void send("media.fix", requestId, step.ref).then((result) =>
          result.ok ? settle(result.value.facts.ref) : failed(result.failure),
        );
      },
    };
  }, [requestId, document, places, media, change, failed]);
}

/** Provides a gate's contexts to its paper and its side panel. */
export function GateContexts({
  places,
  paper,
  children,
}: {
  places: Shared;
  paper: OnPaper;
  children: ReactNode;
}) {
  return (
    <PlacesContext value={places}>
      <OnPaperContext value={paper}>{children}</OnPaperContext>
    </PlacesContext>
  );
}
