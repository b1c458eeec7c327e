// Marks by which models' templates tell who speaks, and headings that play the system: in a text they try to speak for
// somebody else.
import type { Detector, Report } from "./detector.ts";
import { isTalkedAbout } from "./talk.ts";

const TOKEN =
  /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_turn|begin_of_text|start_header_id|end_header_id|eot_id|end|channel|message|start)\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:start|end)_of_turn>|<｜(?:begin▁of▁sentence|User|Assistant|end▁of▁sentence)｜>|\n\n(?:Human|Assistant): /gu;
/** Turns of a conversation that is only written here: one of each side. */
const TURN = /^[ \t]{0,4}(?:user|human|assistant|ai)\s?: (?=\S)/gimu;
const HEADING =
  /^[ \t>*#_-]{0,8}(?:\[|<|\(|【|\{)?(?:\/?system(?: (?:message|prompt|instruction|instructions|override|note|notice|update|alert|directive))?|developer message|admin(?:istrator)? (?:message|note|override|instruction)|系统(?:消息|指令|提示|通知)|系統(?:消息|指令|提示|通知))(?:\]|>|\)|】|\}|\*\*)?[ \t*]{0,3}[:：\]>】][ \t*]*(?=\S)/gimu;
/** Orders follow; a log line or a list of facts has none. */
const ORDER =
  /\b(?:you|your|must|ignore|disregard|always|never|do not|don't|override|execute|reveal|send|call|new instructions?|from now|respond|reply|answer)\b|你|必须|忽略|执行|不要|请/iu;

export const findControl: Detector = (text, report, { voice }) => {
  if (voice === "system" || voice === "tools") return;
  for (const match of text.matchAll(TOKEN)) {
    const end = match.index + match[0].length;
    const low = isTalkedAbout(text, match.index, end) ? { severity: "low" as const } : {};
    report({
      kind: "role-play",
      start: match.index,
      end,
      detail: "control",
      example: match[0].trim(),
      ...low,
    });
  }
  findTurns(text, report);
  for (const match of text.matchAll(HEADING)) {
    const end = match.index + match[0].length;
    if (!ORDER.test(text.slice(end, end + 200))) continue;
    const low = isTalkedAbout(text, match.index, end) ? { severity: "low" as const } : {};
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

/** A model's own turn in a text, and what is then said to it: a transcript alone is usual, so it weighs little. */
function findTurns(text: string, report: Report): void {
  let own: RegExpExecArray | null = null;
  for (const match of text.matchAll(TURN)) {
    if (/assistant|ai/iu.test(match[0])) own = match;
    else if (own !== null) {
      const end = match.index + match[0].length;
      report({ kind: "role-play", start: own.index, end, severity: "low", detail: "turns" });
      return;
    }
  }
}
