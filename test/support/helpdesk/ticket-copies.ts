import { eq } from 'drizzle-orm';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { OPEN } from '#shared/tickets/ticket-codes.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

type TicketCopy = typeof helpdeskTickets.$inferInsert;

let lastId = 800_000;

/** Returns an id that no other contact or ticket of this file has. */
const takeHelpdeskId = (): number => {
  lastId += 1;

  return lastId;
};

/** Gives the client a contact at the helpdesk unless there is one; returns its id. */
const ensureContactId = async (portal: TestPortal, userId: number): Promise<number> => {
  const ofUser = eq(users.User_Id, userId);
  const [user] = await portal.connection
    .select({ contactId: users.User_Support_Id })
    .from(users)
    .where(ofUser);
  if (user?.contactId) {
    return user.contactId;
  }

  const contactId = takeHelpdeskId();
  await portal.connection.update(users).set({ User_Support_Id: contactId }).where(ofUser);

  return contactId;
};

/**
 * Adds a ticket to the copy, open unless stated otherwise, for this client or a new one. Returns its id and its
 * client.
 */
export const addTicketCopy = async (
  portal: TestPortal,
  { userId: owner, ...ticket }: Partial<Omit<TicketCopy, 'requester_id'>> & { userId?: number } = {},
) => {
  const userId = owner ?? (await addUser(portal, {}));
  const contactId = await ensureContactId(portal, userId);
  const id = ticket.id ?? takeHelpdeskId();
  const now = new Date().toISOString();
  const description = ticket.description ?? '<div>There is no signal.</div>';
  await portal.connection.insert(helpdeskTickets).values({
    status: OPEN,
    created_at: now,
    updated_at: now,
    fetched_at: now,
    description,
    description_start: description,
    attachments: [],
    ticket: {
      subject: 'No signal',
      priority: 2,
      source: 2,
      type: null,
      groupId: null,
      tags: [],
      customFields: {},
      isEscalated: false,
      isUrgent: false,
      dueBy: null,
    },
    ...ticket,
    id,
    requester_id: contactId,
  });

  return { id, userId, contactId };
};
