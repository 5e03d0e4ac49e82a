import { makeLedgerCheckStore } from '#functions/adapters/database/ledger/sql-ledger-check-store.ts';

export const ledgerCheckStore = { ledgerChecks: makeLedgerCheckStore };
