// A name in one line that is cut in the middle if too long, as long names often differ at their start or end.
import s from "./MiddleEllipsis.module.css";

/** How many characters at the end are never cut. */
const END = 10;
/** A start shorter than this is not cut: the ellipsis would take as much room. */
const START_LEAST = 5;

/** The full name is in the tooltip, and in the text for copying and screen readers. */
export function MiddleEllipsis({ name }: { name: string }) {
  const characters = [...name];
  const rest = characters.length - END;
  const cut = rest < START_LEAST ? 0 : rest;
  return (
    <b className={s.name} title={name}>
      <span className={s.start}>{characters.slice(0, cut).join("")}</span>
      <span className={s.end}>{characters.slice(cut).join("")}</span>
    </b>
  );
}
