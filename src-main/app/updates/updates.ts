// Updates of Countersign: looks in the feed if the user wants that, downloads what was signed, and installs it while
// nothing is held.
import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { UpdatesView } from "#shared/contract/updates.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Settings } from "#shared/settings/settings.ts";
import type { Fetch } from "../../models/net/fetch.ts";
import { fetchOffer } from "../../models/local/files/fetchOffer.ts";
import { openRegular } from "../../profile/regularFile.ts";
import { fetchFeed } from "./feed.ts";
import type { Feed, FeedFile, Release } from "./feed.ts";
import type { Installer } from "./installer.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The slowest download that is waited for. */
const DOWNLOAD_MS = 2 * HOUR_MS;

/** Before the version in the name of a downloaded file. */
const PREFIX = ".countersign-update-";

export interface UpdatesParts {
  /** Null: the build has no feed. */
  release: Release | null;
  /** This version. */
  version: string;
  /** Null: this installation can't be replaced by Countersign. */
  installer: Installer | null;
  isLaterStart: boolean;
  /** By the user's proxies and certificates. */
  fetch: Fetch;
  choice(): Settings["updates"];
  /** Requests that somebody waits for, and agents that are connected. */
  held(): { requests: number; agents: number };
  quit(): void;
  changed(): void;
  /** Something that the user should see wherever they are. */
  fault(failure: Failure): void;
  nowMs(): number;
}

export class UpdatesService {
  readonly #parts: UpdatesParts;
  readonly #ending = new AbortController();
  #lookedAtMs: number | null = null;
  #isLooking = false;
  #failure: Failure | null = null;
  #found: Feed | null = null;
  #state: "found" | "downloading" | "ready" = "found";
  #doneBytes = 0;
  /** As it was last seen. */
  #choice: Settings["updates"];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
    this.#choice = parts.choice();
  }

  view(): UpdatesView {
    const { release, installer, isLaterStart } = this.#parts;
    const found = this.#found;
    return {
      host: release?.feed.host ?? null,
      contact: release?.contact ?? null,
      by: installer === null ? "package" : installer.kind === "dmg" ? "user" : "app",
      isLaterStart,
      lookedAtMs: this.#lookedAtMs,
      isLooking: this.#isLooking,
      found: found && {
        version: found.version,
        page: found.page,
        state: this.#state,
        bytes: this.#file?.bytes ?? 0,
        doneBytes: this.#doneBytes,
      },
      failure: this.#failure,
    };
  }

  /** Looks now and once a day, if the user wants that; an hour later what could not be read is tried again. */
  begin(): void {
    clearTimeout(this.#timer);
    const choice = this.#parts.choice();
    if (this.#parts.release === null || choice === "unasked" || choice === "never") return;
    const afterMs = this.#failure !== null ? HOUR_MS : this.#lookedAtMs === null ? 0 : DAY_MS;
    this.#timer = setTimeout(() => void this.look(), afterMs).unref();
  }

  /** The settings have changed. */
  chosen(): void {
    if (this.#parts.choice() === this.#choice) return;
    this.#choice = this.#parts.choice();
    this.begin();
    if (this.#choice === "install") void this.download();
  }

  /** Reads the feed; downloads what is newer if it is to be installed. */
  async look(): Promise<Outcome<null, Failure>> {
    const { release, nowMs, choice } = this.#parts;
    if (release === null || this.#isLooking || this.#state === "downloading") return ok(null);
    this.#isLooking = true;
    this.#fail(null);
    const read = await fetchFeed(release, this.#parts.fetch, this.#ending.signal);
    this.#isLooking = false;
    if (this.#ending.signal.aborted) return ok(null);
    if (read.ok) {
      this.#lookedAtMs = nowMs();
      await this.#take(read.value);
      if (choice() === "install" && this.#state === "found") await this.download();
    } else this.#fail(read.failure);
    this.begin();
    return ok(null);
  }

  async #take(feed: Feed): Promise<void> {
    const order = compareVersions(feed.version, this.#parts.version);
    this.#found = order > 0 ? feed : null;
    this.#state = "found";
    this.#doneBytes = 0;
    await this.#sweep();
    const file = this.#file;
    // Downloaded before this start.
    if (file !== undefined && (await sumOf(this.#place)) === file.sha256) this.#state = "ready";
    this.#fail(order < 0 ? { kind: "update-refused", why: "older", detail: feed.version } : null);
  }

  /** Deletes earlier downloads; a part of the version that was found is continued. */
  async #sweep(): Promise<void> {
    const folder = this.#parts.installer?.folder;
    if (folder === undefined) return;
    const keep = path.basename(this.#place);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(PREFIX) || (this.#found !== null && name.startsWith(keep))) continue;
      await rm(path.join(folder, name), { force: true });
    }
  }

  /** Downloads the version that was found. */
  async download(): Promise<Outcome<null, Failure>> {
    const file = this.#file;
    if (file === undefined || this.#state !== "found") return ok(null);
    this.#state = "downloading";
    this.#fail(null);
    const place = this.#place;
    const got = await fetchOffer(
      { file: path.basename(place), bytes: file.bytes, sha256: file.sha256, transfer: file },
      path.dirname(place),
      {
        received: (bytes) => {
          this.#doneBytes = bytes;
          this.#parts.changed();
        },
        checking: () => undefined,
      },
      AbortSignal.any([this.#ending.signal, AbortSignal.timeout(DOWNLOAD_MS)]),
      this.#parts.fetch,
    );
    this.#state = got.ok ? "ready" : "found";
    this.#fail(got.ok ? null : got.failure);
    return ok(null);
  }

  /** Installs what was downloaded, quits and starts again. */
  async restart(): Promise<Outcome<null, Failure>> {
    if (this.#state !== "ready") return fail({ kind: "stale" });
    const held = this.#parts.held();
    if (held.requests + held.agents > 0) return fail({ kind: "update-waits", ...held });
    const installed = await this.install(true);
    if (!installed.ok) return installed;
    this.#parts.quit();
    return ok(null);
  }

  /** Whether `install` may follow, asked when the app begins to quit. */
  mayInstall(): boolean {
    const { installer, choice, held } = this.#parts;
    const { requests, agents } = held();
    // A disk image is opened for the user.
    const isWanted = choice() === "install" && installer?.kind !== "dmg";
    return this.#state === "ready" && isWanted && requests + agents === 0;
  }

  /** Installs what was downloaded, if it is still what was signed; the app has to exit then. Returns its version. */
  async install(startsAgain = false): Promise<Outcome<string, Failure>> {
    const { installer } = this.#parts;
    const version = this.#found?.version ?? "";
    this.#state = "found";
    try {
      if (installer === null || (await sumOf(this.#place)) !== this.#file?.sha256)
        throw new Error("the file was changed");
      installer.install(this.#place, startsAgain);
      return ok(version);
    } catch (error) {
      const detail = String(error).slice(0, 500);
      this.#fail({ kind: "update-not-installed", detail });
      return fail({ kind: "update-not-installed", detail });
    }
  }

  /** Ends a look or a download. */
  close(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
  }

  /** The found version's file for this installation. */
  get #file(): FeedFile | undefined {
    const kind = this.#parts.installer?.kind;
    return this.#found?.files.find((one) => one.kind === kind && one.arch === process.arch);
  }

  get #place(): string {
    const { folder = "", ending = "" } = this.#parts.installer ?? {};
    return path.join(folder, `${PREFIX}${this.#found?.version ?? ""}${ending}`);
  }

  /** What nobody but an attacker brings about is shown in every room. */
  #fail(failure: Failure | null): void {
    this.#failure = failure;
    if (failure?.kind === "update-refused" || failure?.kind === "checksum-mismatch")
      this.#parts.fault(failure);
    this.#parts.changed();
  }
}

/** Of `1.2.3`; what follows a hyphen in this build's own version is ignored. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.replace(/-.*$/, "").split(".").map(Number));
  const at = [0, 1, 2].find((part) => a?.[part] !== b?.[part]) ?? 0;
  return Math.sign((a?.[at] ?? 0) - (b?.[at] ?? 0));
}

/** SHA-256 in hex; null if there is no such file. */
async function sumOf(file: string): Promise<string | null> {
  try {
    const handle = await openRegular(file);
    const hash = createHash("sha256");
    await pipeline(handle.createReadStream(), hash);
    return hash.digest("hex");
  } catch {
    return null;
  }
}
