import { checkReset } from '#functions/domain/links/link-check.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { linkStore } from '#functions/runtime/ports/stores.ts';
import { links } from '#shared/contract/links.ts';

export const handler = endpoint(
  links['check-reset'],
  { database: databaseWith(linkStore), sessionTokens },
  ({ ports, body, now }) => checkReset(ports, body.token, now),
);
