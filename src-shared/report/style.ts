// Style sheet of reports: self-contained, light or dark as the reader's system, printable.
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #14171c; --soft: #5c6470; --line: #cfd4da; --paper: #fff; --back: #f5f6f8; --mark: #fbe6b4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9ebee; --soft: #969fab; --line: #343940; --paper: #1e2126; --back: #17191d; --mark: #463816; }
}
* { box-sizing: border-box; }
body { max-width: 920px; margin: 24px auto; padding: 0 16px; background: var(--back); color: var(--ink); font: 14px/20px system-ui, sans-serif; }
h1 { margin: 0; font-size: 20px; line-height: 28px; }
h2 { margin: 28px 0 0; font-size: 16px; }
h3 { margin: 12px 0 4px; font-size: 13px; }
p { margin: 4px 0; }
pre, code { font: 13px/20px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 4px 0; padding: 8px 12px; border: 1px solid var(--line); background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; margin: 8px 0; border-collapse: collapse; }
th, td { padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; }
.facts th { width: 180px; }
.by, .hash, footer { color: var(--soft); font-size: 12px; overflow-wrap: anywhere; }
.note { padding: 8px 12px; border: 1px solid var(--line); }
.hidden { border: 1px solid currentcolor; border-radius: 3px; background: var(--mark); font-size: 11px; }
img { display: block; max-width: 100%; max-height: 480px; margin: 4px 0; }
footer { margin: 28px 0; }
`;
