import { readBankReconciliation } from '#functions/domain/ledger/reconcile-bank.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankReconciliationStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['bank-reconciliation'],
  { database: databaseWith(bankReconciliationStore), bankAccounts },
  ({ ports, user, query }) => readBankReconciliation(ports, user, query.month),
);
