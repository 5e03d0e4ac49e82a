import type { HttpRequest } from '#local/http/http-server.ts';
import { type FreshdeskContext, toInstant } from './context.ts';
import { answerPage, readPage, requireKnownParameters } from './paging.ts';
import type { GroupRecord } from './records.ts';

const toResource = ({ id, name, description, created_at }: GroupRecord) => ({
  id,
  name,
  description,
  business_hour_id: null,
  escalate_to: null,
  unassigned_for: '30m',
  agent_ids: [],
  auto_ticket_assign: 0,
  created_at,
  updated_at: created_at,
});

export const listGroups = ({ store }: FreshdeskContext, { url }: HttpRequest) => {
  requireKnownParameters(url.searchParams, []);

  return answerPage(store.groups.list(), readPage(url.searchParams), url, toResource);
};

/** Creates groups, as an administrator of the helpdesk does; existing ones stay. */
export const ensureGroups = ({ store, now }: FreshdeskContext, names: readonly string[]) => {
  const known = new Set(store.groups.list().map(({ name }) => name));
  for (const name of names.filter((name) => !known.has(name))) {
    store.groups.save({
      id: store.takeId('groups'),
      name,
      description: null,
      created_at: toInstant(now()),
    });
  }
};
