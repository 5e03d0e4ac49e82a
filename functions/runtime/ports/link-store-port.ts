import { makeLinkStore } from '#functions/adapters/database/links/sql-link-store.ts';

export const linkStore = { links: makeLinkStore };
