import type { HttpRequest } from '#local/http/http-server.ts';
import { type FreshdeskContext, toInstant } from './context.ts';
import { invalidValue } from './errors.ts';
import { answerPage, readPage, requireKnownParameters } from './paging.ts';
import type { TicketRecord } from './records.ts';
import { describe, toListedTicket } from './ticket-resource.ts';

const PAGES_MAX = 300;
const USUAL_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

const EMBEDS = ['stats', 'description'];
const ORDERS = ['created_at', 'due_by', 'updated_at', 'status'] as const;
const DIRECTIONS = ['asc', 'desc'];

const FILTERS = {
  spam: ({ spam, deleted }: TicketRecord) => spam && !deleted,
  deleted: ({ deleted }: TicketRecord) => deleted,
};

const isPresent = ({ deleted, spam }: TicketRecord) => !deleted && !spam;

const readChoice = <T extends string>(query: URLSearchParams, field: string, choices: readonly T[]) => {
  const value = query.get(field);
  const choice = choices.find((known) => known === value);
  if (value !== null && choice === undefined) {
    throw invalidValue(field, `It should be one of these values: '${choices.join(',')}'`);
  }

  return choice;
};

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d(:?\d\d)?)?)?$/;

/** Parses a date, which is UTC if it has no zone: https://developers.freshdesk.com/api/#schema */
const readInstant = (query: URLSearchParams, field: string): string | undefined => {
  const text = query.get(field);
  if (text === null) {
    return undefined;
  }
  const isZoned = /T.*(Z|[+-]\d\d(:?\d\d)?)$/.test(text);
  const date = new Date(isZoned || !text.includes('T') ? text : `${text}Z`);
  if (!DATE.test(text) || Number.isNaN(date.getTime())) {
    throw invalidValue(field, "It should be in the 'combined date and time ISO8601' format");
  }

  return toInstant(date);
};

const readEmbeds = (query: URLSearchParams): string[] => {
  const embeds = query.get('include')?.split(',') ?? [];
  if (embeds.some((embed) => !EMBEDS.includes(embed))) {
    throw invalidValue('include', `It should be one of these values: '${EMBEDS.join(',')}'`);
  }

  return embeds;
};

/** Returns the requester; an unknown one is refused, and not answered with an empty list. */
const readRequester = ({ store }: FreshdeskContext, query: URLSearchParams) => {
  const id = query.get('requester_id');
  if (id !== null && !store.contacts.find(Number(id))) {
    throw invalidValue('requester_id', 'There is no contact matching the given requester_id');
  }

  return id === null ? undefined : Number(id);
};

/**
 * Lists tickets: those of the last thirty days unless `updated_since` is given; deleted ones and spam only by filter.
 */
export const listTickets = (context: FreshdeskContext, { url }: HttpRequest) => {
  const query = url.searchParams;
  requireKnownParameters(query, [
    'filter',
    'requester_id',
    'updated_since',
    'order_by',
    'order_type',
    'include',
  ]);
  const filter = readChoice(query, 'filter', ['spam', 'deleted'] as const);
  const isListed = filter ? FILTERS[filter] : isPresent;
  const orderBy = readChoice(query, 'order_by', ORDERS) ?? 'created_at';
  const isAscending = readChoice(query, 'order_type', DIRECTIONS) === 'asc';
  const embeds = readEmbeds(query);
  const updatedSince = readInstant(query, 'updated_since');
  const requesterId = readRequester(context, query);
  const page = readPage(query, PAGES_MAX);
  const monthAgo = toInstant(new Date(context.now().getTime() - USUAL_DAYS * DAY_MS));

  const keyOf = (ticket: TicketRecord) => String(ticket[orderBy]);
  const found = context.store.tickets
    .list()
    .filter(
      (ticket) =>
        isListed(ticket) &&
        (updatedSince === undefined ? ticket.created_at >= monthAgo : ticket.updated_at >= updatedSince) &&
        (requesterId === undefined || ticket.requester_id === requesterId),
    )
    .toSorted((a, b) => (keyOf(a).localeCompare(keyOf(b)) || a.id - b.id) * (isAscending ? 1 : -1));

  return answerPage(found, page, url, (ticket) => ({
    ...toListedTicket(context, ticket),
    ...(embeds.includes('description') && describe(ticket)),
    ...(embeds.includes('stats') && { stats: ticket.stats }),
  }));
};
