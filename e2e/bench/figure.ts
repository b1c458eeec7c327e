/** One of the figures of `npm run bench`. */
export interface Figure {
  name: string;
  unit: string;
  /** One per run. */
  values: number[];
  /** Which of the values is the figure; the median by default. */
  of?: "median" | "most";
  /** The same of the least program that could do it, measured in the same run. */
  floor?: number[];
  floorIs?: string;
  /** The maximum allowed. */
  aim: number;
}
