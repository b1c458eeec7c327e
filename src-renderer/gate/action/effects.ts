// What a command names, read word by word: programs that use the network, git, deletion, paths outside of the folder. It
// decides nothing: what a shell makes of the command, and what a program does, is not known by its words.

export interface CommandEffects {
  /** Hosts of addresses, or the programs that use the network where none is named. */
  network: string[];
  /** Subcommands of git that change or send something. */
  git: string[];
  /** Programs and words that delete. */
  deletes: string[];
  /** Paths that lead out of the folder. */
  outside: string[];
  /** Programs that run others as an administrator. */
  admin: string[];
  /** Programs, and parts of the shell, that start what is not written as a program here. */
  starts: string[];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const NETWORK = words(
  `curl wget ssh scp sftp rsync ftp telnet nc ncat netcat socat ping dig nslookup host http https aria2c gh glab aws gcloud az
  kubectl helm docker podman terraform npm npx pnpm yarn bun bunx pip pip3 pipx uv uvx poetry cargo go gem brew apt apt-get dnf
  yum pacman apk Invoke-WebRequest Invoke-RestMethod iwr irm`,
);
const GIT_NETWORK = words("push pull fetch clone ls-remote submodule");
const GIT = words(
  `push pull fetch clone commit merge rebase reset revert checkout switch restore clean stash cherry-pick tag am apply rm mv
  branch remote config filter-branch gc submodule worktree`,
);
const DELETES = words(
  "rm rmdir unlink shred srm del erase rd truncate dd mkfs Remove-Item -delete --delete -exec",
);
const ADMIN = words("sudo doas su pkexec runas");
const STARTS = words(
  `eval exec source sh bash zsh dash fish ksh pwsh powershell cmd python python3 node deno ruby perl php lua osascript xargs
  env nohup parallel make just iex Invoke-Expression`,
);

/** Where words of programs, options and paths begin and end, also within quotes and substitutions. */
const BETWEEN = /[\s;|&()<>`"'{}=,$]+/;
const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@"']*@)?([^\s/:"'?#`$()|;&<>]+)[^\s"'`$()|;&<>]*/gi;

/** `file:///etc` is a path. */
const FILE = /^file:\/\//i;

const nameOf = (word: string): string => word.slice(word.lastIndexOf("/") + 1);
const known = (all: readonly string[], of: ReadonlySet<string>): string[] => [
  ...new Set(all.map(nameOf).filter((name) => of.has(name))),
];

/** @param folder absolute, or null where the agent does not say it */
export function effectsOf(command: string, folder: string | null): CommandEffects {
  const hosts = [...command.matchAll(ADDRESS)].map(([, host = ""]) => host);
  const all = command.replaceAll(ADDRESS, " ").split(BETWEEN).filter(Boolean);
  const git = all.flatMap((word, at) => (nameOf(word) === "git" ? subcommand(all, at) : []));
  const programs = [
    ...known(all, NETWORK),
    ...git.filter((name) => GIT_NETWORK.has(name)).map((name) => `git ${name}`),
  ];
  const [made] = command.match(/`|\$\(|<\(/) ?? [];
  return {
    network: [...new Set(hosts.length > 0 ? hosts : programs)],
    git: [...new Set(git.filter((name) => GIT.has(name)))],
    deletes: [...known(all, DELETES), ...(git.includes("clean") ? ["git clean"] : [])],
    outside: [...new Set(all.filter((word) => leadsOut(word, folder)))],
    admin: known(all, ADMIN),
    starts: [...known(all, STARTS), ...(made === undefined ? [] : [made])],
  };
}

/** Options of git before its subcommand, some with a word of their own. */
function subcommand(all: readonly string[], git: number): string[] {
  for (let at = git + 1; at < all.length; at += 1) {
    const word = all[at] ?? "";
    if (word === "-C" || word === "-c") at += 1;
    else if (!word.startsWith("-")) return [word];
  }
  return [];
}

/** Names a place outside of the folder, as far as its letters tell. */
function leadsOut(named: string, folder: string | null): boolean {
  const word = named.replace(FILE, "");
  if (word === "/dev/null") return false;
  if (/^~|^[A-Za-z]:[\\/]|^\\\\/.test(word)) return true;
  if (word.split(/[\\/]/).includes("..")) return true;
  if (!word.startsWith("/")) return false;
  return folder === null || !isInside(word, folder);
}

/** @param folder without a slash at its end, as resolved */
export const isInside = (path: string, folder: string): boolean =>
  path === folder ||
  path.startsWith(/[\\/]$/.test(folder) ? folder : `${folder}/`) ||
  path.startsWith(`${folder}\\`);
