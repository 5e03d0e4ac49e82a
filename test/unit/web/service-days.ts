import type { ClientService } from '#shared/contract/client.ts';
import type { Service } from '#shared/contract/services.ts';

/** A service that no invoice bills, without days of its own and without a planned price. */
export const NO_DAYS: Pick<Service, 'billFrom' | 'billUntil' | 'billedUntil' | 'prices' | 'suspendedFor'> = {
  billFrom: null,
  billUntil: null,
  billedUntil: null,
  prices: [],
  suspendedFor: null,
};

/** The same of a service that its client sees. */
export const NO_OWN_DAYS: Pick<ClientService, 'billedUntil' | 'billUntil' | 'nextPrice' | 'suspendedFor'> = {
  billedUntil: null,
  billUntil: null,
  nextPrice: null,
  suspendedFor: null,
};
