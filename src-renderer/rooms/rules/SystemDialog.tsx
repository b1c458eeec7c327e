// Edits the replacement of a system prompt: the text to match, the new text, and their difference.
import { useState } from "react";
import { CodeBlock, DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { SectionHeading } from "#kit/layout/Section.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { Panel } from "#kit/layout/Stack.tsx";

interface Replacement {
  from: string;
  to: string;
}

export function SystemDialog({
  system,
  onDone,
  onClose,
}: {
  system: Replacement;
  onDone: (system: Replacement) => void;
  onClose: () => void;
}) {
  const t = useT();
  const narrow = useNarrow();
  const [from, setFrom] = useState(system.from);
  const [to, setTo] = useState(system.to);
  const [first] = useState(system.from);
  return (
    <Dialog
      open
      full
      onClose={onClose}
      title={t("rules.system.title")}
      intro={t("rules.system.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={from === to} onClick={() => onDone({ from, to })}>
            {t("rules.system.take")}
          </Button>
        </>
      }
    >
      <Panel as="section">
        <SectionHeading>{t("rules.system.from")}</SectionHeading>
        <CodeBlock
          identity="rule system from"
          value={first}
          language="markdown"
          label={t("rules.system.from")}
          onChange={setFrom}
          start="now"
        />
      </Panel>
      <Panel as="section">
        <SectionHeading>{t("rules.system.to")}</SectionHeading>
        <DiffBlock
          identity="rule system"
          original={from}
          modified={to}
          language="markdown"
          label={t("rules.system.to")}
          sideBySide={!narrow}
          onChange={setTo}
        />
      </Panel>
    </Dialog>
  );
}
