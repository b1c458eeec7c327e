// The difference between any two documents of a request, or between it and another one of its conversation.
import { useMemo, useState } from "react";
import { DiffBlock, ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { IconButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { TrafficIcon } from "#kit/controls/icons.ts";
import { Select } from "#kit/controls/Select.tsx";
import { documentsOf } from "#shared/ledger/documents.ts";
import type { Doc } from "#shared/ledger/documents.ts";
import { valueOf } from "./documents.ts";
import { answerParts, DiffView, requestParts } from "#request/json/DiffView.tsx";
import { useItem } from "./useItem.ts";
import { docTitle } from "../words.ts";
import s from "./Item.module.css";

export interface Pair {
  from: string;
  to: string;
}

/** Prefix for documents of the original request of a replay. */
const FIRST = "first ";

/**
 * The initial pair: the response and the original's, else what was generated, else the received and the approved
 * request.
 * @param again true for a replay of a request that got a response
 */
export function firstPair(docs: readonly Doc[], again = false): Pair {
  const of = (step: Doc["step"]): Doc | undefined => docs.findLast((doc) => doc.step === step);
  const sent = of("sent");
  const from = sent === undefined ? undefined : docs.find((doc) => doc.id === generatedId(sent));
  if (sent !== undefined && again) return { from: `${FIRST}sent`, to: sent.id };
  if (sent !== undefined && from !== undefined) return { from: from.id, to: sent.id };
  return { from: "asked", to: (of("approved") ?? docs.at(-1))?.id ?? "asked" };
}
const generatedId = (sent: Doc): string => `generated-${sent.attempt?.id ?? ""}`;

export function Compare({
  request,
  deleted,
  pair,
  onPair,
}: {
  request: HeldRequest;
  /** Why contents are missing. */
  /** Its content was deleted. */
  deleted: boolean;
  pair: Pair;
  onPair: (pair: Pair) => void;
}) {
  const t = useT();
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [beside, setBeside] = useState(false);
  const { first, waits } = useFirst(request);
  const own = useMemo(() => documentsOf(request, deleted), [request, deleted]);
  const earlier = useMemo(
    () =>
      first === null ? [] : documentsOf(first).map((doc) => ({ ...doc, id: `${FIRST}${doc.id}` })),
    [first],
  );
  const docs = [...own, ...earlier];
  const by = (id: string): Doc | undefined => docs.find((doc) => doc.id === id);
  const [from, to] = [by(pair.from) ?? docs[0], by(pair.to) ?? docs.at(-1)];
  // The original request is still loading.
  if (waits) return null;
  if (from === undefined || to === undefined) return null;
  const titleOf = (doc: Doc): string =>
    first !== null && doc.id.startsWith(FIRST)
      ? t("history.compare.first", { name: docTitle(t, doc, first) })
      : docTitle(t, doc, request);
  const options = docs.map((doc) => ({ value: doc.id, label: titleOf(doc) }));
  return (
    <div className={s.compare}>
      <div className={s.choices}>
        <span className="ink3">−</span>
        <Select
          size="s"
          aria-label={t("history.compare.from")}
          value={from.id}
          options={options}
          onChange={(id) => onPair({ from: id, to: to.id })}
        />
        <IconButton
          icon={TrafficIcon}
          label={t("history.compare.swap")}
          onClick={() => onPair({ from: to.id, to: from.id })}
        />
        <span className="ink3">+</span>
        <Select
          size="s"
          aria-label={t("history.compare.to")}
          value={to.id}
          options={options}
          onChange={(id) => onPair({ from: from.id, to: id })}
        />
        <span className="grow" />
        <Checkbox checked={beside} onChange={setBeside}>
          {t("common.sideBySide")}
        </Checkbox>
      </div>
      <div ref={setBody} className={s.paper} data-scroller="">
        <ScrollerContext value={body}>
          <Difference
            key={`${from.id} ${to.id}`}
            request={request}
            from={from}
            to={to}
            legend={t("history.compare.legend", { from: titleOf(from), to: titleOf(to) })}
            beside={beside}
          />
        </ScrollerContext>
      </div>
    </div>
  );
}

/** The request that this one is a replay of, once loaded; null if there is none, or it is no longer available. */
function useFirst({ reply }: HeldRequest): { first: HeldRequest | null; waits: boolean } {
  const of = reply.kind === "replay" ? reply.of : null;
  const read = useItem(of);
  return { first: read?.item?.request ?? null, waits: of !== null && read === null };
}

function Difference({
  request,
  from,
  to,
  legend,
  beside,
}: {
  request: HeldRequest;
  legend: string;
  from: Doc;
  to: Doc;
  beside: boolean;
}) {
  const t = useT();
  const [a, b] = [from.content, to.content];
  if (a === null || b === null)
    return <p className={s.nothing}>{t("history.forgotten.compare")}</p>;
  const shared = { legend, identity: `${request.id} ${from.id} ${to.id}`, sideBySide: beside };
  if (a.kind === "request" && b.kind === "request") {
    return <DiffView {...shared} parts={requestParts(t, a.document, b.document)} />;
  }
  if (a.kind === "answer" && b.kind === "answer") {
    return <DiffView {...shared} parts={answerParts(t, a.document, b.document)} />;
  }
  return (
    <DiffBlock
      identity={shared.identity}
      original={JSON.stringify(valueOf(a), null, 2)}
      modified={JSON.stringify(valueOf(b), null, 2)}
      language="json"
      sideBySide={beside}
      label={legend}
    />
  );
}
