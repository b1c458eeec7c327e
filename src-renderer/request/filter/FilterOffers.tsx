// The suggestions of a filter field, shown below it: fields with their meaning, and values.
import { useEffect, useRef } from "react";
import { Popover } from "radix-ui";
import type { Completion } from "#shared/filter/complete.ts";
import { useT } from "#words/index.ts";
import { offerWords } from "./filterWords.ts";
import s from "./FilterField.module.css";

/** The focus and the keys stay in the field; rows react to the pointer only. */
export function FilterOffers({
  id,
  container,
  offers,
  active,
  onPoint,
  onAccept,
}: {
  id: string;
  /** The element they are rendered into. */
  container: HTMLElement | null;
  offers: readonly Completion[];
  active: number;
  onPoint: (index: number) => void;
  onAccept: (index: number) => void;
}) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const stay = (event: Event): void => event.preventDefault();
  return (
    <Popover.Portal container={container}>
      <Popover.Content
        ref={list}
        id={`${id}-offers`}
        role="listbox"
        aria-label={t("filter.offers")}
        className={s.offers}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={stay}
        onCloseAutoFocus={stay}
        onEscapeKeyDown={stay}
        onMouseDown={(event) => event.preventDefault()}
      >
        {offers.map((offer, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={offer.insert}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={s.offer}
            onPointerMove={() => onPoint(index)}
            onClick={() => onAccept(index)}
          >
            <span className={`${s.name} wire`}>{offer.insert.trimEnd()}</span>
            <span className={s.means}>{offerWords(t, offer)}</span>
          </div>
        ))}
      </Popover.Content>
    </Popover.Portal>
  );
}
