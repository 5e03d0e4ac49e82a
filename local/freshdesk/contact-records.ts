import * as z from 'zod';
import { textUpTo } from './body.ts';
import { type FreshdeskContext, toInstant } from './context.ts';
import { alreadyTaken, notFound } from './errors.ts';
import type { ContactRecord } from './records.ts';

/** Freshdesk's own pattern, which it published; it is not anchored. */
const EMAIL = /\b[-a-zA-Z0-9.'’&_%+]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,15}\b/;

export const contactChange = z.strictObject({
  name: textUpTo(255).min(1, 'It should not be blank as this is a mandatory field').optional(),
  email: z.string().regex(EMAIL, 'It should be in the valid email address format').nullable().optional(),
  unique_external_id: textUpTo(255).nullable().optional(),
  description: z.string().nullable().optional(),
});

/** Fields that are unique among all contacts, including deleted ones. */
const UNIQUE = ['email', 'unique_external_id'] as const;

type ContactInput = z.output<typeof contactChange>;

const isSame = (field: (typeof UNIQUE)[number], a: string | null, b: string | null | undefined) =>
  a !== null && a !== '' && (field === 'email' ? a.toLowerCase() === b?.toLowerCase() : a === b);

export const requireUnique = ({ store }: FreshdeskContext, input: ContactInput, ownId?: number) => {
  const others = store.contacts.list().filter(({ id }) => id !== ownId);
  const taken = UNIQUE.flatMap((field) => {
    const other = others.find((contact) => isSame(field, contact[field], input[field]));
    return other ? [{ field, userId: other.id }] : [];
  });
  if (taken.length > 0) {
    throw alreadyTaken(taken);
  }
};

/** Returns the given fields, because only they change. */
export const given = (input: ContactInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

export const addContact = (context: FreshdeskContext, input: ContactInput & { name: string }) => {
  requireUnique(context, input);
  const now = toInstant(context.now());
  const contact: ContactRecord = {
    id: context.store.takeId('contacts'),
    name: input.name,
    email: input.email ?? null,
    unique_external_id: input.unique_external_id ?? null,
    description: input.description ?? null,
    deleted: false,
    created_at: now,
    updated_at: now,
  };
  context.store.contacts.save(contact);

  return contact;
};

export const findContact = ({ store }: FreshdeskContext, id: number) => {
  const contact = store.contacts.find(id);
  if (!contact) {
    throw notFound();
  }

  return contact;
};
