// Asks before a server is started or connected to, showing its full command or address. Enter confirms once the
// decision guard allows it; Escape cancels.
import type { ReactNode } from "react";
import type { Failure } from "#shared/outcome.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { IdentityChange } from "#shared/servers/identity/identity.ts";
import { providedByHost } from "#shared/servers/server.ts";
import type { Endpoint, NamedValue, ServerView } from "#shared/servers/server.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { ChangeSides, MovedSides } from "#request/identity/IdentityChanges.tsx";
import { IdentityFacts } from "#request/identity/IdentityFacts.tsx";
import { thanWords } from "#request/identity/identityWords.ts";
import { Button } from "#kit/controls/Button.tsx";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Columns } from "#kit/layout/Stack.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import { NamedValues } from "./panel/PanelFacts.tsx";
import { shown } from "./panel/stateWords.ts";
import s from "./Servers.module.css";

/**
 * @param more how many are reviewed after this one
 * @param failure why the previous one could not be started
 */
export function ConfirmStart({
  server,
  more,
  failure,
  onStart,
  onRefuse,
  onClose,
}: {
  server: ServerView;
  more: number;
  failure: Failure | null;
  onStart: (token: DecisionToken, hash: string) => void;
  onRefuse: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { state, endpoint, known } = server;
  const hash = state.kind === "needs-confirmation" ? state.hash : "";
  const guard = useDecisionGuard(`${server.id} ${hash}`);
  // Focused from the start, so that Enter confirms; only the guard delays it.
  const first = useFirstFocus<HTMLButtonElement>();
  if (state.kind !== "needs-confirmation" || endpoint.kind === "demo") return null;
  const { files = [], loosened = [] } = state;
  const fromHost = providedByHost(endpoint);
  const kind = endpoint.kind === "stdio" ? "command" : "address";
  const moved = isSame(endpoint, state) ? [] : files.filter((change) => change.kind === "moved");
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(`servers.confirm.title.${kind}`, { name: server.name })}
      intro={t(`servers.confirm.intro.${kind}`)}
      foot={
        <>
          <span className="xs ink3 grow">
            {more > 0 && t("servers.confirm.more", { count: more })}
          </span>
          <Button aria-disabled={!guard.isOn} onClick={() => guard.run(onRefuse)}>
            {t(`servers.confirm.refuse.${kind}`)}
          </Button>
          <Button
            ref={first}
            level="primary"
            keys={KEYS.confirm}
            aria-disabled={!guard.isOn}
            onClick={() => guard.run((token) => onStart(token, state.hash))}
          >
            {t(`servers.confirm.start.${kind}`)}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      {loosened.length > 0 && (
        <Bar tone="warn" title={t("servers.confirm.loosened", { count: loosened.length })} quiet>
          <ul>
            {loosened.map(({ path, value, usual }) => (
              <li key={path}>
                <Quote cut>{`${path}: ${JSON.stringify(value)}`}</Quote>{" "}
                {t("servers.confirm.usually", { usual: JSON.stringify(usual) })}
              </li>
            ))}
          </ul>
        </Bar>
      )}
      {state.changed && <Changed state={state} endpoint={endpoint} moved={moved} />}
      {endpoint.kind === "stdio" ? (
        <WhatStarts now={endpoint} before={state.before} />
      ) : (
        <>
          <Fact label={t("common.address")}>
            <Paper small className={s.boxed} text={endpoint.url} label={t("common.address")} />
          </Fact>
          {endpoint.headers.length + fromHost.length > 0 && (
            <Fact label={t("servers.fact.headers")}>
              <NamedValues values={endpoint.headers} fromHost={fromHost} />
            </Fact>
          )}
        </>
      )}
      {/* The files that the command starts, as they are now; changes first. */}
      {known !== undefined && endpoint.kind === "stdio" && (
        <Fact label={t("identity.confirm.files")}>
          {files
            .filter((change) => !moved.some((one) => one === change))
            .map((change, index) => (
              <Bar
                key={index}
                tone="danger"
                quiet
                title={t(`identity.changed.${change.kind}`, {
                  than: thanWords(t, known.knownAtMs),
                })}
              >
                <ChangeSides change={change} />
              </Bar>
            ))}
          <IdentityFacts identity={known.identity} />
        </Fact>
      )}
    </Dialog>
  );
}

/** Warns about differences from what was confirmed. */
function Changed({
  state,
  endpoint,
  moved,
}: {
  state: Question;
  endpoint: ServerView["endpoint"];
  /** Moved scripts: shown together with the changed command that names them. */
  moved: readonly Extract<IdentityChange, { kind: "moved" }>[];
}) {
  const t = useT();
  const isFiles = (state.files ?? []).length > 0 && isSame(endpoint, state);
  const title =
    moved.length > 0
      ? t("identity.confirm.moved", { count: moved.length })
      : t(isFiles ? "identity.confirm.filesChanged" : "servers.confirm.changed");
  return (
    <Bar tone="warn" title={title} quiet>
      {t("servers.confirm.changedWhy")}
      {state.words !== undefined && <ChangeSides change={state.words} moved={moved} />}
      {state.words === undefined && moved.length > 0 && <MovedSides moved={moved} />}
    </Bar>
  );
}

type Command = Extract<Endpoint<NamedValue>, { kind: "stdio" }>;
type Question = Extract<ServerView["state"], { kind: "needs-confirmation" }>;

/** Whether the command, arguments, folder and environment are as confirmed, so that only the files differ. */
const isSame = (now: ServerView["endpoint"], { before, words }: Question): boolean =>
  now.kind !== "stdio" || (words === undefined && (before === undefined || sameJson(before, now)));

function WhatStarts({ now, before }: { now: Command; before: Command | undefined }) {
  const t = useT();
  return (
    <>
      <Words
        label={t("common.command")}
        now={[now.command]}
        before={before === undefined ? undefined : [before.command]}
      />
      <Words
        label={t("servers.confirm.args", { count: now.args.length })}
        now={now.args}
        before={before?.args}
      />
      <Columns>
        <Fact label={t("common.folder")}>
          <Folder folder={now.cwd} />
          {before !== undefined && before.cwd !== now.cwd && (
            <Before>
              <Folder folder={before.cwd} />
            </Before>
          )}
        </Fact>
        <Fact label={t("servers.fact.environment")}>
          <Environment command={now} />
          {before !== undefined && !sameJson(environmentOf(before), environmentOf(now)) && (
            <Before>
              <Environment command={before} />
            </Before>
          )}
        </Fact>
      </Columns>
    </>
  );
}

/** Words of the command, one per line; changed lines are marked in the gutter. */
function Words({
  label,
  now,
  before,
}: {
  label: string;
  now: readonly string[];
  before: readonly string[] | undefined;
}) {
  const changed = now.flatMap((word, index) =>
    before === undefined || before[index] === word ? [] : [index + 1],
  );
  const t = useT();
  // Screen readers need distinct names for the two regions.
  const labelBefore = `${t("servers.confirm.before")} ${label}`;
  const same = before === undefined || (changed.length === 0 && before.length === now.length);
  return (
    <Fact label={label}>
      {now.length > 0 && (
        <Paper
          small
          className={s.boxed}
          text={now.map(shown).join("\n")}
          label={label}
          marks={{ edited: changed }}
        />
      )}
      {!same && (
        <Before>
          {before.length > 0 && (
            <Paper
              small
              className={s.boxed}
              text={before.map(shown).join("\n")}
              label={labelBefore}
            />
          )}
        </Before>
      )}
    </Fact>
  );
}

function Before({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className={s.before}>
      <Hint below>{t("servers.confirm.before")}</Hint>
      {children}
    </div>
  );
}

function Folder({ folder }: { folder: string | null }) {
  const t = useT();
  return folder === null ? (
    <p className="xs ink3">{t("servers.confirm.noFolder")}</p>
  ) : (
    <Quote cut>{folder}</Quote>
  );
}

const environmentOf = (command: Command) => [command.env, providedByHost(command)];

function Environment({ command }: { command: Command }) {
  const t = useT();
  const fromHost = providedByHost(command);
  return command.env.length + fromHost.length === 0 ? (
    <p className="xs ink3">{t("servers.confirm.noEnvironment")}</p>
  ) : (
    <NamedValues values={command.env} fromHost={fromHost} />
  );
}
