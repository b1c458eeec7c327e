// Actions on findings: go to the next by key, remove characters, mark them in the text.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { Span } from "#editor/index.ts";
import type { Finding } from "#shared/findings/findings.ts";
import type { Mapping } from "#shared/findings/redaction/redact.ts";
import { valueAt } from "#shared/findings/redaction/redaction.ts";
import { isRemovable, removalsOf, removed } from "#shared/findings/characters/removal.ts";
import type { Flag, Path } from "#shared/request/document/flag.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { useActions } from "#data/actions.ts";
import { pathKey } from "../document/document.ts";
import { whyWords } from "./FindingWords.tsx";
import type { Places } from "../document/places.ts";
import { carried } from "../document/onPaper.tsx";

/** F8 and Shift+F8 step through the findings, as in code editors. */
export function useFindingKeys(
  findings: readonly Finding[],
  jump: (finding: Finding) => void,
): void {
  const t = useT();
  const at = useRef(-1);
  const go = useRef(jump);
  go.current = jump;
  const actions = useMemo(() => {
    const step = (by: 1 | -1) => (): void => {
      const from = at.current === -1 && by === -1 ? 0 : at.current;
      at.current = (from + by + findings.length) % findings.length;
      const finding = findings[at.current];
      if (finding !== undefined) go.current(finding);
    };
    const none = findings.length === 0;
    return [
      {
        id: "finding-next",
        group: "request" as const,
        label: t("findings.next"),
        keys: KEYS.findingNext,
        whileTyping: true,
        disabled: none,
        run: step(1),
      },
      {
        id: "finding-previous",
        group: "request" as const,
        label: t("findings.previous"),
        keys: KEYS.findingBefore,
        whileTyping: true,
        disabled: none,
        run: step(-1),
      },
    ];
  }, [t, findings]);
  useActions("findings", actions);
}

/** The path of a finding's line in the side panel. */
export const rowOf = ({ kind, path, offset }: Finding): Path => ["#finding", kind, offset, ...path];

/** A panel or row that has just opened has its content a few frames later. */
const FRAMES_MAX = 10;

/**
 * Jumps to a place, else to the finding's line in the side panel.
 * @param inSide it is in the side panel, which may have just opened
 * @param openSide opens the side panel
 * @param quietly does not move the focus
 */
export function showPlace(
  places: Places,
  place: Finding | Flag,
  { inSide, openSide }: { inSide: boolean; openSide: () => void },
  quietly: boolean,
): void {
  const isFinding = "offset" in place;
  const span = isFinding ? { start: place.offset, end: place.offset + place.length } : undefined;
  const jump = (): boolean => places.jump(place.path, span, quietly);
  onceDone(jump, inSide ? FRAMES_MAX : 0, () => {
    if (!isFinding) return;
    openSide();
    showLine(places, place, quietly);
  });
}

/** Jumps to a finding's line in the side panel. */
export const showLine = (places: Places, finding: Finding, quietly: boolean): void =>
  onceDone(() => places.jump(rowOf(finding), undefined, quietly), FRAMES_MAX);

/** Tries in the next frame, and in so many more. */
function onceDone(attempt: () => boolean, frames: number, failed?: () => void): void {
  requestAnimationFrame(() => {
    if (attempt()) return;
    if (frames === 0) failed?.();
    else onceDone(attempt, frames - 1, failed);
  });
}

/** Removes these characters where the text has not changed since the scan. */
export function withoutFound<D extends RequestDocument | ResponseDocument>(
  document: D,
  findings: readonly Finding[],
): D {
  const there = findings.filter((finding) => {
    const text = valueAt(document, finding);
    const found = [...(text ?? "")].map((character) => character.codePointAt(0));
    return text !== null && found.every((code) => finding.codePoints?.includes(code ?? -1));
  });
  return removalsOf(there).reduce(
    (now, removal) => carried(now, removed(now, removal), removal.path),
    document,
  );
}

/** Spans of findings by the path of their text, with words for the tooltip. */
export function spansOf(t: T, findings: readonly Finding[]): ReadonlyMap<string, readonly Span[]> {
  const spans = new Map<string, Span[]>();
  for (const finding of findings) {
    if (finding.inName === true || finding.length === 0) continue;
    put(spans, finding.path, {
      start: finding.offset,
      end: finding.offset + finding.length,
      tone: finding.severity,
      ...(finding.kind === "confusable" ? { codes: "look-alikes" as const } : {}),
      ...(isRemovable(finding) || finding.kind === "confusable" ? {} : { codes: "none" as const }),
      words: `${t(`findings.kind.${finding.kind}.title`)}: ${whyWords(t, finding)}`,
    });
  }
  return spans;
}

/** Spans of placeholders by the path of their text. */
export function markSpans(
  document: RequestDocument | ResponseDocument,
  marks: readonly string[],
): ReadonlyMap<string, readonly Span[]> {
  const spans = new Map<string, Span[]>();
  const look = (value: unknown, path: Path): void => {
    if (typeof value === "string") {
      for (const mark of marks) {
        for (
          let start = value.indexOf(mark);
          start !== -1;
          start = value.indexOf(mark, start + 1)
        ) {
          put(spans, path, { start, end: start + mark.length, tone: "placeholder", codes: "none" });
        }
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        look(item, [...path, Array.isArray(value) ? Number(key) : key]);
      }
    }
  };
  look(document, []);
  return spans;
}

/** The placeholders in an approved document. */
export const marksIn = (document: RequestDocument): string[] => [
  ...new Set(JSON.stringify(document).match(/\u27E6[A-Z_]+_[0-9]+\u27E7/g)),
];

export const marksOf = (mapping: Mapping): string[] => mapping.map(({ mark }) => mark);

function put(spans: Map<string, Span[]>, path: Path, span: Span): void {
  const key = pathKey(path);
  const known = spans.get(key);
  if (known === undefined) spans.set(key, [span]);
  else known.push(span);
}
