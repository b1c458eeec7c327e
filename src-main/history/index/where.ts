// Translates a filter into a condition on the table `item`: conditions of single words side by side become one MATCH on
// the FTS5 table `begun`, which merges its lists itself. Phrases are found in units of text, which requests share.
import { parse } from "#shared/filter/parse.ts";
import type { FilterFault, FilterQuery } from "#shared/filter/query.ts";
import { ftsQuery, textTerms } from "#shared/filter/text.ts";
import type { TextTerms } from "#shared/filter/text.ts";
import { toSql } from "#shared/filter/toSql.ts";
import type { SqlCondition } from "#shared/filter/toSql.ts";
import { ALL_ENDED } from "#shared/ledger/history.ts";
import type { Story } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import type { Database } from "../../store/sql.ts";
import { BEGINNINGS } from "./indexFile.ts";
import { rowsOf } from "./sql.ts";

/** A condition, which reads the tables of `PIECE` or `WHOLE` too. */
export interface Condition extends SqlCondition {
  /** In addition, requests must be among these, or not. */
  texts: (SqlCondition & { isWithout: boolean })[];
}

export interface Where {
  conditionIn: (index: Database) => Condition;
  /** Only what belongs to this session or conversation. */
  story?: Pick<Story, "of" | "id">;
  /** The filter that History opens with. */
  isAllEnded?: true;
}

/**
 * The ranges of the numbers of the requests of a time, and of the units that these hold: the text indexes seek to them.
 * (They take a range only as integers, and a number that is bound is none.)
 */
export const PIECE = `WITH
  piece AS MATERIALIZED (SELECT min(n) AS low, max(n) AS high FROM item WHERE order_ms >= ? AND order_ms < ?),
  units AS MATERIALIZED (
    SELECT min(unit) AS first, max(unit) AS last, low, high FROM piece CROSS JOIN holds ON n BETWEEN low AND high
  )`;
/** The same for all requests. */
export const WHOLE = `WITH
  piece AS (SELECT 0 AS low, ${Number.MAX_SAFE_INTEGER} AS high),
  units AS (SELECT low AS first, high AS last, low, high FROM piece)`;

/**
 * The deepest nesting of parentheses in one text query. FTS5's parser has a stack of 100 (`fts5YYSTACKDEPTH`) and
 * needs three entries per level, which allows 33; filters may nest 50 deep. Deeper ones are split.
 */
const DEEPEST = 20;

/** The condition, or the errors in the filter with their places. An empty text matches everything. */
export function whereOf(text: string, nowMs: number): Outcome<Where, FilterFault[]> {
  const { query, faults } = parse(text);
  if (query === null) return fail(faults);
  const parts = together(query);
  return ok({
    conditionIn: (index) => conditionOf(parts, index, nowMs),
    ...storyIn(parts),
    ...(text === ALL_ENDED ? { isAllEnded: true } : {}),
  });
}

function conditionOf(parts: readonly FilterQuery[], index: Database, nowMs: number): Condition {
  const words = parts.filter(isOfWords);
  // FTS5 looks for an absent word only beside one that is there.
  const there = matchOf({ kind: "and", of: words });
  const texts = there === null ? [] : [{ ...held(index, there), isWithout: false }];
  const others = there === null ? parts : parts.filter((part) => !words.includes(part));
  const rest: FilterQuery[] = [];
  for (const part of others) {
    const text = heldBy(index, part.kind === "not" ? part.of : part);
    if (text === null) rest.push(part);
    else texts.push({ ...text, isWithout: part.kind === "not" });
  }
  const condition = toSql(rest.length === 0 ? { kind: "all" } : { kind: "and", of: rest }, {
    nowMs,
    // A text without any word matches nothing.
    text: () => ({ sql: "0", params: [] }),
    whole: (part) => {
      const text = heldBy(index, part);
      return text === null ? null : { ...text, sql: `(item.n IN (${text.sql}))` };
    },
  });
  return { ...condition, texts };
}

/** The session or conversation that one of the conjuncts names as a whole. */
function storyIn(parts: readonly FilterQuery[]): Pick<Where, "story"> {
  for (const part of parts) {
    if (part.kind !== "word" || (part.field !== "session" && part.field !== "thread")) continue;
    const [id, ...more] = part.pattern;
    if (typeof id === "string" && more.length === 0) return { story: { of: part.field, id } };
  }
  return {};
}

/** The conjuncts of the filter, with the words of each alternative grouped. */
function together(query: FilterQuery): FilterQuery[] {
  if (query.kind === "and") return query.of.flatMap(together);
  return [query.kind === "or" ? alternatives(query.of) : query];
}

function alternatives(of: readonly FilterQuery[]): FilterQuery {
  const words = of.filter((one) => wordsOf(one) !== null);
  const others = of.filter((one) => wordsOf(one) === null);
  const word: FilterQuery[] = words.length === 0 ? [] : [{ kind: "or", of: words }];
  return { kind: "or", of: [...word, ...others] };
}

/** Whether the condition only concerns single words, possibly negated. */
const isOfWords = (query: FilterQuery): boolean =>
  wordsOf(query.kind === "not" ? query.of : query) !== null;

/** The right side of a MATCH, and the depth of its parentheses. */
interface Words {
  match: string;
  deep: number;
}

/**
 * A MATCH equivalent to the filter (SQLite, "FTS5 Boolean Operators"); null if the filter has conditions other than
 * single words, no positive word, or is nested too deeply.
 */
function wordsOf(query: FilterQuery): Words | null {
  if (query.kind === "text") return ofTerms(textTerms(query.phrase, query.begun));
  if (query.kind === "or") return joined(query.of, "OR");
  if (query.kind !== "and") return null;
  const there = joined(
    query.of.filter(({ kind }) => kind !== "not"),
    "AND",
  );
  const absent = joined(
    query.of.flatMap((part) => (part.kind === "not" ? [part.of] : [])),
    "OR",
  );
  if (there === null || absent === null || there.match === "") return null;
  return absent.match === "" ? there : within([there, absent], "NOT");
}

const ofTerms = (terms: TextTerms): Words | null =>
  terms.terms.length === 1 ? { match: ftsQuery(terms), deep: 1 } : null;

/** The same, or null if it contains no word. */
function matchOf(query: FilterQuery): Words | null {
  const words = wordsOf(query);
  return words === null || words.match === "" ? null : words;
}

/** Null if one of them is not a text condition; an empty match if there are none. */
function joined(of: readonly FilterQuery[], sign: "AND" | "OR"): Words | null {
  const all = of.map(wordsOf);
  const words = all.filter((one) => one !== null);
  if (words.length < all.length) return null;
  return words.length > 1 ? within(words, sign) : (words[0] ?? { match: "", deep: 0 });
}

function within(words: readonly Words[], sign: "AND" | "OR" | "NOT"): Words | null {
  const deep = 1 + Math.max(...words.map((one) => one.deep));
  const match = `(${words.map((one) => one.match).join(` ${sign} `)})`;
  return deep > DEEPEST ? null : { match, deep };
}

/** Holds each word of an item once, and has a prefix index. */
const BEGUN =
  "SELECT begun.rowid AS n FROM piece CROSS JOIN begun WHERE begun MATCH ? AND begun.rowid BETWEEN low AND high";
const PHRASE =
  "SELECT n FROM units CROSS JOIN words CROSS JOIN holds ON unit = words.rowid AND n BETWEEN low AND high " +
  "WHERE words MATCH ? AND words.rowid BETWEEN first AND last";

const held = (index: Database, { match }: Words): SqlCondition => ({
  sql: BEGUN,
  params: [match.replaceAll(/"([^"]+)" \*/g, (_all, word: string) => begunBy(index, word))],
});

/** The numbers of what holds the words or the phrase; null if the condition is none of these. */
function heldBy(index: Database, query: FilterQuery): SqlCondition | null {
  const words = matchOf(query);
  if (words !== null) return held(index, words);
  const terms = query.kind === "text" ? textTerms(query.phrase, query.begun) : null;
  if (terms === null || terms.terms.length === 0) return null;
  return { sql: PHRASE, params: [ftsQuery(terms)] };
}

/** If more characters than this may follow a beginning, FTS5 merges all of its words itself. */
const NEXT_MAX = 64;

/**
 * The words with this beginning: where there is no index of beginnings of this length, by those that are longer by one
 * character, of which there is one up to the longest such index. FTS5 itself would merge the lists of all words.
 */
function begunBy(index: Database, word: string): string {
  const itself = `"${word}" *`;
  const { length } = [...word];
  if (BEGINNINGS.includes(length)) return itself;
  const all: string[] = [];
  for (let from = word; all.length < NEXT_MAX;) {
    const [row] = rowsOf(index, "SELECT term FROM begins WHERE term >= ? LIMIT 1", from);
    const term = String(row?.[0] ?? "");
    if (!term.startsWith(word)) return all.length === 0 ? itself : `(${all.join(" OR ")})`;
    const next = [...term].slice(0, length + 1).join("");
    all.push(term === word ? `"${word}"` : `"${next}" *`);
    from = term === word ? `${word}\u0001` : `${next}\u{10ffff}`;
  }
  return itself;
}
