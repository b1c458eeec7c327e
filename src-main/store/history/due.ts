// Which items a person's rules want forgotten now.
import { BREAK } from "../../../src-shared/filter/columns.ts";
import { foldValue } from "../../../src-shared/filter/text.ts";
import type { DueItem, RetentionRule } from "../../services/historyPorts.ts";
import type { Database } from "../sql.ts";
import { rowsOnce } from "./sql.ts";

/** `forgotten` in the table: nothing, the media, all. */
const NOTHING = 0;
const MEDIA = 1;

/** The first word of the column: the server's id, whatever it was called at that time. */
const ASKER = "substr(server, 2, instr(substr(server, 2), char(10)))";

/** At most so many; oldest first. */
export function dueItems(
  index: Database,
  rules: readonly RetentionRule[],
  most: number,
): DueItem[] {
  const due = new Map<string, DueItem>();
  for (const rule of rules) {
    for (const item of dueByRule(index, rule, most)) {
      // All of it goes where one rule wants that.
      if (!item.mediaOnly || !due.has(item.sampleId)) due.set(item.sampleId, item);
    }
  }
  return [...due.values()].slice(0, most);
}

function dueByRule(index: Database, rule: RetentionRule, most: number): DueItem[] {
  const server = serverOf(rule);
  const found: DueItem[] = [];
  const add = (mediaOnly: boolean, sql: string, ...values: (string | number)[]): void => {
    for (const [row] of rowsOnce(index, sql, [...values, most])) {
      found.push({ sampleId: String(row), mediaOnly });
    }
  };
  const id = `(SELECT json_extract(s.row, '$.facts.id') FROM shown s WHERE s.n = item.n)`;
  if (rule.textOnly) {
    const sql = `SELECT ${id} FROM item WHERE ${server.sql} AND ended_ms IS NOT NULL
                 AND forgotten = ${NOTHING} AND (images > 0 OR audio > 0 OR media > 0)
                 ORDER BY order_ms LIMIT ?`;
    add(true, sql, ...server.params);
  }
  if (rule.endedBeforeMs !== null) {
    const sql = `SELECT ${id} FROM item WHERE ${server.sql} AND ended_ms < ?
                 AND forgotten <= ${MEDIA} AND stored > 0 ORDER BY order_ms LIMIT ?`;
    add(false, sql, ...server.params, rule.endedBeforeMs);
  }
  if (rule.bytesMost !== null) {
    const sql = `SELECT ${id} FROM (
                   SELECT n, order_ms, ended_ms, sum(stored) OVER (PARTITION BY ${ASKER} ORDER BY order_ms DESC, n DESC) AS until
                   FROM item WHERE ${server.sql} AND stored > 0
                 ) item WHERE until > ? AND ended_ms IS NOT NULL ORDER BY order_ms LIMIT ?`;
    add(false, sql, ...server.params, rule.bytesMost);
  }
  return found;
}

function serverOf(rule: RetentionRule): { sql: string; params: string[] } {
  const word = (serverId: string): string => `${BREAK}${foldValue(serverId)}${BREAK}`;
  if (rule.serverId !== null) {
    return { sql: "instr(server, ?) > 0", params: [word(rule.serverId)] };
  }
  const params = (rule.except ?? []).map(word);
  return { sql: ["1", ...params.map(() => "instr(server, ?) = 0")].join(" AND "), params };
}
