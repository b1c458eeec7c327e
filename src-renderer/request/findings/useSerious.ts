// The serious findings of a document: which have been seen, and jumping to the next. Approval requires that all were.
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Finding } from "#shared/findings/findings.ts";
import { isSerious } from "#shared/findings/tally.ts";
import type { FindingsResult } from "#data/findings.ts";
import type { Places, Spot } from "../document/places.ts";
import { rowOf } from "./findingActions.ts";
import { keysOf, SEEN_MS, sightingsOf } from "./sightings.ts";

export interface Serious {
  count: number;
  /** The scan is running; it may find more. */
  scanning: boolean;
  /** How many have not been seen yet. */
  unseen: number;
  isSeen: (finding: Finding) => boolean;
  /** Unseen findings that are out of view; null if none. */
  out: OutOfView | null;
  /** Their positions along the whole paper, from 0 to 1. */
  ticks: readonly number[];
  /** Jumps to the next unseen finding; decides nothing. */
  review: () => void;
}

export interface OutOfView {
  count: number;
  next: Finding;
  way: "up" | "down" | "side";
}

/** Interval at which visibility is measured while there are serious findings. */
const MEASURE_MS = 100;

/** Shows a finding at its place, or its line in the side panel. */
export interface Show {
  place: (finding: Finding) => void;
  line: (finding: Finding) => void;
}

interface Seen {
  spots: readonly (Spot | null)[];
  inView: readonly string[];
}

/**
 * @param of identifies the request or response
 * @param document that was scanned
 * @param isShown false while the paper shows something else, so that nothing counts as seen
 */
export function useSerious(
  of: string,
  document: object,
  isShown: boolean,
  found: FindingsResult,
  places: Places,
  show: Show,
): Serious {
  const serious = useMemo(() => found.findings.filter(isSerious), [found.findings]);
  const keys = useMemo(() => keysOf(serious, document), [serious, document]);
  const sightings = sightingsOf(of);
  // A place that could not be brought into view is no dead end: its line in the side panel is shown in its stead.
  const asLines = useRef<ReadonlySet<string>>(new Set());
  const shownLast = useRef({ key: "", atMs: 0 });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [view, setView] = useState<Pick<Serious, "out" | "ticks">>({ out: null, ticks: [] });
  useEffect(() => {
    setView({ out: null, ticks: [] });
    if (keys.length === 0 || !isShown) return undefined;
    const measure = (): void => {
      const now = seenNow(places, serious, keys, asLines.current);
      if (sightings.look(now.inView, Date.now())) draw();
      const next = { out: outOfView(now, serious, keys, sightings), ticks: ticksOf(now.spots) };
      setView((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    const timer = setInterval(measure, MEASURE_MS);
    return () => {
      clearInterval(timer);
      sightings.look([], Date.now());
    };
  }, [keys, isShown, places, serious, sightings]);
  const unseen = keys.filter((key) => !sightings.has(key)).length;
  const scanning = found.state === "looking";
  const showing = useRef(show);
  showing.current = show;
  // Keep the object's identity while nothing changes: shortcuts and the command palette depend on it.
  return useMemo(() => {
    const left = serious.filter((_, at) => !sightings.has(keys[at] ?? ""));
    return {
      count: serious.length,
      scanning,
      unseen,
      isSeen: (finding) => !left.includes(finding),
      ...view,
      review: () => {
        const next = left.find((finding) => finding === view.out?.next) ?? left[0];
        if (next === undefined) return;
        const key = keys[serious.indexOf(next)] ?? "";
        const now = Date.now();
        const last = shownLast.current;
        const isRecent = now - last.atMs <= SEEN_MS + MEASURE_MS;
        // What was just shown stays until it counts as seen: a quicker press would take it away again.
        if (isRecent && left.some((finding) => keys[serious.indexOf(finding)] === last.key)) return;
        if (last.key === key) asLines.current = new Set([...asLines.current, key]);
        shownLast.current = { key, atMs: now };
        if (asLines.current.has(key)) showing.current.line(next);
        else showing.current.place(next);
      },
    };
  }, [serious, keys, sightings, scanning, unseen, view]);
}

/** In a hidden window or behind a dialog nothing counts as in view. */
const isCovered = (): boolean =>
  document.visibilityState !== "visible" || document.querySelector("[role='dialog']") !== null;

function seenNow(
  places: Places,
  serious: readonly Finding[],
  keys: readonly string[],
  asLines: ReadonlySet<string>,
): Seen {
  const spots = serious.map((finding, at) =>
    asLines.has(keys[at] ?? "") ? places.spot(rowOf(finding)) : spotOf(places, finding),
  );
  const covered = isCovered();
  return {
    spots,
    inView: keys.filter((_, at) => !covered && spots[at]?.inView === true),
  };
}

/** The place on the paper, else the line in the side panel. */
const spotOf = (places: Places, finding: Finding): Spot | null =>
  places.spot(finding.path, { start: finding.offset, end: finding.offset + finding.length }) ??
  places.spot(rowOf(finding));

function outOfView(
  { spots, inView }: Seen,
  serious: readonly Finding[],
  keys: readonly string[],
  sightings: { has: (key: string) => boolean },
): OutOfView | null {
  const out = keys.flatMap((key, at) => (sightings.has(key) || inView.includes(key) ? [] : [at]));
  const [first] = out;
  const next = first === undefined ? undefined : serious[first];
  if (first === undefined || next === undefined) return null;
  const spot = spots[first];
  const way = spot?.onPaper === true ? (spot.isAbove ? "up" : "down") : "side";
  return { count: out.length, next, way };
}

const ticksOf = (spots: readonly (Spot | null)[]): number[] => [
  ...new Set(spots.flatMap((spot) => (typeof spot?.along === "number" ? [spot.along] : []))),
];
