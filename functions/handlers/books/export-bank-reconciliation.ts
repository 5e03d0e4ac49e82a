import { exportBankReconciliation } from '#functions/domain/books/reconcile-bank.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankReconciliationStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['export-bank-reconciliation'],
  { database: databaseWith(bankReconciliationStore, journalStore), bankAccounts },
  ({ ports, user, query }) => exportBankReconciliation(ports, user, query),
);
