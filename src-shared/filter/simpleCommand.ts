// Reads a command line that is one simple command: a program and its words. Shells differ, and an exact parser of one
// would pass what another reads differently, so this knows only what they all read alike, and says no to the rest.

/** Bounds of a command that is read, in UTF-16 units and words. */
const MOST = { characters: 1000, words: 50 };

/**
 * No variable, pattern, brace, tilde, comment, operator, escape or history. A leading `=` is a path in zsh. cmd replaces
 * `%` before it looks for quotes and operators.
 */
const BARE = "[\\w./:@+,-][\\w./:@+,=-]*";
/**
 * Within quotes, backslashes and `!` mean something in fish, csh and bash; single quotes are none in cmd. After the quote
 * the word ends.
 */
const QUOTED = "'[^'\\\\!&|<>^%]*'|\"[^\"\\\\!$`%]*\"";
const WORD = new RegExp(`(?:(${BARE}=)?(${QUOTED})|(${BARE}))(?: +|$)`, "y");
const PLAIN = new RegExp(`^${BARE}$`);
/** A program's name or path: no assignment, option, job or quotes. */
const PROGRAM = /^[\w./][\w./:@+,-]*$/;
/** Spaces and visible ASCII: others look like something else, or separate words in some shells alone. */
const ASCII = /^[ -~]*$/;

/**
 * What begins something else than a program: keywords of bash, zsh, fish and PowerShell, and the shells' own commands, of
 * which many evaluate their words, also quoted ones (`test -v 'a[$(id)]'`). `echo` and `pwd` only print.
 */
const OF_SHELL = new Set(
  `if then else elif fi for foreach while until do done case esac select function in time coproc repeat end begin switch
  break continue return exit logout bye not and or nocorrect noglob eval exec source . .. : alias unalias abbr builtin
  command enable disable trap set unset setopt unsetopt shopt emulate export readonly declare typeset local integer float
  let read readarray mapfile getopts getln printf print test true false cd chdir pushd popd dirs hash rehash unhash zmodload
  autoload functions compgen complete compopt compctl bind bindkey vared zle sched fc r history jobs fg bg wait disown
  suspend kill caller shift times ulimit limit unlimit umask type which whence where help pushln ttyctl zcompile zparseopts
  zstyle zformat zregexparse zsocket ztcp zpty zselect stat log private string math param try catch finally throw process
  filter data class enum using workflow parallel sequence inlinescript dynamicparam iex invoke-expression foreach-object
  where-object`.split(/\s+/),
);

/** The words of a simple command, without their quotes; null where any of it is not known to be one. */
export function wordsOfCommand(text: string): string[] | null {
  if (text.length > MOST.characters || !ASCII.test(text)) return null;
  const line = text.trim();
  const words: string[] = [];
  for (WORD.lastIndex = 0; WORD.lastIndex < line.length;) {
    const match = WORD.exec(line);
    if (match === null || words.length === MOST.words) return null;
    const [, before = "", quoted, bare] = match;
    const isProgram = bare !== undefined && PROGRAM.test(bare) && !OF_SHELL.has(bare.toLowerCase());
    if (words.length === 0 && !isProgram) return null;
    words.push(bare ?? before + (quoted ?? "").slice(1, -1));
  }
  return words.length === 0 ? null : words;
}

/** One text for these words, which no other words have. */
const joined = (words: readonly string[]): string => words.map(shownWord).join(" ");

/** Words with both kinds of quotes are not read, so one of them is free. */
function shownWord(word: string): string {
  if (PLAIN.test(word)) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}

/** The command in the form of `beginningsOfCommand`, or null as there. */
export function plainCommand(text: string): string | null {
  const words = wordsOfCommand(text);
  return words === null ? null : joined(words);
}

/** The whole words that the command begins with, from the first alone to all of them; none where it is not read. */
export function beginningsOfCommand(text: string): string[] {
  const words = wordsOfCommand(text) ?? [];
  return words.map((_, at) => joined(words.slice(0, at + 1)));
}
