import { eq } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { helpdeskCopy, helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import type { FreshdeskContext } from '#local/freshdesk/context.ts';
import { addTicket } from '#local/freshdesk/ticket-operations.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

const UNLIMITED = {
  total: 10_000,
  ticketLists: 10_000,
  contactLists: 10_000,
  ticketCreations: 10_000,
  ticketUpdates: 10_000,
};

interface Written {
  subject?: string;
  description?: string;
  state?: string;
  error?: string | null;
  uncertainSince?: string | null;
  helpdeskId?: number | null;
}

/** Adds a client's ticket that is not at the helpdesk yet, with its job; returns the id of its row. */
export const addTicketMessage = async (
  { connection }: Pick<TestPortal, 'connection'>,
  userId: number,
  {
    subject = 'No signal',
    description = 'Since yesterday',
    state = 'queued',
    error = null,
    uncertainSince = null,
    helpdeskId = null,
  }: Written,
): Promise<number> => {
  const [row] = await connection
    .insert(helpdeskMessages)
    .values({
      user_id: userId,
      kind: 'ticket',
      payload: helpdeskId === null ? { subject, description, priority: 2, tags: [] } : null,
      uncertain_since: uncertainSince,
      helpdesk_id: helpdeskId,
    })
    .returning({ id: helpdeskMessages.id });
  if (!row) {
    throw new Error('The message was not written');
  }
  if (helpdeskId === null) {
    await connection.insert(jobs).values({
      kind: 'helpdesk-message',
      key: String(row.id),
      lane: String(userId),
      payload: { messageId: row.id },
      state,
      error,
    });
  }

  return row.id;
};

/** Adds a signed-in client with a contact at the helpdesk. */
export const addHelpdeskClient = async (portal: TestPortal) => {
  const { id: contactId } = addContact(portal.freshdesk.context, { name: 'Thandi Nkosi' });
  const client = await addSignedInUser(portal, { User_Support_Id: contactId });

  return { ...client, contactId };
};

interface NewTicket {
  subject?: string;
  description?: string;
  tags?: string[];
}

/** Adds a ticket at the helpdesk, opened at the given time. */
export const addHelpdeskTicket = (
  context: FreshdeskContext,
  contactId: number,
  { subject = 'No signal', description = 'Since yesterday', tags = [] }: NewTicket = {},
  at = new Date(),
): number => {
  const { id } = addTicket(
    { ...context, now: () => at },
    contactId,
    { subject, description, priority: 2, source: 2, tags, group_id: null },
    [],
  );

  return id;
};

/** Runs the copy as its schedule does, with all calls of a minute, until it is complete. */
export const runCopy = async (portal: TestPortal): Promise<void> => {
  portal.freshdesk.setLimits(UNLIMITED);

  for (;;) {
    await portal.connection.delete(throttleCounters).where(eq(throttleCounters.bucket, 'helpdesk lists'));
    await portal.runTask('helpdesk-copy');
    const [copy] = await portal.connection.select().from(helpdeskCopy);
    if (copy?.is_complete) {
      return;
    }
  }
};
