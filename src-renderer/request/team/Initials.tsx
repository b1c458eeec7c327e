// A login of the team by its initials: names, not colors, as colors have meanings of their own.
import s from "./Team.module.css";

/** The first letters of the first two parts of a login, or its first two letters. */
function initialsOf(login: string): string {
  const [first = "", second] = login.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
  const letters = [...first];
  return (
    second === undefined
      ? letters.slice(0, 2).join("")
      : `${letters[0] ?? ""}${[...second][0] ?? ""}`
  ).toUpperCase();
}

export function Initials({ login }: { login: string }) {
  return (
    <span className={s.initials} aria-hidden="true">
      {initialsOf(login)}
    </span>
  );
}
