import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import * as z from 'zod';
import { findContact } from '#local/freshdesk/contact-records.ts';
import { AGENTS } from '#local/freshdesk/context.ts';
import { addEntry } from '#local/freshdesk/conversation-operations.ts';
import { REPLY } from '#local/freshdesk/conversation-resource.ts';
import { startFreshdesk } from '#local/freshdesk/freshdesk.ts';
import type { TicketRecord } from '#local/freshdesk/records.ts';
import { storeFiles } from '#local/freshdesk/stored-files.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';

export const API_KEY = 'abcdefghij1234567890';
export const GROUPS = ['Administration', 'Billing', 'Hosting Support', 'Network Operations'];

type Options = Partial<Parameters<typeof startFreshdesk>[0]>;

let folder: string;
let present: Date;
export let freshdesk: Awaited<ReturnType<typeof startFreshdesk>>;

export const restart = async (options: Options = {}) => {
  await freshdesk?.close();
  freshdesk = await startFreshdesk({
    folder,
    apiKey: API_KEY,
    groups: GROUPS,
    now: () => present,
    ...options,
  });
};

/** Opens a new helpdesk for each test, or with other hooks for the file, with a clock that only the test moves. */
export const openLocalFreshdesk = (before = beforeEach, after = afterEach) => {
  before(async () => {
    present = new Date('2026-11-20T10:00:00Z');
    folder = await mkdtemp(join(tmpdir(), 'freshdesk-'));
    await restart();
  });

  after(async () => {
    await freshdesk.close();
    await rm(folder, { recursive: true });
  });
};

const UNITS_MS = { seconds: 1000, minutes: 60_000, days: 24 * 60 * 60_000 };

export const letPass = (count: number, unit: keyof typeof UNITS_MS) => {
  present = new Date(present.getTime() + count * UNITS_MS[unit]);
};

const resource = z.looseObject({ id: z.number() });

/** Calls the API and returns its answer. */
export const call = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(`${freshdesk.url}/api/v2${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${API_KEY}:X`)}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();

  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
};

/** Creates a record that must be accepted, and returns Freshdesk's answer. */
const make = async (path: string, body: object) => {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) {
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  return resource.parse(answer.body);
};

export const makeContact = (fields: object = {}) =>
  make('/contacts', { name: 'Naledi Mokoena', unique_external_id: 'test:1', ...fields });

export const makeTicket = (requesterId: number, fields: object = {}) =>
  make('/tickets', {
    requester_id: requesterId,
    subject: 'No signal',
    description: 'It stopped.',
    ...fields,
  });

export const makeNote = (ticketId: number, fields: object = {}) =>
  make(`/tickets/${ticketId}/notes`, { body: 'A note', ...fields });

/** Changes a ticket as an agent does, for example deletes it. */
export const changeTicket = (ticketId: number, change: Partial<TicketRecord>) =>
  saveTicket(freshdesk.context, { ...findTicket(freshdesk.context, ticketId), ...change });

/** Deletes a contact softly, as an agent does. */
export const deleteContact = (contactId: number) => {
  const { contacts } = freshdesk.context.store;
  contacts.save({ ...findContact(freshdesk.context, contactId), deleted: true });
};

/** Adds an agent's reply. */
export const makeReply = async (ticketId: number, body = 'We are on it.', files: File[] = []) => {
  const { context } = freshdesk;
  const words = { body, source: REPLY, user_id: AGENTS[0].id };

  return addEntry(context, findTicket(context, ticketId), words, await storeFiles(context, files, 0));
};

/** Lists the refused fields of an answer, each with its code. */
export const readFaults = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`);
