import { makeCustomerStore } from '#functions/adapters/database/customers/sql-customer-store.ts';

export const customerStore = { customers: makeCustomerStore };
