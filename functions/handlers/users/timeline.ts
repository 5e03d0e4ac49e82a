import { readTimeline } from '#functions/domain/users/read-timeline.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { timelineStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.timeline,
  { database: databaseWith(timelineStore) },
  ({ ports, user, params, query }) =>
    readTimeline(ports.database.timelines, user, { userId: params.User_Id, ...query }),
);
