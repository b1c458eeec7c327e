// A name in one line that keeps its beginning and its end where it is too long: what tells two long names apart stands at
// either.
import s from "./BothEnds.module.css";

/** So many characters of the end stay. */
const END = 10;
/** A beginning of fewer is not cut off: it would need less room than the sign that stands for what is cut. */
const START_LEAST = 5;

/** Whole for whoever hears, copies or points at it. */
export function BothEnds({ name }: { name: string }) {
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
