// Rows for lists as the index has them: JSON, compressed. All have the same names and mostly the same values, so they
// are compressed against a sample, which leaves an eighth of them.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { HistoryRow } from "#shared/ledger/history.ts";
import type { Database } from "../../store/sql.ts";
import { rowsOf } from "./sql.ts";

/** A usual row. What is most frequent is last, where references are shortest. */
export const SAMPLE = Buffer.from(
  '{"facts":{"id":"","kind":"action","serverId":"","serverName":"claude-code","claims":null,"host":null,"program":null,' +
    '"transport":"endpoint","era":"legacy","revision":"2025-11-25","encrypted":null,"origin":"none","method":null,' +
    '"call":null,"thread":null,"turn":null,"reply":"hook","state":"rejected","delivery":null,"gate":1,"reason":null,' +
    '"endedAtMs":1,"waitedMs":1,"verdict":null,"decidedBy":["rule"],"decidedBy1":["rule"],"decidedBy2":[],' +
    '"models":["gpt-5"],"providers":["openai"],"answeredBy":"gpt-5","stopReason":"toolUse","calledTools":[],"calls":[],' +
    '{"facts":{"id":"-4","kind":"sampling","serverId":"srv-","serverName":"","claims":"-server","host":null,' +
    '"program":null,"transport":"stdio","era":"legacy","revision":"2025-11-25","encrypted":null,"origin":"certain",' +
    '"method":"tools/call","call":"","thread":"run-","turn":null,"reply":"pushed","state":"replied","delivery":null,' +
    '"gate":null,"reason":null,"endedAtMs":17,"waitedMs":1,"verdict":null,"decidedBy":["me"],"decidedBy1":["me"],' +
    '"decidedBy2":["me"],"rules":[],"decidingRules":[],"models":["claude-"],"providers":["anthropic"],' +
    '"answeredBy":"claude-","stopReason":"endTurn","calledTools":[],"calls":[],"hasLongCall":false,"inputTokens":1,' +
    '"outputTokens":1,"tokens":1,"costUsd":null,"costAtLeast":false,"attempts":1,"failedAttempts":0,"edited":[],' +
    '"byHand":false,"refined":false,"tookMs":1,"findings":0,"findingKinds":[],"findingSeverities":[],"flags":0,' +
    '"flagCodes":[],"messages":1,"tools":0,"images":0,"audios":0,"resources":0,"toolResults":0,"maxTokens":1000,' +
    '"temperature":null,"system":false,"systemHash":null,"stopSequences":false,"metadata":false,"context":null,' +
    '"readOnly":null,"destructive":null,"agent":[],"action":null,"actionTool":null,"command":null,"path":null,' +
    '"paths":[],"session":null,"sizeBytes":1,"receivedAtMs":17,"more":0,"firstWords":""},"forgotten":null}',
);

/** For texts of a few hundred bytes: a large window takes longer to set up than they take to compress. */
export const SMALL = { level: 3, windowBits: 12, memLevel: 3 };

export const packedRow = (row: HistoryRow): Buffer =>
  deflateRawSync(JSON.stringify(row), { ...SMALL, dictionary: SAMPLE });

const unpacked = (packed: unknown): string =>
  inflateRawSync(packed as Uint8Array, { dictionary: SAMPLE }).toString("utf8");

/**
 * Rows as JSON texts.
 * @param from what is selected from, with `shown` among it
 */
export const shownRows = (index: Database, from: string, ...params: unknown[]): string[] =>
  rowsOf(index, `SELECT shown.row FROM ${from}`, ...params).map(([packed]) => unpacked(packed));

/** The same as objects. They were written by this thread, so they need no validation. */
export const rowsShown = (index: Database, from: string, ...params: unknown[]): HistoryRow[] =>
  shownRows(index, from, ...params).map((row) => JSON.parse(row) as HistoryRow);
