import { makePaymentStore } from '#functions/adapters/database/ledger/sql-payment-store.ts';

export const paymentStore = { payments: makePaymentStore };
