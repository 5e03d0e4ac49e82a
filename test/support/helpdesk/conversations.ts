import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { helpdeskCopy, helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import { AGENTS } from '#local/freshdesk/context.ts';
import { addEntry } from '#local/freshdesk/conversation-operations.ts';
import { NOTE, REPLY } from '#local/freshdesk/conversation-resource.ts';
import { storeFiles } from '#local/freshdesk/stored-files.ts';
import { addTicket } from '#local/freshdesk/ticket-operations.ts';
import { findTicket } from '#local/freshdesk/ticket-records.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

interface Sent {
  name?: string;
  type?: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

const KINDS = {
  reply: { source: REPLY, private: false },
  note: { source: NOTE, private: false },
  'private note': { source: NOTE, private: true },
  forward: { source: 8, private: false },
} as const;

/** Stores a file at the helpdesk, to be sent with a ticket or an entry. */
export const addFile = async (
  { freshdesk }: TestPortal,
  { name = 'log.txt', type = 'text/plain', bytes = new Uint8Array([1, 2, 255]) }: Sent = {},
): Promise<number> => {
  const [id] = await storeFiles(freshdesk.context, [new File([bytes], name, { type })], 0);

  return id ?? 0;
};

/** Adds an entry of the agent or the client to a conversation at the helpdesk. */
export const say = (
  { freshdesk: { context } }: TestPortal,
  ticketId: number,
  body: string,
  {
    by = AGENTS[0].id,
    as = 'reply',
    files = [],
  }: { by?: number; as?: keyof typeof KINDS; files?: number[] } = {},
): number => addEntry(context, findTicket(context, ticketId), { body, user_id: by, ...KINDS[as] }, files).id;

/** Opens a ticket at the helpdesk, and copies it if wanted. */
export const openTicket = async (
  { freshdesk: { context } }: TestPortal,
  contactId: number,
  {
    description = 'Since yesterday',
    status = 2,
    files = [],
    isCopied = true,
  }: { description?: string; status?: number; files?: number[]; isCopied?: boolean } = {},
): Promise<number> => {
  const { id } = addTicket(
    context,
    contactId,
    { subject: 'No signal', description, status, priority: 2, source: 2, tags: [], group_id: null },
    files,
  );
  if (isCopied) {
    await copyTicket(id);
  }

  return id;
};

/** Copies the current ticket of the helpdesk. */
export const copyTicket = async (ticketId: number) => {
  const { database } = await import('#local/seed/whole-database.ts');
  const { helpdesk } = await import('#functions/runtime/ports/helpdesk-port.ts');
  const found = await helpdesk?.findTicket(ticketId);
  if (found) {
    await database.helpdeskCopy.keepTickets([found], new Date());
  }
};

/** Adds a client with a contact at the helpdesk and a session. */
export const addClient = async (portal: TestPortal) => {
  const { id: contactId } = addContact(portal.freshdesk.context, { name: 'Thandi Nkosi' });
  const userId = await addUser(portal, { User_Support_Id: contactId });

  return { userId, contactId, cookie: await startSession(portal, userId) };
};

/** Adds a client with a ticket. */
export const openOwnTicket = async (portal: TestPortal, options?: Parameters<typeof openTicket>[2]) => {
  const client = await addClient(portal);

  return { ...client, ticketId: await openTicket(portal, client.contactId, options) };
};

/** Adds a client's reply that is not at the helpdesk yet, with its job; returns the id of its row. */
export const addReply = async (
  { connection }: TestPortal,
  userId: number,
  parent: { ticketId: number } | { parentId: number },
  {
    body = 'Is anybody there?',
    state = 'queued',
    error = null,
    uncertainSince = null,
  }: { body?: string; state?: string; error?: string | null; uncertainSince?: string | null } = {},
): Promise<number> => {
  const [row] = await connection
    .insert(helpdeskMessages)
    .values({
      user_id: userId,
      kind: 'reply',
      ...('ticketId' in parent ? { ticket_id: parent.ticketId } : { parent_id: parent.parentId }),
      payload: { body },
      uncertain_since: uncertainSince,
    })
    .returning({ id: helpdeskMessages.id });
  const id = row?.id ?? 0;
  await connection.insert(jobs).values({
    kind: 'helpdesk-message',
    key: String(id),
    lane: String(userId),
    payload: { messageId: id },
    state,
    error,
  });

  return id;
};

/** Marks the copy as just completed, and its agents as known. */
export const refreshCopy = async ({ connection }: TestPortal, refreshedAt = new Date()) => {
  const agents = Object.fromEntries(AGENTS.map(({ id }) => [id, new Date().toISOString()]));
  await connection.update(helpdeskCopy).set({ refreshed_at: refreshedAt.toISOString(), agents });
};

/** Removes the record of an outage, so that the helpdesk counts as up again. */
export const forgetOutage = async ({ connection }: TestPortal) => {
  await connection.delete(health);
};

/** Lists the calls of the helpdesk while something runs. */
export const listCallsOf = async <T>({ freshdesk }: TestPortal, run: () => Promise<T>) => {
  const before = freshdesk.listCalls().length;
  const result = await run();

  return { result, calls: freshdesk.listCalls().slice(before) };
};
