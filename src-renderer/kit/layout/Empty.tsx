// A placeholder for missing content: what belongs here, how to get it, one action. No picture.
import type { ReactNode } from "react";
import s from "./Empty.module.css";

export function Empty({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={s.empty}>
      <p className={s.title}>{title}</p>
      {children !== undefined && <div className={s.text}>{children}</div>}
      {action !== undefined && <div className={s.action}>{action}</div>}
    </div>
  );
}
