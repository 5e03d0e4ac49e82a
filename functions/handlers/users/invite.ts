import { inviteClient } from '#functions/domain/users/invite-client.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { idempotencyStore, invitationStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.invite,
  { database: databaseWith(idempotencyStore, invitationStore), mailSettings },
  ({ ports, user, params, now }) => inviteClient(ports, user, params.userId, now),
);
