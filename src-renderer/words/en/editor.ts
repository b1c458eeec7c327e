// Texts on paper: finding in them, their context menu.
export const editor = {
  find: {
    open: "Find on this page",
    next: "Next match",
    previous: "Previous match",
    at: "{{at, number}} of {{count, number}}",
    atMost: "{{at, number}} of {{count, number}} or more",
  },
  menu: {
    cut: "Cut",
    paste: "Paste",
    copyAs: {
      text: "Copy block as text",
      json: "Copy block as JSON",
      markdown: "Copy block as Markdown",
    },
  },
} as const;
