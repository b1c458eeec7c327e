// The selected item in the server's words, and a switch between its sides.
import { KEYS } from "#shared/shortcuts.ts";
import { useState } from "react";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { NotEncrypted } from "#request/identity/NotEncrypted.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import type { Item } from "./items.ts";
import s from "./Bench.module.css";

/** The arguments as form or JSON; in a narrow window also the result. */
export type Side = "form" | "json" | "run";

export function BenchHead({
  item,
  side,
  narrow,
  hasForm,
  onSide,
}: {
  item: Item;
  side: Side;
  narrow: boolean;
  hasForm: boolean;
  onSide: (side: Side) => void;
}) {
  const t = useT();
  const [about, setAbout] = useState(false);
  const form = { value: "form" as const, label: t("common.form"), keys: KEYS.form };
  const json = { value: "json" as const, label: t("common.json"), keys: KEYS.formJson };
  const result = { value: "run" as const, label: t("workbench.run.run") };
  return (
    <header className={s.head}>
      <h2 className="cut" title={item.server.name}>
        {item.server.name}
      </h2>
      <NotEncrypted endpoint={item.server.endpoint} brief={narrow} />
      <Quote cut className={s.called}>
        {item.label}
      </Quote>
      {item.description !== undefined && !narrow && (
        <>
          <span className="xs ink2">{t("workbench.saysOfItself")}</span>
          <Quote cut>{item.description}</Quote>
        </>
      )}
      <LinkButton className="xs" onClick={() => setAbout(true)}>
        {t("common.details")}
      </LinkButton>
      <span className="grow" />
      <Segmented<Side>
        label={t("workbench.form.view")}
        value={side}
        onChange={onSide}
        options={[...(hasForm ? [form] : []), json, ...(narrow ? [result] : [])]}
      />
      {about && <About item={item} onClose={() => setAbout(false)} />}
    </header>
  );
}

/** Everything that the server says about the item. */
function About({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open wide onClose={onClose} title={t("workbench.about.title")}>
      <p className="ink2">
        {item.server.name} · {t(`workbench.kind.${item.kind}`)} <Quote>{item.name}</Quote>
      </p>
      {item.description !== undefined && (
        <Paper
          small
          className={s.about}
          text={item.description}
          label={t("workbench.about.description")}
        />
      )}
      <p className="xs ink2">{t("workbench.about.schema")}</p>
      <Paper
        small
        className={s.about}
        text={JSON.stringify(item.schema, null, 2)}
        label={t("workbench.about.schema")}
      />
    </Dialog>
  );
}
