// Denied by default: navigation, new windows, permissions, webviews. Each exception stands here with its
// reason.
import { app, session } from "electron";
import { APP_ORIGIN } from "../../../src-shared/ipc/names.ts";

/** Copying text out of the window by its own buttons; nothing else is ever granted. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

const isOurs = (url: string): boolean => url.startsWith(`${APP_ORIGIN}/`);

/**
 * Closes every door that a page could open. Call once the app is ready, before the first window.
 * @param server in `npm run dev`, where hot reload comes from
 */
export function harden(denied: (what: string) => void, server: URL | null): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    const allowed = ALLOWED_PERMISSIONS.has(permission) && isOurs(contents.getURL());
    if (!allowed) denied(`permission ${permission}`);
    answer(allowed);
  });
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) =>
      ALLOWED_PERMISSIONS.has(permission) && isOurs(`${origin.replace(/\/$/, "")}/`),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  // The window has no network: whatever asks for one, WebRTC as well, is sent to a proxy that is none.
  const nowhere = { proxyRules: "socks5://127.0.0.1:1", proxyBypassRules: "<-loopback>" };
  if (server === null) void defaultSession.setProxy(nowhere);
  // Nothing that the window shows is loaded from a network; whatever tries is cancelled.
  defaultSession.webRequest.onBeforeRequest((details, answer) => {
    const local = isOurs(details.url) || details.url.startsWith(`blob:${APP_ORIGIN}/`);
    const tools =
      details.url.startsWith("devtools:") ||
      (server !== null && details.url.startsWith(`ws://${server.host}/`));
    if (!local && !tools) denied("request");
    answer({ cancel: !local && !tools });
  });
  // A download is only ever a blob that the window made: saving a medium by its button.
  defaultSession.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault();
  });
  app.on("web-contents-created", (_event, contents) => {
    // By that proxy or not at all.
    contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
    contents.setWindowOpenHandler(() => {
      denied("window");
      return { action: "deny" };
    });
    contents.on("will-navigate", (event) => {
      denied("navigation");
      event.preventDefault();
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
  });
}
