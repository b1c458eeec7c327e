// Saved searches: apply, rename, remove.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import type { SavedSearch } from "#shared/settings/settings.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { RemoveIcon, SavedIcon } from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import s from "./History.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

export function SavedSearches({
  text,
  onChoose,
}: {
  text: string;
  onChoose: (text: string) => void;
}) {
  const t = useT();
  const saved = useMirror((state) => state.settings.savedSearches);
  const [open, setOpen] = useState<"add" | "edit" | null>(null);
  const known = saved.some((one) => one.text === text.trim());
  const items: MenuItem[] = [
    ...saved.map((one, at) => ({
      id: `saved-${at}`,
      label: one.name,
      onSelect: () => onChoose(one.text),
    })),
    {
      id: "add",
      label: t("history.saved.add"),
      icon: SavedIcon,
      cut: saved.length > 0,
      disabled: text.trim() === "" || known,
      onSelect: () => setOpen("add"),
    },
    ...(saved.length === 0
      ? []
      : [{ id: "edit", label: t("history.saved.edit"), onSelect: () => setOpen("edit") }]),
  ];
  return (
    <>
      <Menu items={items} align="start">
        <IconButton icon={SavedIcon} label={t("history.saved.title")} size="m" />
      </Menu>
      {open === "add" && <Add text={text.trim()} saved={saved} onClose={() => setOpen(null)} />}
      {open === "edit" && <Edit saved={saved} onClose={() => setOpen(null)} />}
    </>
  );
}

const keep = (savedSearches: SavedSearch[]) => send("settings.set", { savedSearches });

function Add({
  text,
  saved,
  onClose,
}: {
  text: string;
  saved: readonly SavedSearch[];
  onClose: () => void;
}) {
  const t = useT();
  const [name, setName] = useState("");
  const field = useFirstFocus<HTMLInputElement>();
  const { failure, tell } = useAction();
  const add = (): void => {
    void keep([...saved, { name: name.trim(), text }]).then((result) => tell(result) && onClose());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history.saved.addTitle")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={name.trim() === ""} onClick={add}>
            {t("common.save")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      <SubmitForm label={t("common.save")} onSubmit={() => name.trim() !== "" && add()}>
        <Field label={t("common.name")} hint={<span className="wire">{text}</span>}>
          {(wiring) => (
            <Input {...wiring} ref={field} maxLength={100} value={name} onValue={setName} />
          )}
        </Field>
      </SubmitForm>
    </Dialog>
  );
}

/** Names and removal, saved at every change. */
function Edit({ saved, onClose }: { saved: readonly SavedSearch[]; onClose: () => void }) {
  const t = useT();
  const { failure, tell } = useAction();
  const set = (next: SavedSearch[]): void => {
    void keep(next).then(tell);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history.saved.title")}
      foot={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      <FailureBar failure={failure} />
      {saved.length === 0 && <p className="ink2">{t("history.saved.none")}</p>}
      <ul className={s.saved}>
        {saved.map((one) => (
          <li key={one.text}>
            <Name
              value={one.name}
              onKeep={(name) =>
                set(saved.map((other) => (other === one ? { ...one, name } : other)))
              }
            />
            <span className="wire cut" title={one.text}>
              {one.text}
            </span>
            <IconButton
              icon={RemoveIcon}
              label={t("common.removeName", { name: one.name })}
              onClick={() => set(saved.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A name that is saved on blur, unless it is empty. */
function Name({ value, onKeep }: { value: string; onKeep: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState(value);
  const leave = (): void => {
    const next = name.trim();
    if (next === "") setName(value);
    else if (next !== value) onKeep(next);
  };
  return (
    <Input
      small
      maxLength={100}
      aria-label={t("common.name")}
      value={name}
      onValue={setName}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
      }}
    />
  );
}
