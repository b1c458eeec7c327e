// Draws a heading: stands here until App takes over.
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root) createRoot(root).render(<h1>Countersign</h1>);
