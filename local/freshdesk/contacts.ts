import type { HttpRequest } from '#local/http-server.ts';
import { readBody } from './body.ts';
import { addContact, contactChange, findContact, given, requireUnique } from './contact-records.ts';
import { type FreshdeskContext, toInstant } from './context.ts';
import {
  FreshdeskError,
  invalidValue,
  json,
  methodNotAllowed,
  NO_CONTENT,
  notFound,
  validationFailed,
} from './errors.ts';
import { answerPage, readPage, requireKnownParameters } from './paging.ts';
import type { ContactRecord } from './records.ts';
import { removeTicket } from './ticket-records.ts';

const contactInput = contactChange.required({ name: true });

const REACHABLE = ['email', 'phone', 'mobile', 'twitter_id', 'unique_external_id'] as const;

const toListed = (contact: ContactRecord) => {
  const { other_emails: _emails, tags: _tags, deleted, ...fields } = contact;

  return { ...fields, company_id: null, ...(deleted && { deleted }) };
};

const toResource = (contact: ContactRecord) => ({
  ...toListed(contact),
  view_all_tickets: false,
  other_emails: contact.other_emails,
  other_companies: [],
  tags: contact.tags,
  avatar: null,
});

export const createContact = async (context: FreshdeskContext, request: HttpRequest) => {
  const { fields } = await readBody(request, contactInput);
  if (!REACHABLE.some((field) => fields[field]))
    throw validationFailed({
      field: 'email',
      message: `Please fill at least 1 of ${REACHABLE.join(', ')} fields`,
      code: 'missing_field',
    });
  const contact = addContact(context, fields);

  return json(201, toResource(contact), { location: `${context.origin()}/api/v2/contacts/${contact.id}` });
};

export const viewContact = (context: FreshdeskContext, id: number) =>
  json(200, toResource(findContact(context, id)));

const STATES = ['blocked', 'deleted', 'unverified', 'verified'];

const isInState = ({ active, deleted }: ContactRecord, state: string | null) => {
  if (state === 'blocked') return false;
  if (state === 'deleted' || deleted) return state === 'deleted' && deleted;

  return state === null || active === (state === 'verified');
};

export const listContacts = ({ store }: FreshdeskContext, { url }: HttpRequest) => {
  const query = url.searchParams;
  const filters = ['email', 'mobile', 'phone', 'unique_external_id'] as const;
  requireKnownParameters(query, [...filters, 'state', 'company_id', 'contact_type', 'updated_since']);
  const state = query.get('state');
  if (state !== null && !STATES.includes(state))
    throw invalidValue('state', `It should be one of these values: '${STATES.join(',')}'`);
  const since = query.get('updated_since') ?? '';

  const found = store.contacts
    .list()
    .filter(
      (contact) =>
        isInState(contact, state) &&
        contact.updated_at >= since &&
        !query.has('company_id') &&
        filters.every((field) => !query.has(field) || contact[field] === query.get(field)),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);

  return answerPage(found, readPage(query), url, toListed);
};

/** What was deleted is not changed, until it is restored. */
const findActive = (context: FreshdeskContext, id: number, method: string) => {
  const contact = findContact(context, id);
  if (contact.deleted) throw methodNotAllowed(method, ['GET']);

  return contact;
};

export const updateContact = async (context: FreshdeskContext, id: number, request: HttpRequest) => {
  const contact = findActive(context, id, 'PUT');
  const { fields } = await readBody(request, contactChange);
  requireUnique(context, fields, id);

  const changed: ContactRecord = { ...contact, ...given(fields), updated_at: toInstant(context.now()) };
  context.store.contacts.save(changed);
  return json(200, toResource(changed));
};

export const deleteContact = (context: FreshdeskContext, id: number) => {
  const contact = findActive(context, id, 'DELETE');
  context.store.contacts.save({ ...contact, deleted: true, updated_at: toInstant(context.now()) });

  return NO_CONTENT;
};

export const restoreContact = (context: FreshdeskContext, id: number) => {
  const contact = findContact(context, id);
  if (!contact.deleted) throw notFound();
  context.store.contacts.save({ ...contact, deleted: false, updated_at: toInstant(context.now()) });

  return NO_CONTENT;
};

/** For good, with all their tickets; unless forced only after a soft delete. */
export const hardDeleteContact = (context: FreshdeskContext, id: number, { url }: HttpRequest) => {
  const contact = findContact(context, id);
  if (!contact.deleted && url.searchParams.get('force') !== 'true') throw new FreshdeskError(400);

  for (const ticket of context.store.tickets.list())
    if (ticket.requester_id === id) removeTicket(context, ticket);
  context.store.contacts.remove(id);
  return NO_CONTENT;
};
