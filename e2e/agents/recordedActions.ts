// What a profile's ledger says about actions, read beside a running app or after it.
import path from "node:path";
import Libsql from "libsql";

interface RecordedAction {
  agent: string;
  callId: string;
  event: string;
  tool: string;
  session: string;
  /** Kinds of its rows, in order. */
  rows: string[];
}

const idIn = (value: unknown): string => String((value as { id: unknown }).id);

/** Every action that was received, in order. */
export function recordedActions(profile: string): RecordedAction[] {
  const database = new Libsql(path.join(profile, "ledger.db"), { readonly: true, timeout: 5000 });
  try {
    const all = (select: string, ...values: string[]): unknown[][] =>
      database
        .prepare(select)
        .raw()
        .all(...values) as unknown[][];
    const received = all(
      `SELECT event.sample, content.body FROM event JOIN content ON content.commitment = event.content
       WHERE event.kind = 'received' ORDER BY event.seq`,
    );
    return received.flatMap(([request, body]): RecordedAction[] => {
      const { asked } = JSON.parse(String(body)) as { asked?: Record<string, unknown> };
      if (asked?.["agent"] === undefined) return [];
      const rows = all("SELECT kind FROM event WHERE sample = ? ORDER BY seq", String(request));
      return [
        {
          agent: idIn(asked["agent"]),
          callId: String(asked["callId"]),
          event: String(asked["event"]),
          tool: String(asked["tool"]),
          session: idIn(asked["session"]),
          rows: rows.map(([kind]) => String(kind)),
        },
      ];
    });
  } finally {
    database.close();
  }
}
