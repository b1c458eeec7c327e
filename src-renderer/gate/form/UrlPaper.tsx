// The full URL, never shortened, with its registered domain marked.
import { currentLanguage, useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { UrlRequest } from "#shared/kinds/elicitation/request.ts";
import { isLoopback, returnsTo } from "#shared/kinds/elicitation/url.ts";
import type { Address, AddressFault, Letters } from "#shared/kinds/elicitation/url.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Heading } from "#request/document/Heading.tsx";
import { AddressLine } from "./AddressLine.tsx";
import s from "./Elicitation.module.css";

export function UrlPaper({
  request: { message, url },
  address,
  letters,
}: {
  request: UrlRequest;
  address: Address | AddressFault;
  letters: Letters | null;
}) {
  const t = useT();
  return (
    <>
      <Heading>
        <b>{t("common.message")}</b>
      </Heading>
      <Paper text={message} label={t("common.message")} />
      <Heading>
        <b>{t("elicitation.url.label")}</b>
        <span>{t("elicitation.url.complete", { count: url.length })}</span>
        <span className={s.copy}>
          <CopyButton what={t("elicitation.url.label")} text={() => url} />
        </span>
      </Heading>
      <AddressLine url={url} address={address} />
      <div className={s.chrome}>
        {(typeof address === "string" || address.credentials) && (
          <Bar tone="danger" quiet title={t("elicitation.url.unusable")} />
        )}
        {typeof address !== "string" && <Facts address={address} letters={letters} />}
        <p className={s.never}>{t("elicitation.url.never")}</p>
      </div>
    </>
  );
}

/**
 * Warnings about non-Latin or imitating letters in the domain. Above the paper, where a long URL can't push them out
 * of view.
 */
export function LetterBars({ letters: { imitates, odd } }: { letters: Letters }) {
  const t = useT();
  if (imitates === null && odd.length === 0) return null;
  return (
    <Bar
      tone={imitates === null ? "info" : "danger"}
      quiet
      title={imitates === null ? t("elicitation.url.letters") : t("elicitation.url.imitates")}
    >
      {imitates !== null && (
        <>
          {t("elicitation.url.looksLike")} <Quote>{imitates}</Quote>
        </>
      )}
      {odd.map(({ letter, code, script, like }) => (
        <span key={code} className={s.letter}>
          <Quote>{letter}</Quote> {[code, scriptName(script)].filter(Boolean).join(" ")}
          {like !== undefined && notLatin(t, like)}
        </span>
      ))}
    </Bar>
  );
}

const notLatin = (t: T, letter: string): string => t("elicitation.url.not", { letter });

const scriptName = (script: string | undefined): string =>
  script === undefined
    ? ""
    : (new Intl.DisplayNames(currentLanguage(), { type: "script" }).of(script) ?? "");

function Facts({ address, letters }: { address: Address; letters: Letters | null }) {
  const t = useT();
  const { domain, host, encrypted } = address;
  const back = returnsTo(address);
  const readable = letters?.readable ?? null;
  const connection = isLoopback(host) ? "local" : encrypted ? "encrypted" : "notEncrypted";
  return (
    <dl className={s.facts}>
      <dt>{t("elicitation.url.domain")}</dt>
      <dd className="wire">{domain}</dd>
      {readable !== null && readable !== host && (
        <>
          <dt>{t("elicitation.url.shownAs")}</dt>
          <dd className="wire">{readable}</dd>
        </>
      )}
      <dt>{t("common.connection")}</dt>
      <dd className={connection === "notEncrypted" ? "warn" : undefined}>
        {t(`elicitation.url.${connection}`)}
      </dd>
      {back !== null && (
        <>
          <dt>{t("elicitation.url.returns")}</dt>
          <dd className="wire">{back}</dd>
        </>
      )}
    </dl>
  );
}
