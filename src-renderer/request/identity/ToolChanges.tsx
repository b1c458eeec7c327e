// Tools whose description has changed since the user accepted it, with the difference side by side.
import { useState } from "react";
import type { ComponentType } from "react";
import { useT } from "#words/index.ts";
import { TOOL_PARTS } from "#shared/servers/identity/toolParts.ts";
import type { ToolChanged, ToolPart } from "#shared/servers/identity/toolParts.ts";
import type { KnownView, ToolDifference } from "#shared/servers/identity/known.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Accept } from "./IdentityChanges.tsx";
import type { OnAccept } from "./IdentityChanges.tsx";
import { thanWords } from "./identityWords.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { useAsked } from "#kit/hooks/useAsked.ts";

/** Shows a difference; the editor's, passed in by callers that may import it. */
export type Diff = ComponentType<{
  identity: string;
  original: string;
  modified: string;
  language: "plaintext" | "json";
  sideBySide: boolean;
  label: string;
}>;

interface Looks {
  onAccept: OnAccept;
  onLook: (tool: string) => Promise<ToolDifference | null>;
  diff: Diff;
}

/** @param led true for the tools whose call led to a request */
export function ToolChanges({
  changed,
  known,
  led = false,
  ...looks
}: Looks & {
  changed: readonly ToolChanged[];
  known: KnownView | undefined;
  led?: boolean;
}) {
  const t = useT();
  const [open, setOpen] = useState<string | null>(null);
  const [first] = changed;
  if (first === undefined) return null;
  const differs = thanWords(t, first.knownAtMs);
  const canSay = known !== undefined && known.tools.changed.length > 0;
  return (
    <>
      <Bar
        tone="danger"
        quiet
        title={
          led
            ? t("identity.led", { than: differs })
            : t("identity.toolsChanged", { count: changed.length, than: differs })
        }
        actions={canSay ? <Accept onAccept={looks.onAccept} hash={known.hash} /> : undefined}
      >
        {changed.slice(0, 20).map(({ name, back }) => (
          <span key={name}>
            <Quote>{name}</Quote>{" "}
            <LinkButton onClick={() => setOpen(name)}>{t("common.show")}</LinkButton>{" "}
            {back === true && t("identity.toolBack")}{" "}
          </span>
        ))}
        {t("identity.rugPull")}
      </Bar>
      {open !== null && <ToolDialog {...looks} name={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function ToolDialog({
  onLook,
  diff,
  name,
  onClose,
}: Looks & {
  name: string;
  onClose: () => void;
}) {
  const t = useT();
  const difference = useAsked(name, () => onLook(name));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("identity.tool.title", { name })}
      intro={t("identity.rugPull")}
      foot={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      {difference !== null && <Parts difference={difference} diff={diff} />}
    </Dialog>
  );
}

function Parts({
  difference: { name, before, now },
  diff: DiffBlock,
}: {
  difference: ToolDifference;
  diff: Diff;
}) {
  const t = useT();
  if (now === null) return <p>{t("identity.tool.notListed")}</p>;
  const shown = TOOL_PARTS.filter((part) =>
    before === null ? now[part] !== undefined : before[part] !== now[part],
  );
  // It has changed back: there is only the current text to show.
  const parts: readonly ToolPart[] = shown.length > 0 ? shown : ["description"];
  return (
    <>
      {before === null && <p className="xs ink2">{t("identity.tool.notKept")}</p>}
      {shown.length === 0 && <p className="xs ink2">{t("identity.toolBack")}</p>}
      {parts.map((part) => {
        const label = t(`identity.tool.${part === "title" ? "title_part" : part}`);
        return (
          <section key={part}>
            <h3 className="xs ink2">{label}</h3>
            <DiffBlock
              identity={`${name} ${part}`}
              original={before?.[part] ?? ""}
              modified={now[part] ?? ""}
              language={part === "title" || part === "description" ? "plaintext" : "json"}
              sideBySide
              label={label}
            />
          </section>
        );
      })}
    </>
  );
}
