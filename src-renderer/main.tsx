// Starts the window: mirror first, then the first render. Style imports are in cascade order.
import "./trustedTypes.ts";
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/contrast.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { startCommands } from "./state/commands.ts";
import { startMirror } from "./state/mirror.ts";

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
