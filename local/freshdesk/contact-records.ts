import * as z from 'zod';
import { textUpTo } from './body.ts';
import { type FreshdeskContext, toInstant } from './context.ts';
import { alreadyTaken, notFound } from './errors.ts';
import type { ContactRecord } from './records.ts';

const optionalText = textUpTo(255).nullable().optional();

export const contactChange = z.strictObject({
  name: textUpTo(255).min(1, 'It should not be blank as this is a mandatory field').optional(),
  email: z.email('It should be in the valid email address format').nullable().optional(),
  other_emails: z.array(z.email()).optional(),
  phone: optionalText,
  mobile: optionalText,
  twitter_id: optionalText,
  unique_external_id: optionalText,
  address: optionalText,
  description: z.string().nullable().optional(),
  job_title: optionalText,
  language: z.string().optional(),
  time_zone: z.string().optional(),
  tags: z.array(textUpTo(32)).optional(),
  custom_fields: z.record(z.string(), z.unknown()).optional(),
});

/** What no two contacts share, the deleted ones included. */
const UNIQUE = ['email', 'twitter_id', 'unique_external_id'] as const;

type ContactInput = z.output<typeof contactChange>;

const isSame = (field: (typeof UNIQUE)[number], a: string | null, b: string | null | undefined) =>
  a !== null && a !== '' && (field === 'email' ? a.toLowerCase() === b?.toLowerCase() : a === b);

export const requireUnique = ({ store }: FreshdeskContext, input: ContactInput, ownId?: number) => {
  const others = store.contacts.list().filter(({ id }) => id !== ownId);
  const taken = UNIQUE.flatMap((field) => {
    const other = others.find((contact) => isSame(field, contact[field], input[field]));
    return other ? [{ field, userId: other.id }] : [];
  });
  if (taken.length > 0) throw alreadyTaken(taken);
};

const EMPTY: Omit<ContactRecord, 'id' | 'name' | 'created_at' | 'updated_at'> = {
  email: null,
  other_emails: [],
  phone: null,
  mobile: null,
  twitter_id: null,
  unique_external_id: null,
  address: null,
  description: null,
  job_title: null,
  language: 'en',
  time_zone: 'Pretoria',
  tags: [],
  custom_fields: {},
  active: false,
  deleted: false,
};

/** Only what was said changes. */
export const given = (input: ContactInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

export const addContact = (context: FreshdeskContext, input: ContactInput & { name: string }) => {
  requireUnique(context, input);
  const now = toInstant(context.now());
  const contact: ContactRecord = {
    ...EMPTY,
    id: context.store.takeId('contacts'),
    name: input.name,
    created_at: now,
    updated_at: now,
    ...given(input),
  };
  context.store.contacts.save(contact);

  return contact;
};

export const findContact = ({ store }: FreshdeskContext, id: number) => {
  const contact = store.contacts.find(id);
  if (!contact) throw notFound();

  return contact;
};
