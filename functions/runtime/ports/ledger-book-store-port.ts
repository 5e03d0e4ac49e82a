import { makeLedgerBookStore } from '#functions/adapters/database/ledger/sql-ledger-book-store.ts';

export const ledgerBookStore = { ledgerBook: makeLedgerBookStore };
