// The words of the inbox.
export const inbox = {
  title: "Inbox",
} as const;
