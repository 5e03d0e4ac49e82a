import { makeHelpdeskCopyStore } from '#functions/adapters/database/tickets/sql-helpdesk-copy-store.ts';

export const helpdeskCopyStore = { helpdeskCopy: makeHelpdeskCopyStore };
