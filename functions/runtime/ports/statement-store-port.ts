import { makeStatementStore } from '#functions/adapters/database/ledger/sql-statement-store.ts';

export const statementStore = { statements: makeStatementStore };
