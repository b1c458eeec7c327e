// What a lock file accepts, and how what is there now differs from it. Types only.

/** By thing, such as `server notes`; each with its fields. */
export type Accepted = Record<string, Record<string, string>>;

/** `field` empty: the whole thing is new or gone. `null`: it was, or is, not there. */
export interface Difference {
  what: string;
  field: string;
  before: string | null;
  now: string | null;
}
