// A list of servers that can be imported, each with a checkbox.
import { whereOf } from "#shared/servers/config/masking.ts";
import { FILLED_BY } from "#shared/servers/config/placeholders.ts";
import type { FoundServer } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { Badge } from "#kit/layout/Badge.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import s from "./Servers.module.css";

/** A server to import; a pasted one has no id. */
export type Offered = Omit<FoundServer, "id"> & { id?: string };

/** @param grouped shows the program and file of each */
export function Offers({
  label,
  offers,
  ticked,
  onTick,
  grouped = false,
}: {
  label: string;
  offers: readonly Offered[];
  ticked: ReadonlySet<Offered>;
  onTick: (offer: Offered, ticked: boolean) => void;
  grouped?: boolean;
}) {
  return (
    <ul className={s.offers} aria-label={label}>
      {offers.map((offer, index) => (
        <Offer
          key={index}
          offer={offer}
          head={grouped && offers[index - 1]?.file !== offer.file}
          ticked={ticked.has(offer)}
          onTick={(next) => onTick(offer, next)}
        />
      ))}
    </ul>
  );
}

function Offer({
  offer,
  head,
  ticked,
  onTick,
}: {
  offer: Offered;
  head: boolean;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}) {
  const t = useT();
  const { endpoint, name } = offer.input;
  const values =
    endpoint.kind === "stdio" ? endpoint.env : endpoint.kind === "demo" ? [] : endpoint.headers;
  const secrets = values.filter((value) => value.secret).length;
  const where = whereOf(endpoint);
  return (
    <>
      {head && (
        <li className={s.group}>
          {offer.program} <bdi className="wire ink3">{offer.file}</bdi>
        </li>
      )}
      <li className={s.offer}>
        <Checkbox checked={ticked} onChange={onTick}>
          <span className="row">
            <b className="cut">{name}</b>
            <span className="xs ink3">{t(`servers.transport.${endpoint.kind}`)}</span>
            {offer.known && <Badge>{t("servers.offer.known")}</Badge>}
          </span>
        </Checkbox>
        <bdi className={`${s.offerWhere} wire`} title={where}>
          <Visible text={where} />
        </bdi>
        {values.length > 0 && (
          <span className={s.offerWhere}>
            {t(`servers.offer.${endpoint.kind === "stdio" ? "environment" : "headers"}`, {
              names: values.map((value) => value.name).join(", "),
            })}
            {secrets > 0 && ` · ${t("servers.offer.secrets", { count: secrets })}`}
          </span>
        )}
        <Notes offer={offer} />
      </li>
    </>
  );
}

function Notes({ offer }: { offer: Offered }) {
  const t = useT();
  const { placeholders, ignored } = offer;
  return (
    <>
      {FILLED_BY.map((filledBy) => {
        const found = placeholders.filter(({ by }) => by === filledBy);
        if (found.length === 0) return null;
        return (
          <span key={filledBy} className={`${s.offerNote} warn`}>
            {t(`servers.offer.placeholders.${filledBy}`)}{" "}
            <Quote cut>{found.map(({ text }) => text).join(", ")}</Quote>
          </span>
        );
      })}
      {ignored.length > 0 && (
        <span className={s.offerNote}>
          {t("servers.offer.ignored")} <Quote cut>{ignored.join(", ")}</Quote>
        </span>
      )}
    </>
  );
}
