// The team at this desk: joining and leaving, the connection's state, the team's policy and switch, and what the window
// shows of it all.
import { z } from "zod";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { parse } from "#shared/filter/parse.ts";
import type { Parsed } from "#shared/filter/parse.ts";
import { compile, matcherOf } from "#shared/rules/judge/judge.ts";
import type { Compiled, Matcher } from "#shared/rules/judge/judge.ts";
import { gatesOf } from "#shared/rules/gates.ts";
import type { HeldRequest, RequestId } from "#shared/request/life/heldRequest.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { OfferedModel } from "#shared/team/offered.ts";
import type { Proposed } from "#shared/team/proposal.ts";
import type { Login, SessionId, TeamRequest } from "#shared/team/request.ts";
import type { TeamPolicy } from "#shared/team/policy.ts";
import { noTeam } from "#shared/team/view.ts";
import { teamSettingsSchema } from "#shared/team/settings.ts";
import type { TeamSettings } from "#shared/team/settings.ts";
import type { TeamMark, TeamView } from "#shared/team/view.ts";
import type { Audience } from "../audience.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { MediaStore } from "../core/ports.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import { jsonStore, type JsonStore } from "../profile/jsonFile.ts";
import { LostHolders } from "./lostHolders.ts";
import { proposedOf } from "./proposal.ts";
import { skippedBy } from "./skipped.ts";
import { TeamRequests } from "./teamQueue.ts";
import type { TeamAddress } from "./address.ts";
import { migrateTeam } from "./migrate.ts";
import { TeamStore } from "./store.ts";
import { within } from "../core/within.ts";

/** Secret with the password of the user's login. */
const PASSWORD = "team:password";
/** How long leaving and quitting wait for rows on their way. */
const LAST_MS = 2000;

const fileSchema = z.object({ team: teamSettingsSchema.nullable() });
type TeamFile = z.infer<typeof fileSchema>;

/** `team.json`: where the team's database is, null while the user works alone. It does not contain the password. */
export const openTeamSettings = (file: string): JsonStore<TeamFile> =>
  jsonStore<TeamFile>(file, fileSchema, { team: null });

export interface TeamServiceParts {
  store: JsonStore<TeamFile>;
  secrets: Pick<Secrets, "get" | "set" | "remove">;
  /** The text of a file of certificates. */
  readAuthorities(file: string): Outcome<string, Failure>;
  /** Every request is the team's, whatever its policy says. */
  takesAll: boolean;
  media: Pick<MediaStore, "text">;
  /** The models of this desk for a request, the best first. */
  models: { offered(request: HeldRequest): OfferedModel[] };
  audience: Pick<Audience, "set">;
  fault(failure: Failure): void;
}

export class TeamService {
  readonly #parts: TeamServiceParts;
  readonly requests: TeamRequests;
  readonly faults: Failure[];
  #settings: TeamSettings | null;
  #store: TeamStore | null = null;
  #policy: { compiled: Compiled; twoPeople: Matcher[] } = { compiled: compile([]), twoPeople: [] };
  readonly #lost = new LostHolders(() => void this.requests.endLost());
  readonly #startedAtMs = Date.now();
  #desk: Desk | null = null;

  constructor(parts: TeamServiceParts) {
    this.#parts = parts;
    const { value, faults } = parts.store.load();
    this.#settings = value.team;
    this.faults = faults;
    this.requests = new TeamRequests(
      {
        store: () => (this.#store?.connection().kind === "online" ? this.#store : null),
        offline: () => this.#offline(),
        desk: () => this.#connectedDesk(),
        login: () => this.#login(),
        votesFor: (request) => this.#votesFor(request),
        offered: (request) => parts.models.offered(request),
        skipped: skippedBy(
          (id) => this.#store?.requests().get(id)?.holder.login,
          (login) => parts.fault({ kind: "team-entry-skipped", login }),
        ),
        full: (failure) => parts.fault(failure),
      },
      ({ team }) => (this.#settings === null ? null : team || parts.takesAll ? "team" : "me"),
    );
  }

  /** Joins the team's queue to the desk that was built on it, once, before either is used. */
  connect(desk: Desk): void {
    this.#desk = desk;
  }

  #connectedDesk(): Desk {
    if (this.#desk === null) throw new Error("no desk is connected");
    return this.#desk;
  }

  /** Connects, if the user has joined a team. */
  begin(): void {
    if (this.#settings !== null) this.#connect(this.#settings);
  }

  view(): TeamView {
    const settings = this.#settings;
    const store = this.#store;
    if (settings === null) return noTeam;
    if (store === null) {
      // The file of certificates can no longer be read.
      const failure = { kind: "team-certificate" as const, detail: settings.authorities ?? "" };
      return {
        ...noTeam,
        settings,
        state: { kind: "offline", failure, sinceMs: this.#startedAtMs },
      };
    }
    const state = store.connection();
    const marks: Record<string, TeamMark> = {};
    const session = state.kind === "online" ? state.session : null;
    for (const id of this.requests.heldIds()) marks[id] = ownMark(this.#login());
    for (const [id, request] of store.requests()) {
      if (!this.requests.isTeams(id)) continue;
      const mark = markOf(request, session, this.#login());
      marks[id] = { ...mark, isHeldHere: this.requests.has(id) };
    }
    return {
      settings,
      isPasswordKept: this.#password(settings) !== null,
      state,
      mode: store.mode(),
      requests: marks,
      unreadable: this.requests.unreadable(),
    };
  }

  /** The team's rules for a request of the team, or one that goes there; null for any other. */
  rulesFor(id: RequestId, goesThere: boolean): Compiled | null {
    const isTeams = this.requests.has(id) || (goesThere && this.#settings !== null);
    return isTeams ? this.#policy.compiled : null;
  }

  /** @param password null keeps the stored one */
  async join(given: TeamSettings, password: string | null): Promise<Outcome<null, Failure>> {
    const { settings, inUrl } = withoutPassword(given);
    const secret = password ?? inUrl;
    if (settings.authorities !== null) {
      const read = this.#parts.readAuthorities(settings.authorities);
      if (!read.ok) return read;
    }
    if (secret !== null) {
      const kept = this.#parts.secrets.set(PASSWORD, secret, settings.url);
      if (!kept.ok) return kept;
    }
    const saved = this.#parts.store.save({ team: settings });
    if (!saved.ok) return saved;
    // Another name, password or certificate: this desk stays the one that holds its requests.
    const isSame = this.#settings !== null && placeOf(this.#settings) === placeOf(settings);
    const session = isSame ? (this.#store?.session() ?? null) : null;
    await this.close(session !== null);
    if (!isSame) this.#dropTeam();
    this.#settings = settings;
    this.#connect(settings, session);
    this.#changed();
    return ok(null);
  }

  async leave(): Promise<Outcome<null, Failure>> {
    const saved = this.#parts.store.save({ team: null });
    if (!saved.ok) return saved;
    await this.close();
    this.#settings = null;
    this.#parts.secrets.remove(PASSWORD);
    this.#dropTeam();
    this.#changed();
    return ok(null);
  }

  /** Another team whose policy was never set says nothing of it. */
  #dropTeam(): void {
    this.#usePolicy({ rules: [], twoPeople: [], budgets: [] });
    this.requests.clear();
  }

  async setMode(kind: "running" | "stopped"): Promise<Outcome<null, Failure>> {
    return (await this.#store?.setMode(kind)) ?? fail(this.#offline());
  }

  policy(): Outcome<{ policy: TeamPolicy; version: number }, Failure> {
    return this.#store === null ? fail(this.#offline()) : ok(this.#store.policy());
  }

  async setPolicy(policy: TeamPolicy, version: number): Promise<Outcome<null, Failure>> {
    const broken = policy.twoPeople.find((when) => votesFilter(when).query === null);
    const detail =
      broken ?? policy.rules.find((rule) => parse(rule.when, gatesOf(rule)).query === null)?.when;
    if (detail !== undefined) return fail({ kind: "rule-unusable", rule: detail, detail });
    return (await this.#store?.setPolicy(policy, version)) ?? fail(this.#offline());
  }

  async setUp(): Promise<Outcome<number, Failure>> {
    const settings = this.#settings;
    if (settings === null) return fail(this.#offline());
    const address = this.#address(settings);
    if (!address.ok) return address;
    return migrateTeam(address.value);
  }

  /** Tells the others which request is on screen. */
  look(id: RequestId): void {
    void this.#store?.look(this.requests.isTeams(id) ? [id] : []);
  }

  /** What is proposed for two people to approve; null: nothing. */
  async proposed(id: RequestId): Promise<Outcome<Proposed | null, Failure>> {
    const read = (await this.#store?.proposed(id)) ?? fail(this.#offline());
    if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
    return ok(proposedOf(read.value));
  }

  async medium(id: RequestId, ref: string): Promise<string | null> {
    const read = await this.#store?.medium(id, ref);
    return read?.ok === true ? read.value : null;
  }

  #connect(settings: TeamSettings, session: SessionId | null = null): void {
    const address = this.#address(settings);
    if (!address.ok) return;
    this.#store = new TeamStore({
      address: address.value,
      label: settings.label,
      session: session ?? undefined,
      mediumText: (id, ref) => this.#parts.media.text(id, ref),
      listener: {
        connectionChanged: (now) => {
          this.#changed();
          if (now.kind === "online") this.#online();
          else this.#lost.offline();
        },
        requestsChanged: (ids) => {
          void this.requests.changed(ids).then(() => this.#changed());
          this.#lost.look();
        },
        modeChanged: ({ kind }) => {
          if (kind === "stopped") this.requests.stopRunning();
          else this.requests.sendWaiting();
          this.#changed();
        },
        policyChanged: (policy) => {
          this.#usePolicy(policy);
          void this.requests.changed(this.requests.heldIds());
        },
      },
    });
  }

  /** Lets rows on their way arrive, then ends the session, unless the next connection goes on with it. */
  async close(keepsSession = false): Promise<void> {
    this.#lost.offline();
    const store = this.#store;
    if (store === null) return;
    await within(this.requests.idle(), LAST_MS, undefined);
    this.#store = null;
    await store.close({ keepsSession });
  }

  #online(): void {
    void this.requests.resume().then(() => this.#changed());
    this.#lost.online();
  }

  #usePolicy({ rules, twoPeople }: TeamPolicy): void {
    this.#policy = {
      compiled: compile(rules, this.#policy.compiled),
      twoPeople: twoPeople.map((when) => {
        // Unlike a rule's, of every kind of request.
        const { query } = votesFilter(when);
        // What cannot be read applies to everything: never looser than meant.
        return query === null ? () => true : matcherOf(query);
      }),
    };
  }

  async #votesFor(request: HeldRequest): Promise<1 | 2> {
    const { ruleEngine } = this.#connectedDesk();
    await ruleEngine.whenRuled(request);
    return (await ruleEngine.fitsAny(request, this.#policy.twoPeople)) ? 2 : 1;
  }

  #address(settings: TeamSettings): Outcome<TeamAddress, Failure> {
    const { url, authorities, allowPlain } = settings;
    const read = authorities === null ? ok(null) : this.#parts.readAuthorities(authorities);
    if (!read.ok) return read;
    const password = this.#password(settings);
    return ok({
      url,
      allowPlain,
      password: password ?? undefined,
      authorities: read.value ?? undefined,
    });
  }

  #password({ url }: TeamSettings): string | null {
    return this.#parts.secrets.get(PASSWORD, (address) => address === url);
  }

  #login(): string {
    const state = this.#store?.connection();
    if (state?.kind === "online") return state.login;
    return this.#settings === null ? "" : loginIn(this.#settings.url);
  }

  #changed(): void {
    this.#parts.audience.set("team", () => this.view());
  }

  #offline(): TeamFailure {
    const state = this.#store?.connection();
    return state?.kind === "offline" ? state.failure : { kind: "team-offline", detail: "" };
  }
}

/** What the window shows of a request of the team. @param session this desk's; null while it is offline */
function markOf(
  { holder, lease, present, votesNeeded, proposal }: TeamRequest,
  session: SessionId | null,
  login: Login,
): Omit<TeamMark, "isHeldHere"> {
  return {
    holder: holder.login,
    isHolderAlive: holder.isAlive,
    editor:
      lease === null
        ? null
        : { login: lease.login, isHere: lease.session === session, untilMs: lease.untilMs },
    present: [...new Set(present.map((one) => one.login))].filter((one) => one !== login),
    votesNeeded,
    proposal,
  };
}

/** A request of this desk that the database does not have yet. */
const ownMark = (holder: Login): TeamMark => ({
  holder,
  isHeldHere: true,
  isHolderAlive: true,
  editor: null,
  present: [],
  votesNeeded: 1,
  proposal: null,
});

/** The settings without a password in their address, which is never shown or stored in plain text. */
function withoutPassword(settings: TeamSettings): {
  settings: TeamSettings;
  inUrl: string | null;
} {
  if (!URL.canParse(settings.url)) return { settings, inUrl: null };
  const url = new URL(settings.url);
  if (url.password === "") return { settings, inUrl: null };
  const inUrl = decodeURIComponent(url.password);
  url.password = "";
  return { settings: { ...settings, url: url.href }, inUrl };
}

/** The login and the database, whichever way the connection is secured. */
function placeOf({ url }: TeamSettings): string {
  if (!URL.canParse(url)) return url;
  const place = new URL(url);
  place.searchParams.delete("sslmode");
  return place.href;
}

const loginIn = (url: string): string =>
  URL.canParse(url) ? decodeURIComponent(new URL(url).username) : "";

/** Of a request alone and with each response: a field that only an ended request has would never match. */
const votesFilter = (when: string): Parsed => parse(when, ["response"]);
