import { makeLedgerCatchUpStore } from '#functions/adapters/database/ledger/sql-ledger-catch-up-store.ts';

export const ledgerCatchUpStore = { ledgerCatchUp: makeLedgerCatchUpStore };
