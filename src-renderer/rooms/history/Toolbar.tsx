// The toolbar of the history: search, outcomes, count, and actions on all or several requests.
import { useId } from "react";
import type { RefObject } from "react";
import type { Known } from "#shared/filter/complete.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { FilterFaults } from "#request/filter/FilterFaults.tsx";
import { FilterField } from "#request/filter/FilterField.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { DownloadIcon, MoreIcon, SearchIcon } from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import { TitleBar } from "#kit/layout/Section.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { Select } from "#kit/controls/Select.tsx";
import type { FilterText } from "#request/filter/useFilterText.ts";
import { SavedSearches } from "./SavedSearches.tsx";
import { endings } from "./search.ts";
import type { EndingFilter } from "./search.ts";
import s from "./History.module.css";

export interface ToolbarProps {
  filter: FilterText;
  known: () => Known;
  ending: EndingFilter;
  filterRef: RefObject<HTMLInputElement | null>;
  onEnding: (ending: EndingFilter) => void;
  /** Moves the focus to the list. */
  onList: () => void;
  /** How many requests the actions apply to; "all": everything found. */
  marked: number | "all";
  onClearMarked: () => void;
  onExport: () => void;
  onDelete: (() => void) | null;
  /** Actions on the history as a whole. */
  more: readonly MenuItem[];
}

export function Toolbar(props: ToolbarProps) {
  const t = useT();
  const { filter, ending, marked, onDelete } = props;
  const narrow = useNarrow();
  const faultsId = useId();
  const options = endings.map((value) => ({ value, label: t(`history.endings.${value}`) }));
  return (
    <>
      <TitleBar title={t("common.history")}>
        <FilterField
          ref={props.filterRef}
          className={s.search}
          icon={<Icon of={SearchIcon} />}
          text={filter.text}
          onText={filter.write}
          faults={filter.faults}
          faultsId={faultsId}
          label={t("history.search.label")}
          placeholder={t("history.search.placeholder")}
          known={props.known}
          onLeave={(toList) => {
            filter.leave();
            if (toList) props.onList();
          }}
        />
        <SavedSearches
          text={filter.asked}
          onChoose={(text) => {
            filter.write(text);
            filter.leave();
          }}
        />
        {narrow ? (
          <Select
            aria-label={t("history.column.outcome")}
            value={ending}
            onChange={props.onEnding}
            options={options}
          />
        ) : (
          <Segmented
            label={t("history.column.outcome")}
            value={ending}
            onChange={props.onEnding}
            options={options}
          />
        )}
        <span className="grow" />
        {marked !== 0 && (
          <span className={s.chosen}>
            {marked === "all"
              ? t("history.marked.all")
              : t("history.marked.some", { count: marked })}
            {onDelete !== null && (
              <LinkButton onClick={onDelete}>{t("history.do.delete")}</LinkButton>
            )}
            <LinkButton onClick={props.onClearMarked}>{t("common.clearSelection")}</LinkButton>
          </span>
        )}
        <Button size="m" icon={DownloadIcon} onClick={props.onExport}>
          {t("common.export")}
        </Button>
        <Menu items={props.more}>
          <IconButton icon={MoreIcon} label={t("common.more")} size="m" />
        </Menu>
      </TitleBar>
      <FilterFaults
        id={faultsId}
        text={filter.text}
        faults={filter.faults}
        onFix={(text) => {
          filter.write(text);
          props.filterRef.current?.focus();
        }}
      />
    </>
  );
}
