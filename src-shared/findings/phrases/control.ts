// Finds control tokens of chat templates and headings that pose as the system: text that tries to speak for someone
// else.
import type { Check, Report } from "../text/detector.ts";
import { matchesAt } from "../text/scan.ts";
import type { Scan } from "../text/scan.ts";
import { isTalkedAbout } from "../text/talk.ts";

const TOKEN =
  /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_turn|begin_of_text|start_header_id|end_header_id|eot_id|end|channel|message|start)\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:start|end)_of_turn>|<｜(?:begin▁of▁sentence|User|Assistant|end▁of▁sentence)｜>|\n\n(?:Human|Assistant): /uy;
/** A turn of a conversation written into the text. */
const TURN = /^[ \t]{0,4}(?:user|human|assistant|ai)\s?: (?=\S)/imuy;
const HEADING =
  /^[ \t>*#_-]{0,8}(?:\[|<|\(|【|\{)?(?:\/?system(?: (?:message|prompt|instruction|instructions|override|note|notice|update|alert|directive))?|developer message|admin(?:istrator)? (?:message|note|override|instruction)|系统(?:消息|指令|提示|通知)|系統(?:消息|指令|提示|通知))(?:\]|>|\)|】|\}|\*\*)?[ \t*]{0,3}[:：\]>】][ \t*]*(?=\S)/imuy;
/** The same in brackets, where no colon has to follow. */
const BRACKETED =
  /^[ \t>*#_-]{0,8}[[<({【]\/?system[ _-]?(?:message|prompt|instructions?|override|note|notice|update|alert|directive)[\]>)}】](?=\s*\S)/imuy;
/** Wording of an instruction, which must follow a heading; a log line or list of facts has none. */
const ORDER =
  /\b(?:you|your|must|ignore|disregard|always|never|do not|don't|override|execute|reveal|send|call|new instructions?|from now|respond|reply|answer|please)\b|你|必须|忽略|执行|不要|请/iu;

/** The most marks of a text that are checked for being only talked about. */
const TALK_MAX = 500;

export const findControl: Check = (text, report, { voice, scan }) => {
  if (voice === "system" || voice === "tools") return;
  let asked = 0;
  // A text about such marks does not repeat them this often, and the check is expensive.
  const isTalk = (start: number, end: number): boolean =>
    (asked += 1) <= TALK_MAX && isTalkedAbout(text, start, end);
  for (const match of matchesAt(text, TOKEN, scan.at("control-token"))) {
    const end = match.index + match[0].length;
    const low = isTalk(match.index, end) ? { severity: "low" as const } : {};
    report({
      kind: "role-play",
      start: match.index,
      end,
      detail: "control",
      example: match[0].trim(),
      ...low,
    });
  }
  findTurns(text, report, scan);
  for (const match of [
    ...matchesAt(text, HEADING, scan.lines),
    ...matchesAt(text, BRACKETED, scan.lines),
  ]) {
    const end = match.index + match[0].length;
    if (!ORDER.test(text.slice(end, end + 200))) continue;
    const low = isTalk(match.index, end) ? { severity: "low" as const } : {};
    report({
      kind: "role-play",
      start: match.index,
      end,
      detail: "heading",
      example: match[0].trim(),
      ...low,
    });
  }
};

/** Finds a turn of the model followed by one of the user. Low severity, as transcripts are common. */
function findTurns(text: string, report: Report, scan: Scan): void {
  let own: RegExpExecArray | null = null;
  for (const match of matchesAt(text, TURN, scan.lines)) {
    if (/assistant|ai/iu.test(match[0])) own = match;
    else if (own !== null) {
      const end = match.index + match[0].length;
      report({ kind: "role-play", start: own.index, end, severity: "low", detail: "turns" });
      return;
    }
  }
}
