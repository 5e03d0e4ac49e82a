import { eq } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import { AGENTS, type FreshdeskContext } from '#local/freshdesk/context.ts';
import { addEntry } from '#local/freshdesk/conversation-operations.ts';
import { NOTE, REPLY } from '#local/freshdesk/conversation-resource.ts';
import type { PlanLimits } from '#local/freshdesk/rate-limit.ts';
import { storeFiles } from '#local/freshdesk/stored-files.ts';
import { addTicket as addHelpdeskTicket } from '#local/freshdesk/ticket-operations.ts';
import { findTicket } from '#local/freshdesk/ticket-records.ts';
import { toTicketResource } from '#local/freshdesk/ticket-resource.ts';
import { HELPDESK_ID_PREFIX } from '#local/stand-ins.ts';
import { OPEN } from '#shared/tickets/ticket-codes.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

interface Owner {
  userId: number;
}

interface NewTicket {
  subject?: string;
  /** HTML, as the helpdesk stores it. */
  description?: string;
  status?: number;
  priority?: number;
  groupId?: number;
  tags?: string[];
  /** Files of the description. */
  files?: File[];
}

/** Shares that no test reaches, for tests that are not about shares. */
export const NO_SHARES = {
  HELPDESK_WRITES_PER_CLIENT_MINUTE: '1000000',
  HELPDESK_READS_PER_CLIENT_MINUTE: '1000000',
  HELPDESK_TICKETS_PER_CLIENT_HOUR: '1000000',
  HELPDESK_REPLIES_PER_CLIENT_HOUR: '1000000',
};

/** Limits that no test reaches. */
export const NO_LIMITS: PlanLimits = {
  total: 1_000_000,
  ticketLists: 1_000_000,
  contactLists: 1_000_000,
  ticketCreations: 1_000_000,
  ticketUpdates: 1_000_000,
};

/** Creates the client's contact at the stand-in unless there is one, and returns its id. */
export const addSupportContact = async (portal: TestPortal, { userId }: Owner): Promise<number> => {
  const [user] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  if (!user) {
    throw new Error(`There is no user ${userId}`);
  }
  if (user.User_Support_Id !== null) {
    return user.User_Support_Id;
  }

  const { id } = addContact(portal.freshdesk.context, {
    name: `${user.User_Name} ${user.User_Surname}`,
    unique_external_id: `${HELPDESK_ID_PREFIX}:${user.contact_key}`,
    description: `Email address (not verified): ${user.User_Email}`,
  });
  await portal.connection.update(users).set({ User_Support_Id: id }).where(eq(users.User_Id, userId));

  return id;
};

/** Returns a ticket in the form that the helpdesk's adapter returns, but without calling the helpdesk. */
const toCopied = (context: FreshdeskContext, ticketId: number): HelpdeskTicket => {
  const record = findTicket(context, ticketId);
  const { is_escalated, attachments } = toTicketResource(context, record);

  return {
    id: record.id,
    contactId: record.requester_id,
    subject: record.subject,
    descriptionHtml: record.description,
    status: record.status,
    priority: record.priority,
    source: record.source,
    type: record.type,
    groupId: record.group_id,
    tags: record.tags,
    customFields: {},
    isEscalated: is_escalated,
    isUrgent: record.priority === 4,
    dueBy: record.due_by,
    firstRespondedAt: record.stats.first_responded_at,
    agentRespondedAt: record.stats.agent_responded_at,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    attachments: attachments.map(({ id, name, content_type, size, attachment_url }) => ({
      id,
      name,
      contentType: content_type,
      sizeBytes: size,
      address: attachment_url,
    })),
  };
};

/** Updates the copy of a ticket from the stand-in, as the task of each minute would. */
const copyTicket = async (portal: TestPortal, ticketId: number): Promise<void> => {
  const { database } = await import('#local/seed/whole-database.ts');
  await database.helpdeskCopy.keepTickets([toCopied(portal.freshdesk.context, ticketId)], new Date());
};

/** Adds a client's ticket at the stand-in and in the copy; returns its id. Makes no call of the helpdesk. */
export const addTicket = async (
  portal: TestPortal,
  owner: Owner,
  { files = [], groupId, ...ticket }: NewTicket = {},
): Promise<number> => {
  const { context } = portal.freshdesk;
  const contactId = await addSupportContact(portal, owner);
  const { id } = addHelpdeskTicket(
    context,
    contactId,
    {
      subject: 'No signal',
      description: 'It stopped this morning.',
      status: OPEN,
      priority: 2,
      ...ticket,
      ...(groupId !== undefined && { group_id: groupId }),
    },
    await storeFiles(context, files, 0),
  );
  await copyTicket(portal, id);

  return id;
};

interface NewWords {
  by?: 'agent' | 'client' | 'agent, privately';
  /** HTML, as the helpdesk stores it. */
  body?: string;
  files?: File[];
}

/** Adds an entry to a ticket's conversation at the stand-in, and returns the ids of the entry and of its files. */
export const addWords = async (
  portal: TestPortal,
  ticketId: number,
  { by = 'agent', body = 'We are looking into it.', files = [] }: NewWords = {},
) => {
  const { context } = portal.freshdesk;
  const ticket = findTicket(context, ticketId);
  const attachmentIds = await storeFiles(context, files, 0);
  const { id } = addEntry(
    context,
    ticket,
    {
      body,
      source: by === 'agent' ? REPLY : NOTE,
      user_id: by === 'client' ? ticket.requester_id : AGENTS[0].id,
      private: by === 'agent, privately',
      incoming: by === 'client',
    },
    attachmentIds,
  );

  return { entryId: id, attachmentIds };
};

/**
 * Adds a client's message that waits to be sent: a new ticket, or a reply to the given one. Returns the negative id
 * by which the routes know it.
 */
export const addWaitingMessage = async (
  portal: TestPortal,
  { userId }: Owner,
  { ticketId, words = 'It still does not work.' }: { ticketId?: number; words?: string } = {},
): Promise<number> => {
  const isReply = ticketId !== undefined;
  const [message] = await portal.connection
    .insert(helpdeskMessages)
    .values({
      user_id: userId,
      kind: isReply ? 'reply' : 'ticket',
      ticket_id: ticketId ?? null,
      payload: isReply
        ? { body: words }
        : { subject: words, description: words, priority: 2, tags: [], groupId: null },
    })
    .returning({ id: helpdeskMessages.id });
  const messageId = message?.id ?? 0;
  await portal.connection.insert(jobs).values({
    kind: 'helpdesk-message',
    key: String(messageId),
    lane: String(userId),
    payload: { messageId },
    not_before: new Date(Date.now() + 60 * 60_000).toISOString(),
  });

  return -messageId;
};
