// Translates a filter into a condition on the table `item` and a query on the FTS5 table `begun`: all conditions of
// single words become one MATCH, which merges its lists itself. Phrases are found in units of text, which requests share.
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

/** A query of the text index, which selects `n`. */
interface Asked {
  sql: string;
  match: string;
  /** It is for what must not be there. */
  isWithout: boolean;
}

export type Where = SqlCondition & {
  /** All of them, in addition to the condition. */
  texts: Asked[];
  /** Only what belongs to this session or conversation. */
  story?: Pick<Story, "of" | "id">;
  /** The filter that History opens with. */
  isAllEnded?: true;
};

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
  // FTS5 looks for an absent word only beside one that is there.
  const ofWords = parts.filter(isOfWords);
  const absent = ofWords.flatMap((part) => (part.kind === "not" ? [part.of] : []));
  const isWithout = absent.length === ofWords.length;
  const words = matchOf(isWithout ? { kind: "or", of: absent } : { kind: "and", of: ofWords });
  const texts = parts.flatMap((part) => phraseIn(part) ?? []);
  if (words !== null) texts.push({ sql: BEGUN, match: words.match, isWithout });
  const rest = parts.filter(
    (part) => phraseIn(part) === null && (words === null || !isOfWords(part)),
  );
  const condition = toSql(rest.length === 0 ? { kind: "all" } : { kind: "and", of: rest }, {
    nowMs,
    text: holding,
    whole: (part) => {
      const inside = part.kind === "and" || part.kind === "or" ? matchOf(part) : null;
      return inside === null ? null : held(inside);
    },
  });
  return ok({
    ...condition,
    texts,
    ...storyIn(parts),
    ...(text === ALL_ENDED ? { isAllEnded: true } : {}),
  });
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

const inWords = (query: FilterQuery): Words | null =>
  wordsOf(query.kind === "not" ? query.of : query);

/** Whether the condition only concerns single words, possibly negated. */
const isOfWords = (query: FilterQuery): boolean => inWords(query) !== null;

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
const BEGUN = "SELECT rowid AS n FROM begun WHERE begun MATCH ?";
const PHRASE = "SELECT n FROM words JOIN holds ON unit = words.rowid WHERE words MATCH ?";

const held = ({ match }: Words): SqlCondition => ({
  sql: `(item.n IN (${BEGUN}))`,
  params: [match],
});

/** The query of a phrase, possibly negated; null if the condition is none. */
function phraseIn(part: FilterQuery): Asked | null {
  const text = part.kind === "not" ? part.of : part;
  const terms = text.kind === "text" ? textTerms(text.phrase, text.begun) : null;
  if (terms === null || terms.terms.length < 2) return null;
  return { sql: PHRASE, match: ftsQuery(terms), isWithout: part.kind === "not" };
}

/** A text without any word matches nothing. */
function holding(terms: TextTerms): SqlCondition {
  if (terms.terms.length === 0) return { sql: "0", params: [] };
  const word = ofTerms(terms);
  return word === null ? { sql: `(item.n IN (${PHRASE}))`, params: [ftsQuery(terms)] } : held(word);
}
