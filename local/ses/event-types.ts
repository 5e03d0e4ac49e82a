/** The events of a mail that programs and the buttons of the mailbox can publish. */
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
