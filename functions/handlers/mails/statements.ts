import { orderStatements } from '#functions/domain/mails/order-statements.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { idempotencyStore, statementMailStore, throttleStore } from '#functions/runtime/ports/stores.ts';
import { mails } from '#shared/contract/mails.ts';

export const handler = endpoint(
  mails.statements,
  { database: databaseWith(idempotencyStore, statementMailStore, throttleStore), mailSettings },
  ({ ports, user, body, now }) => orderStatements(ports, user, body, now),
);
