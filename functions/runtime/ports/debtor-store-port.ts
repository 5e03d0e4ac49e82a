import { makeDebtorStore } from '#functions/adapters/database/ledger/sql-debtor-store.ts';

export const debtorStore = { debtors: makeDebtorStore };
