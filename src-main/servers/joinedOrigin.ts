// The open calls of several connections to one server as one origin: certain only where a single call is open.
import type { Origin } from "#shared/request/life/heldRequest.ts";

export function joinedOrigin(origins: readonly (Origin | undefined)[]): Origin {
  const calls = origins.flatMap((origin) =>
    origin?.kind === "certain" ? [origin.call] : origin?.kind === "ambiguous" ? origin.calls : [],
  );
  const [only, another] = calls;
  if (only === undefined) return { kind: "none" };
  return another === undefined
    ? { kind: "certain", call: only, counted: true }
    : { kind: "ambiguous", calls };
}
