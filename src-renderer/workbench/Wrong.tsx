// What is wrong with a value, at its place: an icon and a sentence.
import { Icon } from "../ui/Icon.tsx";
import { WarnIcon } from "../ui/icons.ts";
import s from "./Workbench.module.css";

export function Wrong({ text }: { text: string }) {
  return (
    <p className={s.wrong} role="alert">
      <Icon of={WarnIcon} />
      <span>{text}</span>
    </p>
  );
}
