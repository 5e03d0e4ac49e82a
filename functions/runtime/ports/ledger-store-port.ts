import { makeLedgerStore } from '#functions/adapters/database/ledger/sql-ledger-store.ts';

export const ledgerStore = { ledger: makeLedgerStore };
