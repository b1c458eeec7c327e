// Dry run: what a rule would have decided about past requests, contradictions with the user's decisions first; and the
// prompt that offers it before a rule is turned on for the first time.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useRef, useState } from "react";
import { DRY_RUN_MOST } from "#shared/contract/rules.ts";
import type { DryRun, DryRunItem } from "#shared/contract/rules.ts";
import { useT } from "#words/index.ts";
import { useDrafts } from "#data/drafts.ts";
import type { RuleFormValues } from "#data/drafts.ts";
import { useMirror } from "#data/mirror.ts";
import { openHistoryItem } from "#data/view.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { PlayIcon, WarnIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { changesWords, heldWords } from "#request/ruleWords.ts";
import { dayTime, decimal, elapsed } from "#kit/text/time.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { sameValues } from "#kit/form/form.tsx";
import { ruleForm } from "./ruleForm.ts";
import type { Asked } from "./useRuleActions.ts";
import type { RuleRow } from "./rows.ts";
import { tryRule } from "./tryRule.ts";
import { Hint } from "#kit/text/Text.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import d from "./DryRun.module.css";
import s from "./Rules.module.css";
import { scrollWithin } from "#kit/scrollWithin.ts";
import { useAction } from "#kit/hooks/useAction.ts";

/** Rows shown at once; a button shows more. */
const STEP = 50;

export function DryRunSection({
  row,
  typed,
  locked,
}: {
  row: RuleRow;
  typed: RuleFormValues;
  locked: boolean;
}) {
  const t = useT();
  const total = useMirror((state) => state.history.total);
  const isRunning = useDrafts((state) => state.trying === row.key);
  const tried = useDrafts((state) => state.dryRuns[row.key]);
  const { failure, tell, clear } = useAction();
  const section = useShownOnce(row.key, isRunning ? undefined : tried?.run);
  // Reads with time 0, as an expired rule can still be tried.
  const now = ruleForm(t, row.rule?.id ?? "new", () => 0).safeParse(typed).data;
  const run = async (): Promise<void> => {
    clear();
    tell(await tryRule(t, row.key));
  };
  return (
    <section ref={section} className={d.tried} aria-label={t("common.dryRun")}>
      <div className={d.triedHead}>
        <h2>{t("common.dryRun")}</h2>
        <span className="grow" />
        <Button
          size="s"
          icon={PlayIcon}
          keys={KEYS.tryRule}
          disabled={now === undefined || locked || total === 0}
          onClick={() => void run()}
        >
          {t("rules.dry.try", { count: Math.min(DRY_RUN_MOST, total) })}
        </Button>
      </div>
      <FailureBar failure={failure} />
      {total === 0 && <Hint>{t("rules.dry.nothing")}</Hint>}
      {isRunning && <Hint>{t("rules.dry.running")}</Hint>}
      {tried !== undefined && !isRunning && (
        <>
          {(now === undefined || !sameValues(tried.of, now)) && (
            <p className={d.older}>{t("rules.dry.older")}</p>
          )}
          <Results run={tried.run} />
        </>
      )}
    </section>
  );
}

export function DryRunPrompt({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useT();
  const total = useMirror((state) => state.history.total);
  const first = useFirstFocus<HTMLButtonElement>();
  const save = (on: boolean): void => {
    onClose();
    void asked.go(on);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("rules.first.title", { name: asked.name })}
      intro={t("rules.first.text")}
      foot={
        <>
          {asked.canStayOff && (
            <Button level="plain" onClick={() => save(false)}>
              {t("rules.first.off")}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={() => save(true)}>{t("rules.first.on")}</Button>
          <Button
            ref={first}
            level="primary"
            icon={PlayIcon}
            keys={KEYS.confirm}
            disabled={total === 0}
            onClick={() => {
              onClose();
              void tryRule(t, asked.row.key);
            }}
          >
            {t("rules.dry.try", { count: Math.min(DRY_RUN_MOST, total) })}
          </Button>
        </>
      }
    >
      <p className="xs ink2">{t(total === 0 ? "rules.dry.nothing" : "rules.first.what")}</p>
    </Dialog>
  );
}

/** Scrolls a new result into view, as it appears below the form. */
function useShownOnce(key: string, run: DryRun | undefined) {
  const section = useRef<HTMLElement>(null);
  const before = useRef({ key, run });
  useEffect(() => {
    const isNew = before.current.key === key && before.current.run !== run && run !== undefined;
    before.current = { key, run };
    if (isNew) scrollWithin(section.current, "start");
  }, [key, run]);
  return section;
}

function Results({ run }: { run: DryRun }) {
  const t = useT();
  const [shown, setShown] = useState(STEP);
  const matches = run.allowed + run.refused + run.asked;
  // A request may appear once per gate.
  const atBoth = new Set(run.items.map(({ gate }) => gate)).size > 1;
  const rows: [string, number][] = [
    [t("rules.dry.allowed"), run.allowed],
    [t("rules.dry.refused"), run.refused],
    [t("rules.dry.asked"), run.asked],
    [t("rules.dry.held"), run.held],
    [t("rules.dry.changed"), run.changed],
    [t("rules.dry.unjudged"), run.unjudged],
    [t("rules.dry.passedOver"), run.passedOver],
  ];
  return (
    <>
      <p role="status">
        {t("rules.dry.fits", {
          count: matches,
          among: t("rules.dry.among", { count: run.judged }),
        })}{" "}
        <span className="ink3">{elapsed(t, run.tookMs)}</span>
      </p>
      <dl className={d.counts}>
        <div>
          <dt className={run.contradicted > 0 ? d.against : undefined}>
            {run.contradicted > 0 && <Icon of={WarnIcon} />}
            {t("rules.dry.contradicted")}
          </dt>
          <dd className={run.contradicted > 0 ? d.against : undefined}>
            {decimal(run.contradicted)}
          </dd>
        </div>
        {run.overruled > 0 && (
          <div>
            <dt className={d.against}>
              <Icon of={WarnIcon} />
              {t("rules.dry.overruled")}
            </dt>
            <dd className={d.against}>{decimal(run.overruled)}</dd>
          </div>
        )}
        {rows.map(
          ([name, count]) =>
            count > 0 && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{decimal(count)}</dd>
              </div>
            ),
        )}
      </dl>
      <ol className={d.items}>
        {run.items.slice(0, shown).map((item) => (
          <li key={`${item.id} ${item.gate}`}>
            <Item item={item} namesGate={atBoth} />
          </li>
        ))}
      </ol>
      {run.items.length > shown ? (
        <p>
          <LinkButton onClick={() => setShown(shown + STEP)}>
            {t("rules.dry.more", { count: run.items.length - shown })}
          </LinkButton>
        </p>
      ) : (
        run.more > 0 && <Hint>{t("rules.dry.beyond", { count: run.more })}</Hint>
      )}
    </>
  );
}

/** One request; opens it in the history. */
function Item({ item, namesGate }: { item: DryRunItem; namesGate: boolean }) {
  const t = useT();
  const would = t(`rules.dry.would.${item.decide}`);
  const changes = item.changes === undefined ? [] : changesWords(t, item.changes);
  return (
    <button type="button" className={d.item} onClick={() => openHistoryItem(item.id)}>
      <Row as="span" className="nowrap">
        <b className="cut">{item.serverName}</b>
        <span className="ink2">
          {namesGate ? t(`rules.dry.at.${item.gate}`, { would }) : would}
        </span>
        <span className="grow" />
        <span className="ink3">{dayTime(item.receivedAtMs)}</span>
      </Row>
      {changes.length > 0 && <span className="ink2">{changes.join(t("common.comma"))}</span>}
      {item.held !== undefined && <span className="ink2">{heldWords(t, item.held)}</span>}
      {item.against !== undefined && (
        <span className={d.against}>
          <Icon of={WarnIcon} />
          {t(`rules.dry.against.${item.against}`)}
        </span>
      )}
      {item.overrules !== undefined && (
        <span className={d.against}>
          <Icon of={WarnIcon} />
          {t(`rules.dry.overrules.${item.overrules.decided}`, {
            name: item.overrules.rules.join(t("common.comma")),
          })}
        </span>
      )}
      <span className={s.itemSaid}>
        <Quote bare>{item.firstWords}</Quote>
      </span>
    </button>
  );
}
