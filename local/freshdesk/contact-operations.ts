import type { HttpRequest } from '#local/http/http-server.ts';
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

const REACHABLE = ['email', 'unique_external_id'] as const;

const toResource = ({ deleted, ...fields }: ContactRecord) => ({ ...fields, ...(deleted && { deleted }) });

export const createContact = (context: FreshdeskContext, request: HttpRequest) => {
  const fields = readBody(request, contactInput);
  if (!REACHABLE.some((field) => fields[field])) {
    throw validationFailed({
      field: 'email',
      message: `Please fill at least 1 of ${REACHABLE.join(', ')} fields`,
      code: 'missing_field',
    });
  }

  return json(201, toResource(addContact(context, fields)));
};

/** Lists the contacts of one external id, or all, sorted by name: either the existing or the softly deleted ones. */
export const listContacts = ({ store }: FreshdeskContext, { url }: HttpRequest) => {
  const query = url.searchParams;
  requireKnownParameters(query, ['unique_external_id', 'state']);
  const state = query.get('state');
  if (state !== null && state !== 'deleted') {
    throw invalidValue('state', "It should be one of these values: 'deleted'");
  }
  const externalId = query.get('unique_external_id');

  const found = store.contacts
    .list()
    .filter(
      ({ deleted, unique_external_id }) =>
        deleted === (state === 'deleted') && (externalId === null || unique_external_id === externalId),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);

  return answerPage(found, readPage(query), url, toResource);
};

export const updateContact = (context: FreshdeskContext, id: number, request: HttpRequest) => {
  const contact = findContact(context, id);
  if (contact.deleted) {
    throw methodNotAllowed('PUT', ['GET']);
  }
  const fields = readBody(request, contactChange);
  requireUnique(context, fields, id);

  const changed: ContactRecord = { ...contact, ...given(fields), updated_at: toInstant(context.now()) };
  context.store.contacts.save(changed);
  return json(200, toResource(changed));
};

export const restoreContact = (context: FreshdeskContext, id: number) => {
  const contact = findContact(context, id);
  if (!contact.deleted) {
    throw notFound();
  }
  context.store.contacts.save({ ...contact, deleted: false, updated_at: toInstant(context.now()) });

  return NO_CONTENT;
};

/** Deletes a contact permanently, with all its tickets; unless forced, only after a soft delete. */
export const hardDeleteContact = (context: FreshdeskContext, id: number, { url }: HttpRequest) => {
  const contact = findContact(context, id);
  if (!contact.deleted && url.searchParams.get('force') !== 'true') {
    throw new FreshdeskError(400);
  }

  for (const ticket of context.store.tickets.list()) {
    if (ticket.requester_id === id) {
      removeTicket(context, ticket);
    }
  }
  context.store.contacts.remove(id);
  return NO_CONTENT;
};

/** An agent is no contact, and a softly deleted contact is still one. */
export const viewContact = (context: FreshdeskContext, id: number) =>
  json(200, toResource(findContact(context, id)));
