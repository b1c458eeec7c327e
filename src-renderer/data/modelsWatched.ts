// Tells main while any view shows models, so that local providers are polled.
import { useEffect } from "react";
import { send } from "./commands.ts";

/** Several views may be open at once; main is told of the first and the last. */
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
