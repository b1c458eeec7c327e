// Parts of the side panel: sections with a heading, and lists of facts.
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Label } from "../text/Text.tsx";
import type { Gap } from "./Stack.tsx";
import s from "./Section.module.css";

/** @param end shown at the right of the heading (a count, a key) */
export function Section({
  heading,
  end,
  children,
  last = false,
}: {
  heading: ReactNode;
  end?: ReactNode;
  children: ReactNode;
  last?: boolean;
}) {
  return (
    <section className={cx(s.section, last && s.last)}>
      <SectionHeading end={end}>{heading}</SectionHeading>
      {children}
    </section>
  );
}

export function SectionHeading({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <h2 className={s.heading}>
      {children}
      {end !== undefined && <span className={s.end}>{end}</span>}
    </h2>
  );
}

/** A labelled part of a panel or form. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <section className={s.fact}>
      <Label gap={2}>{label}</Label>
      {children}
    </section>
  );
}

/** A list of facts; entries that are undefined or false are skipped, so conditions can be written inline. */
export function FactList({
  rows,
}: {
  rows: readonly (
    | { name: ReactNode; value: ReactNode; tone?: "warn" | "danger" }
    | undefined
    | false
  )[];
}) {
  return (
    <dl className={s.facts}>
      {rows.map((row, index) =>
        row === undefined || row === false ? null : (
          <div key={index} className={s.pair}>
            <dt>{row.name}</dt>
            <dd className={row.tone}>{row.value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/**
 * Names and values in two columns, as wide as the names need.
 *
 * @param gap between lines, in px
 */
export function Pairs({
  gap = 2,
  className,
  children,
}: {
  gap?: Gap;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <dl className={cx(s.pairs, className)} style={{ rowGap: gap }}>
      {children}
    </dl>
  );
}

/** The header of a screen or column, 44 px high: its title, and actions on all of it. */
export function TitleBar({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={s.title}>
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/**
 * The head of a part of a screen, 36 px high: a heading, what is said of it, and actions.
 *
 * @param line another line above
 * @param apart room above it, too
 */
export function Head({
  title,
  line = false,
  apart = false,
  className,
  children,
}: {
  title: ReactNode;
  line?: boolean;
  apart?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <header className={cx(s.head, line && s.line, apart && s.apart, className)}>
      <h2>{title}</h2>
      {children}
    </header>
  );
}
