// Finds commands of an agent that start an agent, or name an agent's settings, hooks or plugins or Countersign's profile:
// by these it could undo its own hook. A finding, not a barrier: a program can do the same without naming it.
import { tableOf } from "../../agents/tables.ts";
import type { Json } from "../../json.ts";
import { actionIn } from "../../request/kinds/action/document.ts";
import type { Path } from "../../request/document/flag.ts";
import { shown } from "../text/detector.ts";
import type { Report } from "../text/detector.ts";

/** Where the command of an action stands in its document; null for every other document. */
export function commandPathOf(document: Json): Path | null {
  const request = actionIn(document);
  if (request === null) return null;
  const action = tableOf(request.agent.id).actionOf(request.tool, request.input);
  return action.kind === "command" ? ["input", ...action.command.at] : null;
}

const AGENT = new Set(["claude", "codex", "opencode", "gemini", "qwen", "copilot", "cursor-agent"]);
const PACKAGE =
  /^(?:@anthropic-ai\/claude-code|@openai\/codex|opencode-ai|@google\/gemini-cli|@qwen-code\/qwen-code|@github\/copilot)(?:@|$)/u;
/** Files of these packages, started by an interpreter. */
const SCRIPT =
  /(?:claude-code|@openai[\\/]codex|opencode-ai|gemini-cli|qwen-code|@github[\\/]copilot)[\\/].*\.[cm]?js$/u;
/** What they run is the first word after their options. */
const RUNS_NEXT = new Set(
  `sudo doas env nohup time timeout exec command builtin xargs nice ionice setsid stdbuf caffeinate then do else if while
  until ! npx bunx pnpx uvx node bun dlx x copilot`.split(/\s+/u),
);
const MANAGER = new Set(["npm", "pnpm", "yarn", "bun", "gh"]);
const RUNS_PACKAGE = new Set(["exec", "x", "dlx", "copilot"]);
const WITH_VALUE = new Set([
  "-u",
  "-g",
  "-s",
  "-k",
  "-I",
  "-n",
  "-L",
  "-P",
  "-C",
  "-p",
  "--package",
]);
const ONLY_ASKS = /^(?:--version|--help|-[vVh]|version|help)$/u;
const SHELL = /^(?:(?:ba|z|da|k|fi)?sh|pwsh|powershell|cmd|su|eval|script)$/u;
const TAKES_TEXT = new Set(["", "cat", "tee", "git", "gh", "cd", "mkdir", "echo"]);
const ASSIGNED = /^\w+\+?=/u;

/** Folders and files of settings, hooks and plugins; folders as a whole, too. */
const SETTINGS = new RegExp(
  [
    String.raw`(?<![\w.-])\.(?:claude|codex|opencode|gemini|qwen|copilot|cursor)(?:/?(?=["'*?;,)\s]|$)|/+(?:settings|hooks?|plugins?|config|policies|rules|[^/\s"']*\.(?:jsonc?|toml)))`,
    String.raw`(?<![\w.-])(?:\.claude|\.mcp)\.json`,
    String.raw`(?<![\w.-])opencode\.jsonc?(?![\w-])`,
    String.raw`(?<![\w-])\.config/opencode(?![\w-])`,
    String.raw`(?<![\w-])\.github/hooks(?![\w-])`,
    String.raw`(?:\.config|\.local/share|application support|roaming|%appdata%|\$xdg_config_home)/+countersign(?![\w-])`,
    String.raw`(?<!\w)(?:claude_config_dir|codex_home|copilot_home|opencode_config(?:_dir|_content)?|countersign_\w+)(?=[=}\s"']|$)`,
    String.raw`(?<!\w)disableallhooks(?!\w)`,
  ].join("|"),
  "iu",
);

interface Word {
  text: string;
  start: number;
  end: number;
  isQuoted: boolean;
}

/** How deep commands within quotes are read. */
const DEPTH = 3;

export function findAgentCommands(command: string, report: Report): void {
  const hit = (start: number, end: number, detail: "starts" | "settings"): void => {
    const example = shown(command.slice(start, end), 200);
    report({ kind: "agent-command", start, end, detail, example });
  };
  const text = withoutTexts(command);
  const search = (from: number, to: number, depth: number): void => {
    for (const words of commandsIn(text, from, to)) {
      const program = startedBy(words);
      const hasShell = words.some((word) => SHELL.test(nameOf(word.text)));
      if (program !== null) hit(program.start, program.end, "starts");
      for (const [at, word] of words.entries()) {
        if (!isMessage(words, at) && SETTINGS.test(word.text.replaceAll("\\", "/"))) {
          hit(word.start, word.end, "settings");
        }
        const before = words[at - 1]?.text ?? "";
        const isRun = /^[-/]\w*c$/iu.test(before) || before === "eval";
        if (isRun && hasShell && depth < DEPTH) {
          const quote = Number(word.isQuoted);
          search(word.start + quote, word.end - quote, depth + 1);
        }
      }
    }
  };
  search(0, command.length, 0);
}

const HEREDOC = /<<-?[ \t]*(["']?)(\w+)\1/u;

/** What `cat` and the like are given between lines is text, if no shell reads it; blank here, so that places stay. */
function withoutTexts(command: string): string {
  let [until, isText] = ["", false];
  const lines = command.split("\n").map((line) => {
    if (until !== "") {
      if (line.trim() === until) until = "";
      return isText ? " ".repeat(line.length) : line;
    }
    const begin = HEREDOC.exec(line);
    if (begin === null) return line;
    until = begin[2] ?? "";
    const programs = commandsIn(line, 0, line.length).map(([word]) => nameOf(word?.text ?? ""));
    isText = programs.every((name) => TAKES_TEXT.has(name));
    return line;
  });
  return lines.join("\n");
}

/** The word by which a command starts an agent; null if it does not. */
function startedBy(words: readonly Word[]): Word | null {
  let skips = false;
  for (const [at, word] of words.entries()) {
    const { text } = word;
    const [name, next] = [nameOf(text), words[at + 1]?.text ?? ""];
    const isOption = at > 0 && /^-./u.test(text);
    if (skips || isOption || ASSIGNED.test(text) || /^[\d.]+[smhd]?$/u.test(text)) {
      skips = isOption && WITH_VALUE.has(text);
      if (!PACKAGE.test(text)) continue;
    }
    if (AGENT.has(name) || PACKAGE.test(text) || SCRIPT.test(text)) {
      const onlyAsks = next !== "" && words.slice(at + 1).every((one) => ONLY_ASKS.test(one.text));
      return onlyAsks ? null : word;
    }
    if (name === "command" && /^-[vV]$/u.test(next)) return null;
    const isManager = MANAGER.has(name) && RUNS_PACKAGE.has(next);
    if (!isManager && !RUNS_NEXT.has(name)) return null;
  }
  return null;
}

/** A program's name without its folder and ending. */
const nameOf = (text: string): string =>
  (/[^\\/]*$/u.exec(text)?.[0] ?? "").toLowerCase().replace(/\.(?:exe|cmd|ps1|bat)$/u, "");

/** The words of a commit or pull request about settings change none. */
const isMessage = (words: readonly Word[], at: number): boolean =>
  /^(?:git|gh)$/u.test(nameOf(words[0]?.text ?? "")) &&
  /^(?:-\w*m|--message|--body|--title|-[bt])$/u.test(words[at - 1]?.text ?? "");

/** The commands of a line, each as its words without quotes. A target of a redirection is a word like others. */
function commandsIn(text: string, from: number, to: number): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  for (let at = from; at < to;) {
    const character = text.charAt(at);
    if (/[;&|\n\r(){}`]/u.test(character)) {
      commands.push(words);
      words = [];
      at += 1;
    } else if (/[\s<>]/u.test(character)) at += 1;
    else {
      const word = wordAt(text, at, to);
      words.push(word);
      at = word.end;
    }
  }
  return [...commands, words];
}

function wordAt(text: string, start: number, to: number): Word {
  let [word, quote, at] = ["", "", start];
  for (; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === "\\" && quote !== "'") {
      at += 1;
      word += text.charAt(at);
    } else if (quote === "" ? /["']/u.test(character) : character === quote) {
      quote = quote === "" ? character : "";
    } else if (quote === "" && /[\s<>;&|(){}`]/u.test(character)) break;
    else word += character;
  }
  const end = Math.min(at, to);
  return { text: word, start, end, isQuoted: /["']/u.test(text.charAt(start)) };
}
