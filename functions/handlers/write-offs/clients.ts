import { writeOffClients } from '#functions/domain/write-offs/write-off-clients.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { writeOffs } from '#shared/contract/write-offs.ts';

export const handler = endpoint(
  writeOffs.clients,
  { database: databaseWith(idempotencyStore, ledgerStore) },
  async ({ ports, user, body, once, now, note }) => {
    note({ clients: body.userIds });
    const outcomes = await writeOffClients(ports.database, user, body, once, now);
    note({ clients: outcomes.flatMap(({ userId, refused }) => (refused === null ? [userId] : [])) });

    return outcomes;
  },
);
