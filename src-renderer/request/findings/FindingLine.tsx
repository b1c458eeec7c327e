// One line in the list of findings: title, place, reason.
import type { ReactNode } from "react";
import type { T } from "#words/index.ts";
import type { Finding } from "#shared/findings/findings.ts";
import type { Path } from "#shared/request/document/flag.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, CheckIcon, WarnIcon } from "#kit/controls/icons.ts";
import { useElementPlace } from "../document/places.ts";
import s from "./Findings.module.css";

const NOWHERE: Path = ["#nowhere"];

export function FindingLine({
  title,
  place,
  onJump,
  danger = false,
  seen = false,
  at,
  tone,
  children,
}: {
  title: string;
  place: string;
  onJump: () => void;
  danger?: boolean;
  /** The user has seen it on screen. */
  seen?: boolean;
  /** The line's own path, to jump to. */
  at?: Path;
  /** Severity in words, since color alone doesn't convey it. */
  tone?: string;
  children: ReactNode;
}) {
  const line = useElementPlace(at ?? NOWHERE);
  const icon = seen ? CheckIcon : danger ? AttentionIcon : WarnIcon;
  return (
    <div ref={line} className={s.find} tabIndex={-1}>
      <Icon of={icon} className={seen ? "ink2" : danger ? "danger" : "warn"} />
      <b title={tone}>
        {title}
        {tone !== undefined && <span className="sr">, {tone}</span>}
      </b>
      <LinkButton className="cut" onClick={onJump}>
        {place}
      </LinkButton>
      <p>{children}</p>
    </div>
  );
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/** The message that a path is in, or the field's name. */
export function placeWords(t: T, path: Path): string {
  const [first, index] = path;
  if (first === undefined) return t("review.findings.whole");
  if (first === "systemPrompt") return t("common.systemPrompt");
  if (first === "content") {
    return typeof index === "number"
      ? t("review.block.number", { number: index + 1 })
      : t("review.findings.answer");
  }
  if (first === "messages" && typeof index === "number")
    return t("review.messageLabel", { number: index + 1 });
  if (first === "tools" && typeof index === "number")
    return t("review.toolLabel", { number: index + 1 });
  // A field, by its name, which the sender has chosen: one that could pass for other words isn't shown.
  const name = String(first === "completion" ? (path[2] ?? first) : first);
  return PLAIN_NAME.test(name) ? name : t("review.findings.whole");
}

export const findingPlace = (t: T, { path, line, length }: Finding): string =>
  length === 0 ? placeWords(t, path) : `${placeWords(t, path)} · ${t("common.line", { line })}`;
