/** What may happen to a mail, as programs and the buttons of the mailbox say it. */
export const EVENT_TYPES = [
  'send',
  'delivery',
  'bounce',
  'transient-bounce',
  'complaint',
  'reject',
  'delay',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
