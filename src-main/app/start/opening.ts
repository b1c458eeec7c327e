// Opens the features, then runs the steps that need them. If opening fails the app quits; a failed step is shown to the
// user.
import type { Failure } from "#shared/outcome.ts";

export interface Opening<R> {
  /** Null when the app quit meanwhile. */
  open(): Promise<R | null>;
  /** The features are open, or opening failed. */
  over(): void;
  unopened(error: unknown): void;
  /** Run in order; one that fails does not stop the others. */
  begin: readonly ((features: R) => void)[];
  fault(failure: Failure): void;
}

/** Null when the features could not be opened or the app quit meanwhile. */
export async function openThenStart<R>({
  open,
  over,
  unopened,
  begin,
  fault,
}: Opening<R>): Promise<R | null> {
  let features: R | null = null;
  try {
    features = await open();
  } catch (error) {
    unopened(error);
  }
  over();
  if (features === null) return null;
  for (const one of begin) {
    try {
      one(features);
    } catch (error) {
      fault({ kind: "internal", detail: error instanceof Error ? error.name : typeof error });
    }
  }
  return features;
}
