// Zoom levels of the window, in percent.

export const ZOOMS = [75, 90, 100, 110, 125, 150, 175, 200] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The next larger or smaller level, if there is one. */
export const zoomed = (now: Zoom, step: 1 | -1): Zoom => ZOOMS[ZOOMS.indexOf(now) + step] ?? now;
