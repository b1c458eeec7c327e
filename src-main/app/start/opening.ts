// Opens the rooms, then begins what needs them: what cannot be opened ends the app, what cannot begin is told on the desk.
import type { Failure } from "../../../src-shared/outcome.ts";

export interface Opening<R> {
  /** Null where the app ended meanwhile. */
  open(): Promise<R | null>;
  /** They are open, or cannot be. */
  over(): void;
  unopened(error: unknown): void;
  /** One after the other; where one fails the others begin all the same. */
  begin: readonly ((rooms: R) => void)[];
  fault(failure: Failure): void;
}

/** Null where there are no rooms: the app ended meanwhile, or they cannot be opened. */
export async function openThenStart<R>({
  open,
  over,
  unopened,
  begin,
  fault,
}: Opening<R>): Promise<R | null> {
  let rooms: R | null = null;
  try {
    rooms = await open();
  } catch (error) {
    unopened(error);
  }
  over();
  if (rooms === null) return null;
  for (const one of begin) {
    try {
      one(rooms);
    } catch (error) {
      fault({ kind: "internal", detail: error instanceof Error ? error.name : typeof error });
    }
  }
  return rooms;
}
