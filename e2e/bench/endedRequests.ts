// A ledger of many ended requests, made once and kept in .cache: as the ledger itself writes it, with valid hashes.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { LedgerWriter, writeRequest } from "../../src-main/history/index/testing.ts";
import { root } from "../../scripts/setup/paths.mjs";

const WORDS =
  "summarize the following report about climate energy data model server protocol request answer please review " +
  "code function error network user policy budget meeting plan travel city weather price table list compare explain " +
  "translate improve write short long detail risk test build deploy release version file folder path image audio tool";
const CHARACTERS =
  "请简单介绍一下协议的内容和历史以及它在服务器之间如何工作谢谢你帮我写一封邮件关于明天的会议";
const WORD_LIST = WORDS.split(" ");
const BATCH = 5000;
/** When the first one came; each other comes a minute after the one before. */
export const FIRST_MS = 1_700_000_000_000;
/** Raised when what is written changes. */
const MADE = 2;

/** The file with this many requests; made where it does not exist yet. */
export function ledgerOf(requests: number): string {
  const folder = path.join(root, ".cache", "bench-history");
  const file = path.join(folder, `ledger-${MADE}-${requests}.db`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.new`;
  for (const part of ["", "-wal", "-shm"]) rmSync(`${unfinished}${part}`, { force: true });
  const writer = new LedgerWriter(unfinished);
  const random = randomFrom(12_345);
  for (let from = 0; from < requests; from += BATCH) {
    writer.together(() => {
      const end = Math.min(requests, from + BATCH);
      for (let n = from; n < end; n += 1) one(writer, n, random);
    });
  }
  writer.settle();
  writer.close();
  renameSync(unfinished, file);
  return file;
}

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

function one(writer: LedgerWriter, n: number, random: () => number): void {
  const pick = <T>(all: readonly T[], otherwise: T): T =>
    all[Math.floor(random() * all.length)] ?? otherwise;
  const sentence = (words: number): string =>
    Array.from({ length: words }, () => {
      const word = pick(WORD_LIST, "");
      return random() < 0.1 ? `${word}${Math.floor(random() * 5000)}` : word;
    }).join(" ");
  const chinese = Array.from({ length: 80 }, () => pick([...CHARACTERS], "")).join("");
  const kind = random();
  writeRequest(writer, {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    atMs: FIRST_MS + n * 60_000,
    server: pick(["github", "notes", "files", "postgres", "browser"], "notes"),
    tool: pick(["summarize", "search", "plan", null], null),
    text: `${random() < 0.2 ? `${chinese} MCP 协议 ` : ""}${sentence(60 + Math.floor(random() * 80))}`,
    answer: sentence(40 + Math.floor(random() * 100)),
    model: pick(["gpt-5", "claude-opus-4", "claude-sonnet-4", "llama3:8b"], "gpt-5"),
    end: kind < 0.8 ? "replied" : kind < 0.9 ? "rejected" : "cancelled",
  });
}
