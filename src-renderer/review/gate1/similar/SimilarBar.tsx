// The bar for a request that is nearly the same as one approved a moment ago, and the diff between them.
import type { RequestDocument } from "../../../../src-shared/sampling/document/message.ts";
import { useT } from "../../../i18n/index.ts";
import type { GateView } from "../../../state/view.ts";
import { Bar } from "../../../ui/layout/Bar.tsx";
import { LinkButton } from "../../../ui/controls/Button.tsx";
import { ColumnsIcon } from "../../../ui/controls/icons.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { age } from "../../../ui/text/time.ts";
import { useNow } from "../../../ui/hooks/useNow.ts";
import { alignedParts, DiffView, requestParts } from "../../json/DiffView.tsx";
import type { SimilarApproval } from "./useSimilarApproval.ts";
import s from "./Similar.module.css";

interface Shown {
  view: GateView;
  onView: (view: GateView) => void;
}

/** The differences from a similar request that was approved. */
export function SimilarBar({ alike, view, onView }: Shown & { alike: SimilarApproval }) {
  const t = useT();
  const nowMs = useNow();
  const { likeness, base, setBase } = alike;
  const ago = age(t, nowMs - likeness.approvedAtMs);
  if (likeness.differences === 0) {
    return <Bar tone="info" icon={ColumnsIcon} quiet title={t("fatigue.like.same", { ago })} />;
  }
  const shown = view === "diff" && base === "likeness";
  const show = (): void => {
    setBase("likeness");
    onView("diff");
  };
  return (
    <Bar
      tone="info"
      icon={ColumnsIcon}
      quiet
      title={t("fatigue.like.title", { count: likeness.differences, ago })}
      actions={
        shown ? (
          <LinkButton onClick={() => onView("blocks")}>{t("fatigue.like.whole")}</LinkButton>
        ) : (
          <LinkButton onClick={show}>{t("fatigue.like.show")}</LinkButton>
        )
      }
    >
      {shown && t("fatigue.like.shown")}
      {view !== "diff" && t("fatigue.like.hidden")}
    </Bar>
  );
}

/** The diff against the original request, or against a similar approved one. */
export function Gate1Diff({
  identity,
  asked,
  document,
  alike,
}: {
  identity: string;
  asked: RequestDocument;
  document: RequestDocument;
  alike: SimilarApproval | null;
}) {
  const t = useT();
  const like = alike?.base === "likeness" ? alike.likeness : null;
  const differs = alike !== null && alike.likeness.differences > 0;
  return (
    <>
      {differs && (
        <div className={s.base}>
          <Segmented
            label={t("fatigue.like.base")}
            value={alike.base}
            onChange={alike.setBase}
            options={[
              { value: "likeness", label: t("fatigue.like.against") },
              { value: "asked", label: t("fatigue.like.received") },
            ]}
          />
        </div>
      )}
      {like === null ? (
        <DiffView
          identity={identity}
          parts={requestParts(t, asked, document)}
          legend={t("review.diff.askedEdited")}
        />
      ) : (
        <DiffView
          identity={`${identity}-like`}
          parts={alignedParts(t, like.approved, document)}
          legend={t("fatigue.like.legend")}
        />
      )}
    </>
  );
}
