// The serious findings of what is decided: which of them were on screen, and the way to the next. Nothing is approved
// before all were.
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import { isSerious } from "../../../src-shared/inspect/tally.ts";
import type { FindingsResult } from "../../state/findings.ts";
import type { Places, Spot } from "../blocks/places.ts";
import { rowOf } from "./findingActions.ts";
import { keysOf, sightingsOf } from "./sightings.ts";

export interface Serious {
  /** How many there are. */
  count: number;
  /** The document is being scanned: nobody knows yet whether there are more. */
  scanning: boolean;
  /** How many have not been on screen yet. */
  unseen: number;
  isSeen: (finding: Finding) => boolean;
  /** Unseen ones that are out of view now; null: none. */
  out: OutOfView | null;
  /** Where they are along the whole paper, from 0 to 1. */
  ticks: readonly number[];
  /** Brings the next one into view; decides nothing. */
  review: () => void;
}

export interface OutOfView {
  count: number;
  next: Finding;
  way: "up" | "down" | "side";
}

/** How often is measured what is in view, while there is a serious finding at all. */
const MEASURE_MS = 100;

interface Seen {
  spots: readonly (Spot | null)[];
  inView: readonly string[];
}

/**
 * @param of names the request or the answer that it is about
 * @param document what was looked through;
 * @param isShown false while the paper shows something else: nothing is seen
 */
export function useSerious(
  of: string,
  document: object,
  isShown: boolean,
  found: FindingsResult,
  places: Places,
  show: (finding: Finding) => void,
): Serious {
  const serious = useMemo(() => found.findings.filter(isSerious), [found.findings]);
  const keys = useMemo(() => keysOf(serious, document), [serious, document]);
  const sightings = sightingsOf(of);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [view, setView] = useState<Pick<Serious, "out" | "ticks">>({ out: null, ticks: [] });
  useEffect(() => {
    setView({ out: null, ticks: [] });
    if (keys.length === 0 || !isShown) return undefined;
    const measure = (): void => {
      const now = seenNow(places, serious, keys);
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
  // As long as nothing changes it is the same object: keys and palette follow it.
  return useMemo(() => {
    const left = serious.filter((_, at) => !sightings.has(keys[at] ?? ""));
    return {
      count: serious.length,
      scanning,
      unseen,
      isSeen: (finding) => !left.includes(finding),
      ...view,
      review: () => {
        const next = view.out?.next ?? left[0];
        if (next !== undefined) showing.current(next);
      },
    };
  }, [serious, keys, sightings, scanning, unseen, view]);
}

/** Nothing is in view of a window that is not, or behind a dialog. */
const isCovered = (): boolean =>
  document.visibilityState !== "visible" || document.querySelector("[role='dialog']") !== null;

function seenNow(places: Places, serious: readonly Finding[], keys: readonly string[]): Seen {
  const spots = serious.map((finding) => spotOf(places, finding));
  const covered = isCovered();
  return {
    spots,
    inView: keys.filter((_, at) => !covered && spots[at]?.inView === true),
  };
}

/** On the paper; of what stands nowhere there, in the list at the side. */
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
