import { readBankReconciliation } from '#functions/domain/books/reconcile-bank.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankReconciliationStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['bank-reconciliation'],
  { database: databaseWith(bankReconciliationStore), bankAccounts },
  ({ ports, user, query }) => readBankReconciliation(ports, user, query.month),
);
