import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { provider } from '#functions/runtime/ports/provider-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { vendors } from '#functions/runtime/ports/vendors-port.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.provider,
  { database: databaseWith(), sessionTokens, provider, vendors },
  async ({ ports: { provider: named, vendors: places } }) => ({
    ...named,
    addressLines: [...named.addressLines],
    ...places,
    vendors: [...places.vendors],
  }),
);
