// The output of the commands that need no window, in English only, as that of `countersign verify`.
import type { LedgerTrouble } from "#shared/ledger/trouble.ts";
import type { ConfigFailure, Failure } from "#shared/outcome.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { RuleFault } from "#shared/rules/fault.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { ProfileFault } from "../profile/profileFolder.ts";
import { teamWords } from "../history/verify/words.ts";
import type { Accepted, Difference } from "./config/accepted.ts";
import type { RequestOutcome } from "./outcomes.ts";

export const USAGE = `countersign [COMMAND]

Without a command the window opens. These need no window:
  serve   holds the requests of servers and programs; only your rules decide
  run     runs a command, decides its requests the same way, and writes a report; of an agent
          (claude, codex exec, opencode, qwen), also what it does with its own tools
  accept  shows and accepts what serve and run use: rules, servers, programs, providers, agents
  rules   check FILE | try FILE [--ledger FILE]
  export  LEDGER FILE [--without-contents]; LEDGER is ledger.db or a team's postgres://…
  verify  FILE [--key KEY] [--head SEQ:HASH] [--json]

countersign accept --policy RULES [--servers FILE] [--lock FILE] [--secrets FILE]
                   [--actions WHICH] [-- AGENT …]
countersign serve  --policy RULES --servers FILE [--lock FILE] [--profile DIR] [--port N]
                   [--store postgres://…]
                   [--key FILE] [--secrets FILE] [--fixtures DIR]
countersign run    --policy RULES [--servers FILE] [--lock FILE] [--profile DIR] [--key FILE]
                   [--secrets FILE] [--fixtures DIR] [--junit FILE] [--actions WHICH]
                   -- COMMAND [ARGUMENT …]

  --policy    rules, in the format of the app's rules.json
  --servers   mcpServers, and programs, providers and limits
  --lock      what was accepted (countersign.lock beside the rules)
  --profile   the folder of the ledger; run: without it, a temporary one that is removed
  --key       the key that protects the ledger's signing key, mode 0600 (serve.key in the profile)
  --secrets   lines NAME=value for \${NAME} in --servers, mode 0600; otherwise from the environment
  --store     the database of a team: what no rule decides waits there instead of being refused
  --fixtures  a folder of responses from files, for the requests that they match
  --junit     where to write the report
  --actions   of an agent: changes (commands, edits and the like; the rest passes) or everything

Exit code of serve: 0 ended by SIGTERM or SIGINT. Of run: that of the command, or 3 if it was 0 and
a request was refused. 2: the command line or a file is wrong, or something differs from the lock.
`;

const detailOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

function configFailure(failure: ConfigFailure): string {
  switch (failure.kind) {
    case "config-not-json":
      return `line ${failure.line}, column ${failure.column}: not JSON (${failure.detail})`;
    case "config-bad-server":
      return `server ${failure.server}: ${failure.path} ${failure.detail}`.trimEnd();
    case "config-no-servers":
      return "no servers";
    case "config-not-read":
      return `no program reads it; ${failure.program} reads ${failure.reads}`;
    case "config-not-found":
    case "config-unreadable":
      return failure.kind;
  }
}

function ruleFault(file: string, line: number, column: number, fault: RuleFault["fault"]): string {
  const path = "path" in fault ? ` ${fault.path}` : "";
  const detail = "detail" in fault ? ` ${fault.detail}` : "";
  return `${file}:${line}:${column}: ${fault.kind}${path}${detail}`;
}

function profileFault(folder: string, fault: ProfileFault): string {
  switch (fault.kind) {
    case "in-use":
      return `Another countersign is using ${folder}.`;
    case "other-owner":
      return `${folder} belongs to another user (uid ${fault.uid}).`;
    case "writable":
      return WORDS.writable(folder, fault.mode);
    case "unusable":
      return `${folder} cannot be used: ${fault.detail}`;
  }
}

export const WORDS = {
  unreadable: (file: string, error: unknown) => `${file} cannot be read: ${detailOf(error)}`,
  notWritten: (file: string) => `${file} cannot be written.`,
  notPrivate: (file: string, mode: number) =>
    `${file} has mode ${mode.toString(8).padStart(4, "0")}: others could read it. Set mode 0600.`,
  writable: (file: string, mode: number) =>
    `${file} has mode ${mode.toString(8).padStart(4, "0")}: others could change it. Run chmod go-w on it.`,
  othersFile: (file: string) => `${file} belongs to another user.`,
  noKey: (file: string) => `${file} holds no key: 64 hexadecimal digits.`,
  notSet: (name: string, where: string) => `The variable ${name} is not set (${where}).`,
  badSecretLine: (file: string, line: number) => `${file}:${line}: not NAME=value`,
  inFile: (file: string, detail: string) => `${file}: ${detail}`,
  fieldTwice: (name: string) => `the field ${plain(name)} occurs twice in one object`,
  unknownField: (name: string) => `the field ${plain(name)} is not known`,
  twice: (name: string) => `the name ${name} is used twice`,
  oneToken: (name: string) => `program ${name}: name either tokenEnv or tokenHash`,
  shortToken: (name: string, least: number) =>
    `The token in ${name} is shorter than ${least} characters.`,
  configFailure,
  ruleFault,
  whichFolder: (server: string, word: string) =>
    `Server ${server}: "${word}" depends on the folder of the host. Give its whole path, or the server's "cwd".`,
  notFound: (server: string, word: string) =>
    `Server ${server}: "${word}" cannot be found or read, so nobody can accept it.`,
  noAgent: (command: string) =>
    `${plain(command)} is no agent whose hooks can lead here. Name programs of agents after --, such as claude.`,
  noRunHooks: (agent: string) =>
    `${agent} has no known way to set hooks for one run alone. Set it up in the app's Agents instead.`,
  notFoundAgent: (command: string) =>
    `${plain(command)} cannot be found or read, so nobody can accept it.`,
  refusedOption: (agent: string, option: string) =>
    `${agent} is not started: ${plain(option)} would switch its hooks off, or replace those of this run.`,
  takenPlace: (name: string) =>
    `The agent is not started: the hooks of this run would stand in place of ${name}.`,
  codexExec: () => "Of Codex only codex exec can be run here.",
  codexUntrusted: () =>
    "Codex is not started: it does not say that it would run the hooks of this run.",
  agentUnheard: (agent: string) =>
    `No event of ${agent} has come, so it is not known whether its hooks work. If it used tools, nothing held them.`,
  agentChanged: (agent: string, what: readonly string[]) =>
    `The hooks of ${agent} were changed during the run: ${what.join(", ")}.`,
  badActions: (actions: string, all: readonly string[]) =>
    `--actions ${plain(actions)}: ${all.join(" or ")}`,
  ruleHolds: (file: string, rule: string, holds: string) =>
    `${file}: rule ${rule} holds for "${holds}". Without a window a rule holds always or until a date.`,
  noLock: (file: string) => `${file} is not a lock file. Make one with countersign accept.`,
  lockMissing: (file: string) =>
    `Nothing was accepted yet: ${file} does not exist. Run countersign accept first.`,
  differs: (lock: string, all: readonly Difference[]) =>
    [`This differs from what ${lock} accepts:`, ...all.map(difference)].join("\n"),
  changed: (server: string) =>
    `${plain(server)} is not started: it has changed since it was accepted. Review it with countersign accept.`,
  accepted: (lock: string) => `Accepted. Written to ${lock}`,
  othersProfile: (folder: string) =>
    `${folder} is neither empty nor a profile of countersign serve. The app's profile cannot be used here.`,
  profileFault,
  ledgerFails: ({ reason, detail, unrecorded }: LedgerTrouble) =>
    `The ledger cannot be used (${reason}): ${plain(detail)}. Nothing is approved; requests get not_recorded.${unrecorded === 0 ? "" : ` ${unrecorded} rows wait to be written.`}`,
  ledgerWorks: () => "The ledger works again.",
  notOpened: (folder: string) => `${folder} cannot be opened.`,
  portTaken: (port: number) => `Port ${port} is taken by another program.`,
  budget: (use: BudgetUse, server: string | null) =>
    `${server ?? "all"}: ${use.used} of ${use.limit} ${use.unit} per ${use.window} used`,
  unknownOption: (detail: string) => `${detail}\n\n${USAGE}`,
  missing: (option: string) => `--${option} is missing.\n\n${USAGE}`,
  badPort: (port: string) => `--port ${port}: a number from 0 to 65535`,
  signs: (key: string, file: string) => `Signs the ledger with ${key}, protected by ${file}`,
  unsigned: () => "The ledger is not signed: its signing key cannot be kept.",
  serving: (profile: string, hostConfig: string, address: string) =>
    `Serving. Ledger in ${profile}, config for hosts in ${hostConfig}, programs at ${address}`,
  teamOnline: (login: string, roles: readonly string[]) =>
    `Team: online as ${plain(login)} (${roles.join(", ")}). What no rule decides waits for it.`,
  teamOffline: (failure: TeamFailure) => `Team: ${plain(teamWords(failure))}`,
  onlyStricter: (count: number) =>
    `Team: ${count} of your rules would allow. They cannot: the rules of a team decide, and yours can only be stricter.`,
  notReviewer: (login: string) =>
    `Team: the login ${plain(login)} is no reviewer, so it cannot receive requests.`,
  ending: () => "Ending.",
  fault: (failure: Failure) =>
    `fault ${failure.kind}${"file" in failure ? ` ${failure.file}` : ""}${"why" in failure ? ` ${failure.why}` : ""}${"login" in failure ? ` ${plain(failure.login)}` : ""}`,
  ended,
  notStarted: (command: string, error: unknown) =>
    `${command} cannot be started: ${detailOf(error)}`,
  total: (allowed: number, refused: number, rest: number) =>
    `${allowed} allowed, ${refused} refused, ${rest} not delivered or cancelled`,
  rulesFine: (file: string, count: number) => `${file}: ${count} rules, no error`,
} as const;

/** One line about an ended request. Names come from the config, and a tool's name from its server: made harmless. */
function ended(outcome: RequestOutcome): string {
  const { requester, kind, call, result, by, reason, heldBack, count } = outcome;
  const more = [
    ...(call === null ? [] : [`in ${plain(call)}`]),
    ...(by === null ? [] : [`by ${plain(by)}`]),
    ...(reason === null ? [] : [`(${reason})`]),
    ...(heldBack === null ? [] : [`held back: ${plain(heldBack)}`]),
    ...(count === 1 ? [] : [`× ${count}`]),
  ];
  return [plain(requester), kind, result, ...more].join(" ");
}

/** One line, without control characters that a terminal would obey. */
export const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "·").slice(0, 300);

function difference({ what, field, before, now }: Difference): string {
  if (field === "") return `  ${plain(what)}: ${before === null ? "was not accepted" : "is gone"}`;
  const of = field === "digest" ? "something not shown here" : plain(field);
  const values = field === "digest" ? "" : `: ${plain(before ?? "none")} → ${plain(now ?? "none")}`;
  return `  ${plain(what)}: ${of} has changed${values}`;
}

/** What is accepted, thing by thing. */
export const acceptedWords = (accepted: Accepted): string =>
  Object.entries(accepted)
    .map(([what, fields]) =>
      [
        plain(what),
        ...Object.entries(fields)
          .filter(([name, value]) => name !== "digest" && value !== "")
          .map(([name, value]) => `  ${plain(name)}: ${plain(value)}`),
      ].join("\n"),
    )
    .join("\n");
