import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { provider } from '#functions/runtime/ports/provider-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { auth } from '#shared/contract/auth.ts';

export const handler = endpoint(
  auth.provider,
  { database: databaseWith(), sessionTokens, provider },
  async ({ ports }) => ({ ...ports.provider, addressLines: [...ports.provider.addressLines] }),
);
