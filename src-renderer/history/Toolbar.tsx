// The head of the history: what is searched, which endings, how many; what acts on all or several.
import type { RefObject } from "react";
import { useT } from "../i18n/index.ts";
import { Button, IconButton, LinkButton } from "../ui/Button.tsx";
import { IconInput } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { DownloadIcon, MoreIcon, SearchIcon } from "../ui/icons.ts";
import { KeyCap } from "../ui/KeyCap.tsx";
import { Menu } from "../ui/Menu.tsx";
import type { MenuItem } from "../ui/Menu.tsx";
import { TitleBar } from "../ui/Section.tsx";
import { Segmented } from "../ui/Segmented.tsx";
import { Select } from "../ui/Select.tsx";
import { Saved } from "./Saved.tsx";
import { endings } from "./search.ts";
import type { EndingFilter } from "./search.ts";
import s from "./History.module.css";

export interface ToolbarProps {
  text: string;
  ending: EndingFilter;
  narrow: boolean;
  filterRef: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onEnding: (ending: EndingFilter) => void;
  /** The keyboard goes on in the list. */
  onList: () => void;
  /** How many requests an action is for; 0: for all that are found. */
  marked: number | "all";
  onClearMarked: () => void;
  onExport: () => void;
  onForget: (() => void) | null;
  /** What is done with the history as a whole. */
  more: readonly MenuItem[];
}

export function Toolbar(props: ToolbarProps) {
  const t = useT();
  const { text, ending, narrow, marked } = props;
  const options = endings.map((value) => ({ value, label: t(`history.endings.${value}`) }));
  return (
    <TitleBar title={t("history.title")}>
      <IconInput
        ref={props.filterRef}
        small
        className={s.search}
        icon={<Icon of={SearchIcon} />}
        after={text === "" ? <KeyCap of="/" /> : undefined}
        value={text}
        placeholder={t("history.search.placeholder")}
        aria-label={t("history.search.label")}
        onValue={props.onText}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") props.onText("");
          props.onList();
        }}
      />
      <Saved text={text} onChoose={props.onText} />
      {narrow ? (
        <Select
          aria-label={t("history.endings.label")}
          value={ending}
          onChange={props.onEnding}
          options={options}
        />
      ) : (
        <Segmented
          label={t("history.endings.label")}
          value={ending}
          onChange={props.onEnding}
          options={options}
        />
      )}
      <span className="grow" />
      {marked !== 0 && (
        <span className={s.chosen}>
          {marked === "all" ? t("history.marked.all") : t("history.marked.some", { count: marked })}
          {props.onForget !== null && (
            <LinkButton onClick={props.onForget}>{t("history.do.forget")}</LinkButton>
          )}
          <LinkButton onClick={props.onClearMarked}>{t("history.marked.clear")}</LinkButton>
        </span>
      )}
      <Button size="m" icon={DownloadIcon} onClick={props.onExport}>
        {t("history.do.export")}
      </Button>
      <Menu items={props.more}>
        <IconButton icon={MoreIcon} label={t("common.more")} size="m" />
      </Menu>
    </TitleBar>
  );
}
