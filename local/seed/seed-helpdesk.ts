import { html } from '#functions/documents/html.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import { AGENTS, type FreshdeskContext } from '#local/freshdesk/context.ts';
import { addEntry } from '#local/freshdesk/conversation-operations.ts';
import { NOTE, REPLY } from '#local/freshdesk/conversation-resource.ts';
import { storeFiles } from '#local/freshdesk/stored-files.ts';
import { addTicket } from '#local/freshdesk/ticket-operations.ts';
import { findTicket, saveTicket, withStatus } from '#local/freshdesk/ticket-records.ts';
import type { SeedTicket } from './demo-tickets.ts';
import type { SeedUser } from './demo-users.ts';

/** Returns the helpdesk with its clock at this time. */
const at = (context: FreshdeskContext, instant: string): FreshdeskContext => ({
  ...context,
  now: () => new Date(instant),
});

/** Converts text to HTML with its line breaks, as the portal does. */
const toHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => html`${line}`.markup)
    .join('<br>');

const addWords = async (
  context: FreshdeskContext,
  ticketId: number,
  contactId: number,
  { by, words, attachment }: SeedTicket['entries'][number],
) => {
  const files = attachment
    ? [new File([attachment.content], attachment.name, { type: attachment.type })]
    : [];
  const isByClient = by === 'client';

  addEntry(
    context,
    findTicket(context, ticketId),
    {
      body: isByClient ? toHtml(words) : words,
      source: by === 'agent' ? REPLY : NOTE,
      user_id: isByClient ? contactId : AGENTS[ticketId % 2 === 0 ? 0 : 1].id,
      private: by === 'agent, privately',
      incoming: isByClient,
    },
    await storeFiles(context, files, 0),
  );
};

/**
 * Fills an empty helpdesk with tickets of these users, each with the external id that `toExternalId` returns. Returns
 * the contact's id of each OW number that has a ticket.
 */
export const seedHelpdesk = async (
  context: FreshdeskContext,
  tickets: readonly SeedTicket[],
  users: readonly SeedUser[],
  toExternalId: (owNumber: string) => string,
): Promise<Map<string, number>> => {
  const contactIds = new Map<string, number>();
  const groupIds = new Map(context.store.groups.list().map(({ id, name }) => [name, id]));
  const usersByNumber = new Map(users.map((user) => [user.OWNumber, user]));

  const ensureContact = (owNumber: string, openedAt: string): number => {
    const known = contactIds.get(owNumber);
    if (known !== undefined) {
      return known;
    }
    const user = usersByNumber.get(owNumber);
    if (!user) {
      throw new Error(`The seed has no user ${owNumber}`);
    }

    const isVerified = user.email_verified_at !== null;
    const { id } = addContact(at(context, openedAt), {
      name: `${user.User_Name} ${user.User_Surname}`,
      unique_external_id: toExternalId(owNumber),
      description: `Email address (${isVerified ? 'verified' : 'not verified'}): ${user.User_Email}`,
      ...(isVerified && { email: user.User_Email }),
    });
    contactIds.set(owNumber, id);

    return id;
  };

  for (const seed of tickets) {
    const contactId = ensureContact(seed.owNumber, seed.openedAt);
    const { id } = addTicket(
      at(context, seed.openedAt),
      contactId,
      {
        subject: seed.subject,
        description: toHtml(seed.description),
        priority: seed.priority,
        source: seed.source,
        tags: [...seed.tags],
        group_id: groupIds.get(seed.group) ?? null,
      },
      [],
    );
    for (const entry of seed.entries) {
      await addWords(at(context, entry.at), id, contactId, entry);
    }

    const endedAt = seed.entries.at(-1)?.at ?? seed.openedAt;
    saveTicket(at(context, endedAt), withStatus(findTicket(context, id), seed.status, endedAt));
  }

  return contactIds;
};
