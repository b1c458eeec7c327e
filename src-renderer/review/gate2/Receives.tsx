// What the server receives: the exact JSON-RPC message of this answer, indented to read.
import { useDeferredValue, useMemo, useState } from "react";
import { JsonEditor } from "../../editor/index.ts";
import { useT } from "../../i18n/index.ts";
import { mediaRefs } from "../../../src-shared/sampling/document/media.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/controls/CopyButton.tsx";
import { Icon } from "../../ui/controls/Icon.tsx";
import { LockIcon } from "../../ui/controls/icons.ts";
import { Paper } from "../../ui/text/Paper.tsx";
import { size } from "../../ui/text/time.ts";
import { Heading } from "../blocks/Heading.tsx";
import s from "./Receives.module.css";

/** A longer message is laid out by an editor, which draws only what is in view. */
const mostOnPaper = 100_000;
/** A longer message is laid out a moment after the gate has opened, or a key was typed: neither waits for it. */
const mostAtOnce = 4000;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export function Receives({
  message,
  how,
}: {
  message: object | null;
  how: Sample["reply"]["kind"];
}) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const exact = useMemo(() => JSON.stringify(message), [message]);
  const indented = useMemo(() => JSON.stringify(message, null, 2), [message]);
  const late = useDeferredValue(indented, "");
  const shown = indented.length > mostAtOnce ? late : indented;
  const media = useMemo(() => mediaRefs(JSON.parse(exact)).length, [exact]);
  return (
    <section className={s.receives} aria-label={t("review.receives.title")}>
      <Heading
        end={
          <>
            {media === 0 ? size(t, bytesOf(exact)) : t("review.receives.media", { count: media })}
            <CopyButton what={t("review.receives.title")} text={() => exact} />
            <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? "common.hide" : "common.show")}
            </LinkButton>
          </>
        }
      >
        <Icon of={LockIcon} />
        <b>{t("review.receives.title")}</b>
        <span className="cut">{t(`review.receives.${how}`)}</span>
      </Heading>
      {open && (
        <div className={s.body}>
          {shown === "" ? (
            <div className={s.large} />
          ) : shown.length > mostOnPaper ? (
            <div className={s.large}>
              <JsonEditor
                identity="receives"
                value={shown}
                readOnly
                label={t("review.receives.title")}
              />
            </div>
          ) : (
            <Paper small text={shown} label={t("review.receives.title")} />
          )}
        </div>
      )}
    </section>
  );
}
