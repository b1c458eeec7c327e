// Copies a text and confirms it.
import { useEffect, useState } from "react";
import { useT } from "#words/index.ts";
import { IconButton } from "./Button.tsx";
import { CheckIcon, CopyIcon } from "./icons.ts";

const saidForMs = 1500;

/**
 * @param what names what is copied, for the label
 * @param text called on click, since the text may be long
 */
export function CopyButton({ what, text }: { what: string; text: () => string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <IconButton
        icon={copied ? CheckIcon : CopyIcon}
        label={copied ? t("common.copied") : `${t("common.copy")}: ${what}`}
        onClick={copy}
      />
      <span className="sr" role="status">
        {copied ? t("common.copied") : ""}
      </span>
    </>
  );
}
