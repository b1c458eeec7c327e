// What a server offers, how it is started or reached, what it reports about itself and asked for.
import { Fragment, useState } from "react";
import { MASK, whereOf } from "#shared/servers/config/masking.ts";
import { isEncrypted } from "#shared/servers/encryption.ts";
import { providedByHost } from "#shared/servers/server.ts";
import type { EraChoice, NamedValue, Pong, ServerView } from "#shared/servers/server.ts";
import { currentLanguage, useT } from "#words/index.ts";
import { openWorkbench, send } from "#data/commands.ts";
import { identityActions } from "#data/identityActions.ts";
import { Accept } from "#request/identity/IdentityChanges.tsx";
import { IdentityFacts } from "#request/identity/IdentityFacts.tsx";
import { day } from "#request/identity/identityWords.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { KeyIcon, LockIcon, WarnIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { decimal, timeOfDay } from "#kit/text/time.ts";
import { Fact } from "#kit/layout/Section.tsx";
import { commandLine, namedValues } from "./stateWords.ts";
import s from "./Panel.module.css";

/** The server's capabilities and protocol version. */
export function Abilities({ server }: { server: ServerView }) {
  const t = useT();
  const { negotiated } = server;
  if (negotiated === undefined) return null;
  return (
    <Fact label={t("servers.fact.offers")}>
      <p className="xs">
        {t("common.countTools", { count: server.tools.length })} ·{" "}
        {t("servers.fact.prompts", { count: server.prompts.length })} ·{" "}
        {t("servers.fact.resources", { count: server.resources.length })}{" "}
        <LinkButton onClick={() => openWorkbench(server)}>{t("servers.runTool")}</LinkButton>
      </p>
      <p className="xs">
        {t("common.protocolVersion")} <Quote>{negotiated.protocolVersion}</Quote>
      </p>
    </Fact>
  );
}

/** Command or address, with environment or headers. */
export function EndpointFact({ server }: { server: ServerView }) {
  const t = useT();
  const { endpoint, confirmedAtMs } = server;
  const values = namedValues(endpoint);
  const fromHost = providedByHost(endpoint);
  const isEncryptedUrl = "url" in endpoint ? isEncrypted(endpoint.url) : null;
  return (
    <>
      {server.source === "run" && <p className="xs ink2">{t("servers.fact.thisRun")}</p>}
      {endpoint.kind === "demo" && (
        <Fact label={t("common.command")}>
          <p className="xs ink2">{t("servers.fact.demo")}</p>
        </Fact>
      )}
      {endpoint.kind === "stdio" && (
        <Fact label={t("common.command")}>
          <Whole
            text={commandLine(endpoint)}
            masked={whereOf(endpoint)}
            label={t("common.command")}
          />
          {confirmedAtMs !== undefined && (
            <Hint below>{t("servers.fact.confirmed", { date: shortDate(confirmedAtMs) })}</Hint>
          )}
        </Fact>
      )}
      {endpoint.kind === "stdio" && endpoint.cwd !== null && (
        <Fact label={t("common.folder")}>
          <Quote cut>{endpoint.cwd}</Quote>
        </Fact>
      )}
      {"url" in endpoint && (
        <Fact label={t("common.address")}>
          <Whole text={endpoint.url} masked={whereOf(endpoint)} label={t("common.address")} />
          <Hint below>
            {isEncryptedUrl === false ? (
              <span className="warn">
                <Icon of={WarnIcon} /> {t("servers.fact.notEncrypted")}
              </span>
            ) : isEncryptedUrl === true ? (
              <span>
                <Icon of={LockIcon} /> {t("servers.fact.encrypted")}
              </span>
            ) : (
              t("servers.fact.loopback")
            )}
          </Hint>
        </Fact>
      )}
      {values.length + fromHost.length > 0 && (
        <Fact label={t(`servers.fact.${endpoint.kind === "stdio" ? "environment" : "headers"}`)}>
          <NamedValues values={values} fromHost={fromHost} />
        </Fact>
      )}
    </>
  );
}

/** What the server reports about itself, and its response times. */
export function ReportedFacts({ server }: { server: ServerView }) {
  const t = useT();
  const { negotiated } = server;
  const capabilities = Object.keys(negotiated?.capabilities ?? {});
  return (
    <>
      <Claims server={server} />
      <Fact label={t("servers.column.asked")}>
        <p className="xs">{t("servers.fact.asked", { count: server.asked })}</p>
      </Fact>
      {negotiated !== undefined && (
        <Fact label={t("servers.fact.capabilities")}>
          {capabilities.length === 0 ? (
            <p className="xs ink3">{t("servers.fact.noCapabilities")}</p>
          ) : (
            <Row as="p" gap={4} wrap={4} small>
              {capabilities.map((name) => (
                <Quote key={name}>{name}</Quote>
              ))}
            </Row>
          )}
        </Fact>
      )}
      {server.state.kind === "connected" && <PingFact server={server} />}
      {negotiated?.instructions !== undefined && negotiated.instructions !== "" && (
        <Fact label={t("servers.fact.instructions")}>
          <Paper
            small
            className={s.boxed}
            text={negotiated.instructions}
            label={t("servers.fact.instructions")}
          />
          <Hint below>{t("servers.fact.instructionsUse")}</Hint>
        </Fact>
      )}
    </>
  );
}

/** Masked values are revealed on demand, as somebody may be looking over the user's shoulder. */
function Whole({ text, masked, label }: { text: string; masked: string; label: string }) {
  const t = useT();
  const [revealed, setRevealed] = useState(false);
  return (
    <>
      <Paper small className={s.boxed} text={revealed ? text : masked} label={label} />
      {masked.includes(MASK) && (
        <LinkButton onClick={() => setRevealed(!revealed)}>
          {t(`servers.fact.${revealed ? "mask" : "reveal"}`)}
        </LinkButton>
      )}
    </>
  );
}

/**
 * Names with values; for a secret only where it is stored.
 * @param fromHost names of variables or headers that hosts hand over
 */
export function NamedValues({
  values,
  fromHost,
}: {
  values: readonly NamedValue[];
  fromHost?: readonly string[];
}) {
  const t = useT();
  return (
    <dl className={s.pairs}>
      {values.map((value) => (
        <Fragment key={value.name}>
          <dt className="wire" title={value.name}>
            <Visible text={value.name} />
          </dt>
          {value.secret ? (
            <dd className={value.present ? "ink2" : "warn"}>
              <Icon of={value.present ? KeyIcon : WarnIcon} />
              {value.present ? t("servers.fact.inKeyStore") : t("servers.fact.secretMissing")}
            </dd>
          ) : (
            <dd>
              <Quote bare cut>
                {value.value}
              </Quote>
            </dd>
          )}
        </Fragment>
      ))}
      {fromHost?.map((name) => (
        <Fragment key={`host ${name}`}>
          <dt className="wire" title={name}>
            <Visible text={name} />
          </dt>
          <dd className="ink2">{t("servers.fact.fromHost")}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export function ProtocolSelect({
  value,
  onChange,
}: {
  value: EraChoice;
  onChange: (value: EraChoice) => void;
}) {
  const t = useT();
  return (
    <Select
      aria-label={t("common.protocolVersion")}
      value={value}
      onChange={onChange}
      options={(["auto", "legacy", "modern"] as const).map((one) => ({
        value: one,
        label: t(`servers.era.${one}`),
      }))}
    />
  );
}

function Claims({ server }: { server: ServerView }) {
  const t = useT();
  const claims = server.negotiated?.claims;
  return (
    <Fact label={t("servers.fact.callsItself")}>
      {claims === undefined ? (
        <p className="xs ink3">
          {server.state.kind === "failed"
            ? t("servers.fact.noNameFailed")
            : t("servers.fact.noName")}
        </p>
      ) : (
        <Row as="p" gap={4} wrap={4} small>
          <Quote cut>{claims.title ?? claims.name}</Quote>
          {claims.title !== undefined && <Quote cut>{claims.name}</Quote>}
          {claims.version !== undefined && <Quote cut>{claims.version}</Quote>}
        </Row>
      )}
    </Fact>
  );
}

/** Formats like `3 Nov 2026`, in the user's language. */
function shortDate(atMs: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(atMs);
}

/** Shows nothing when no folder is shared and none was asked for. */
export function RootsFact({ server }: { server: ServerView }) {
  const t = useT();
  const { rootsAsked, policy } = server;
  if (rootsAsked === undefined) {
    if (policy.roots.length === 0) return null;
    return (
      <Fact label={t("upkeep.roots.title")}>
        <p className="xs">{t("upkeep.roots.notAsked")}</p>
      </Fact>
    );
  }
  const { times, lastAtMs, told } = rootsAsked;
  return (
    <Fact label={t("upkeep.roots.title")}>
      <p className="xs">
        {t("upkeep.roots.asked", { count: times, at: timeOfDay(lastAtMs) })}{" "}
        {told === null && t("upkeep.roots.none")}
      </p>
      {told !== null && (
        <Row as="p" gap={4} wrap={4} small>
          {told.map(({ uri, name }) => (
            <Quote key={uri} cut>
              {name === undefined ? uri : `${name} ${uri}`}
            </Quote>
          ))}
        </Row>
      )}
    </Fact>
  );
}

type Trip = { kind: "idle" | "going" } | { kind: "back"; pong: Pong; atMs: number };

function PingFact({ server }: { server: ServerView }) {
  const t = useT();
  const [trip, setTrip] = useState<Trip>({ kind: "idle" });
  const { failure, tell, clear } = useAction();
  const ping = async (): Promise<void> => {
    setTrip({ kind: "going" });
    clear();
    const result = await send("servers.ping", server.id);
    setTrip(result.ok ? { kind: "back", pong: result.value, atMs: Date.now() } : { kind: "idle" });
    tell(result);
  };
  return (
    <Fact label={t("upkeep.ping.title")}>
      <p className="xs">
        <span role="status">
          {trip.kind === "going" && t("upkeep.ping.going")}
          {trip.kind === "back" &&
            t("upkeep.ping.took", { time: inMs(trip.pong.tookMs), at: timeOfDay(trip.atMs) })}
          {trip.kind === "back" &&
            trip.pong.method === "server/discover" &&
            ` ${t("upkeep.ping.discover")}`}
        </span>{" "}
        <LinkButton disabled={trip.kind === "going"} onClick={() => void ping()}>
          {t("upkeep.ping.action")}
        </LinkButton>
      </p>
      <FailureBar failure={failure} />
    </Fact>
  );
}

/** Always in milliseconds, like `0.8 ms` or `42 ms`. */
const inMs = (tookMs: number): string => `${decimal(tookMs, tookMs < 10 ? 1 : 0)} ms`;

export function IdentityFact({ server: { known, id } }: { server: ServerView }) {
  const t = useT();
  if (known === undefined) return null;
  const { added, gone, changed } = known.tools;
  const news = [
    added.length > 0 ? t("identity.toolsAdded", { count: added.length }) : "",
    gone.length > 0 ? t("identity.toolsGone", { count: gone.length }) : "",
  ].filter((words) => words !== "");
  return (
    <Fact label={t("identity.title")}>
      <IdentityFacts identity={known.identity} renewed={known.renewed} />
      {known.knownAtMs !== undefined && (
        <Hint below>{t("identity.known", { date: day(known.knownAtMs) })}</Hint>
      )}
      {news.length > 0 && (
        <Hint below>
          {news.join(" · ")}{" "}
          {changed.length === 0 && known.changed.length === 0 && (
            <Accept onAccept={identityActions(id).accept} hash={known.hash} />
          )}
        </Hint>
      )}
    </Fact>
  );
}
