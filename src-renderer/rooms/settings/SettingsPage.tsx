// The parts of every page: its title and failure, and settings that the palette can open.
import { useEffect, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import type { Failure } from "#shared/outcome.ts";
import type { SettingId } from "#data/settingIds.ts";
import { useView, view } from "#data/view.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Page, PageBody } from "#kit/layout/Room.tsx";
import { Head, TitleBar } from "#kit/layout/Section.tsx";
import { scrollWithin } from "#kit/scrollWithin.ts";
import { useT } from "#words/index.ts";
import { Label } from "#kit/text/Text.tsx";
import s from "./Settings.module.css";

/**
 * @param lead beside the title: what the page is for
 * @param failure why the last change failed
 * @param bars what must be read first
 */
export function SettingsPage({
  title,
  lead,
  actions,
  failure,
  bars,
  children,
}: {
  title: string;
  lead?: string;
  actions?: ReactNode;
  failure: Failure | null;
  bars?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page label={title}>
      <TitleBar title={title}>
        {lead !== undefined && <span className="xs ink3 cut">{lead}</span>}
        {actions}
      </TitleBar>
      <FailureBar failure={failure} />
      {bars}
      <PageBody>{children}</PageBody>
    </Page>
  );
}

/** Scrolls to the setting when the palette asks for it, and focuses its first control. */
export function useOpenAt<E extends HTMLElement>(id: SettingId): RefObject<E | null> {
  const ref = useRef<E>(null);
  const isAsked = useView((state) => state.settingAt === id);
  useEffect(() => {
    if (!isAsked) return undefined;
    // The palette restores its focus first.
    const timer = setTimeout(() => {
      view.setState({ settingAt: null });
      // What has no box of its own stands where its content does.
      const at = ref.current?.getClientRects().length === 0 ? ref.current.firstElementChild : null;
      scrollWithin(at ?? ref.current, "center");
      ref.current?.querySelector<HTMLElement>("input, button, [tabindex]")?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return ref;
}

/** A setting under its label. */
export function SettingsPart({
  id,
  isRegion = false,
  children,
}: {
  id: SettingId;
  isRegion?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const label = t(id);
  return (
    <section ref={useOpenAt(id)} aria-label={isRegion ? label : undefined}>
      <Label gap={4}>{label}</Label>
      {children}
    </section>
  );
}

/** A setting that brings its own label. */
export function Setting({ id, children }: { id: SettingId; children: ReactNode }) {
  return (
    <div ref={useOpenAt(id)} className={s.setting}>
      {children}
    </div>
  );
}

/** The head of a table or list, which fills the width of the page. */
export function ListHead({ id, children }: { id: SettingId; children?: ReactNode }) {
  const t = useT();
  return (
    <Setting id={id}>
      <Head apart title={t(id)}>
        {children}
      </Head>
    </Setting>
  );
}
