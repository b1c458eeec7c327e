// Who hears of what changes in main: the window (ipc/push.ts), or the log of a run without one (headless/open.ts).
import type { Replaced, SentChange } from "#shared/contract/pushes.ts";

export interface Audience {
  /** Something has changed. */
  push(change: SentChange): void;
  /** As `push`, but read when it is sent, and replaced by a later one of this key. */
  pushLatest(key: string, read: () => SentChange | null): void;
  /** A whole view has changed; read when it is sent. */
  set<Key extends keyof Replaced>(key: Key, read: () => Replaced[Key]): void;
}
