// Starts the window: mirror first, then the first render. Style imports are in cascade order.
import "./trustedTypes.ts";
import "#kit/styles/tokens.css";
import "#kit/styles/fonts.css";
import "#kit/styles/base.css";
import "#kit/styles/contrast.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app/App.tsx";
import { startCommands } from "#data/commands.ts";
import { startMirror } from "#data/mirror.ts";

startCommands();
void startMirror();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
