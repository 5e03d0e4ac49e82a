import { refuseMail } from '#functions/domain/links/refused-mail.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore } from '#functions/runtime/ports/journal-store-port.ts';
import { linkStore } from '#functions/runtime/ports/link-store-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { links } from '#shared/contract/links.ts';

export const handler = endpoint(
  links['not-me'],
  { database: databaseWith(journalStore, linkStore), sessionTokens },
  ({ ports, viewer, body, now, note }) => refuseMail({ ...ports, note }, viewer, body.token, now),
);
