// Tells main that somebody looks at models, so that programs on this machine are asked again while it is so.
import { useEffect } from "react";
import { send } from "./commands.ts";

/** Several places may look at the same time; main hears of the first and of the last. */
let watchers = 0;

export function useModelsWatched(): void {
  useEffect(() => {
    watchers += 1;
    if (watchers === 1) void send("models.watch", true);
    return () => {
      watchers -= 1;
      if (watchers === 0) void send("models.watch", false);
    };
  }, []);
}
