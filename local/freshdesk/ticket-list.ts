import type { HttpRequest } from '#local/http-server.ts';
import { AGENTS, type FreshdeskContext, toInstant } from './context.ts';
import { invalidValue } from './errors.ts';
import { answerPage, readPage, requireKnownParameters } from './paging.ts';
import type { TicketRecord } from './records.ts';
import { describe, describeRequester, OPEN, toListedTicket } from './ticket-resource.ts';
import { readEmbeds } from './tickets.ts';

const PAGES_MAX = 300;
const USUAL_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

const EMBEDS = ['stats', 'requester', 'description', 'company'];
const ORDERS = ['created_at', 'due_by', 'updated_at', 'status'] as const;
const DIRECTIONS = ['asc', 'desc'];

const isPresent = ({ deleted, spam }: TicketRecord) => !deleted && !spam;

const FILTERS: Record<string, (ticket: TicketRecord) => boolean> = {
  all_tickets: isPresent,
  new_and_my_open: (ticket) =>
    isPresent(ticket) && ticket.status === OPEN && [null, AGENTS[0].id].includes(ticket.responder_id),
  // Nobody watches a ticket here.
  watching: () => false,
  spam: ({ spam, deleted }) => spam && !deleted,
  deleted: ({ deleted }) => deleted,
};

const readChoice = <T extends string>(query: URLSearchParams, field: string, choices: readonly T[]) => {
  const value = query.get(field);
  const choice = choices.find((known) => known === value);
  if (value !== null && choice === undefined)
    throw invalidValue(field, `It should be one of these values: '${choices.join(',')}'`);

  return choice;
};

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d(:?\d\d)?)?)?$/;

/** A date without a zone is UTC: https://developers.freshdesk.com/api/#schema */
const readInstant = (query: URLSearchParams, field: string): string | undefined => {
  const text = query.get(field);
  if (text === null) return undefined;
  const isZoned = /T.*(Z|[+-]\d\d(:?\d\d)?)$/.test(text);
  const date = new Date(isZoned || !text.includes('T') ? text : `${text}Z`);
  if (!DATE.test(text) || Number.isNaN(date.getTime()))
    throw invalidValue(field, "It should be in the 'combined date and time ISO8601' format");

  return toInstant(date);
};

/** A requester whom nobody knows is a fault, not an empty list. */
const readRequester = ({ store }: FreshdeskContext, query: URLSearchParams) => {
  const field = ['requester_id', 'email', 'unique_external_id'].find((name) => query.has(name));
  if (!field) return undefined;
  const value = query.get(field);
  const contact = store.contacts
    .list()
    .find(({ id, email, unique_external_id }) =>
      [field === 'requester_id' ? String(id) : field === 'email' ? email : unique_external_id].includes(
        value,
      ),
    );
  if (!contact) throw invalidValue(field, `There is no contact matching the given ${field}`);

  return contact.id;
};

/** Those of the last thirty days, unless it is said since when; never the deleted ones and spam, unless by filter. */
export const listTickets = (context: FreshdeskContext, { url }: HttpRequest) => {
  const query = url.searchParams;
  requireKnownParameters(query, [
    'filter',
    'requester_id',
    'email',
    'unique_external_id',
    'company_id',
    'updated_since',
    'order_by',
    'order_type',
    'include',
  ]);
  const filter = FILTERS[readChoice(query, 'filter', Object.keys(FILTERS)) ?? 'all_tickets'] ?? isPresent;
  const orderBy = readChoice(query, 'order_by', ORDERS) ?? 'created_at';
  const isAscending = readChoice(query, 'order_type', DIRECTIONS) === 'asc';
  const embeds = readEmbeds(query, EMBEDS);
  const updatedSince = readInstant(query, 'updated_since');
  const requesterId = readRequester(context, query);
  const page = readPage(query, PAGES_MAX);
  const monthAgo = toInstant(new Date(context.now().getTime() - USUAL_DAYS * DAY_MS));

  const keyOf = (ticket: TicketRecord) => String(ticket[orderBy]);
  const found = context.store.tickets
    .list()
    .filter(
      (ticket) =>
        filter(ticket) &&
        (updatedSince === undefined ? ticket.created_at >= monthAgo : ticket.updated_at >= updatedSince) &&
        (requesterId === undefined || ticket.requester_id === requesterId) &&
        !query.has('company_id'),
    )
    .toSorted((a, b) => (keyOf(a).localeCompare(keyOf(b)) || a.id - b.id) * (isAscending ? 1 : -1));

  return answerPage(found, page, url, (ticket) => ({
    ...toListedTicket(context, ticket),
    ...(embeds.includes('description') && describe(ticket)),
    ...(embeds.includes('stats') && { stats: ticket.stats }),
    ...(embeds.includes('requester') && { requester: describeRequester(context, ticket) }),
    ...(embeds.includes('company') && { company: {} }),
  }));
};
