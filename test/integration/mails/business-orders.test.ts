import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { addContact } from '#local/freshdesk/contact-records.ts';
import { copyTicket, say } from '#test/support/helpdesk/conversations.ts';
import { addHelpdeskClient, addHelpdeskTicket, runCopy } from '#test/support/helpdesk/helpdesk-copy.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { listMails } from '#test/support/links/links.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: Awaited<ReturnType<typeof addCaller>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

describe('the mail of an invoice', () => {
  const makePdf = (invoiceId: number) =>
    portal.runTask('invoice-pdf', { Records: [{ body: JSON.stringify({ key: String(invoiceId) }) }] });
  const issue = async () => {
    const { userId } = await addCaller(portal, 'client');

    return { userId, ...(await issueInvoice(portal, admin, userId)) };
  };

  it('the mail of an invoice is ordered with the invoice, and waits without a job for the PDF', async () => {
    const { userId, id } = await issue();

    expect(await listMails(portal, userId)).toEqual([
      { kind: 'invoice', recipient: null, about: { invoiceId: id }, job: null },
    ]);
    const [row] = await portal.connection.select().from(mails).where(eq(mails.user_id, userId));
    expect(row).toMatchObject({ key: `invoice:${id}`, state: 'waiting' });
  });

  it('the mail of an invoice gets its job when the PDF is first made, and no second one when it is made again', async () => {
    const { userId, id } = await issue();
    const [mail] = await portal.connection.select().from(mails).where(eq(mails.user_id, userId));

    await makePdf(id);

    const jobsOfMail = () =>
      portal.connection
        .select()
        .from(jobs)
        .where(eq(jobs.key, mail?.id ?? ''));
    expect(await jobsOfMail()).toMatchObject([
      { kind: 'business-mail', state: 'queued', payload: { mailId: mail?.id } },
    ]);

    await portal.connection.delete(jobs).where(eq(jobs.key, mail?.id ?? ''));
    await portal.connection.update(mails).set({ state: 'delivered' }).where(eq(mails.user_id, userId));
    await portal.connection
      .update(jobs)
      .set({ state: 'queued' })
      .where(eq(jobs.key, String(id)));
    await makePdf(id);
    expect(await jobsOfMail()).toEqual([]);
  });

  it('no mail is ever ordered for an invoice that was issued while the portal sent no mail', async () => {
    const { userId, id } = await issue();
    await portal.connection.delete(mails).where(eq(mails.user_id, userId));

    await makePdf(id);

    expect(await listMails(portal, userId)).toEqual([]);
  });
});

describe('the mail about an answer of support', () => {
  const addTicketOf = async () => {
    const client = await addHelpdeskClient(portal);
    const ticketId = addHelpdeskTicket(portal.freshdesk.context, client.contactId);

    return { ...client, ticketId };
  };
  const mailsOf = (userId: number) =>
    portal.connection
      .select({ kind: mails.kind, key: mails.key, about: mails.about })
      .from(mails)
      .where(eq(mails.user_id, userId));
  const answersOf = async (userId: number) =>
    (await mailsOf(userId)).filter(({ kind }) => kind === 'ticket-answered');

  it('a mail with its job is ordered once when the copy finds a new answer of support', async () => {
    const { userId, ticketId } = await addTicketOf();
    await runCopy(portal);
    say(portal, ticketId, 'Please restart it');

    await runCopy(portal);
    await runCopy(portal);

    expect(await answersOf(userId)).toEqual([
      {
        kind: 'ticket-answered',
        key: expect.stringMatching(new RegExp(`^answered:${ticketId}:\\d{4}-`)),
        about: { ticketId },
      },
    ]);
    expect((await listMails(portal, userId)).find(({ kind }) => kind === 'ticket-answered')?.job).toBe(
      'queued',
    );
  });

  it('no mail is ordered at the first copy of a ticket, nor for a note of the client or a stranger', async () => {
    const { userId, contactId, ticketId } = await addTicketOf();
    say(portal, ticketId, 'Answered before the first copy');
    await runCopy(portal);
    say(portal, ticketId, 'Thank you', { by: contactId, as: 'note' });
    const { id: stranger } = addContact(portal.freshdesk.context, { name: 'Mallory Bank' });
    say(portal, ticketId, 'Our bank details have changed', { by: stranger, as: 'note' });

    await runCopy(portal);

    expect(await answersOf(userId)).toEqual([]);
  });

  it('one mail is ordered for answers within the second in which a client opened the ticket here', async () => {
    const { userId, ticketId } = await addTicketOf();
    await copyTicket(ticketId);
    say(portal, ticketId, 'Please restart it');
    say(portal, ticketId, 'And wait a minute');

    await runCopy(portal);
    await runCopy(portal);

    expect(await answersOf(userId)).toHaveLength(1);
  });

  it('a mail is ordered at the next run for an answer that a request of the client has copied', async () => {
    const { userId, ticketId } = await addTicketOf();
    await runCopy(portal);
    say(portal, ticketId, 'Please restart it');
    await copyTicket(ticketId);

    await runCopy(portal);

    expect(await answersOf(userId)).toHaveLength(1);
  });

  it('no mail is ordered for an answer whose time the helpdesk has taken back, and the run goes on', async () => {
    const { userId, ticketId } = await addTicketOf();
    await runCopy(portal);
    await portal.connection
      .update(helpdeskTickets)
      .set({ has_new_answer: true, ticket: sql`jsonb_set(ticket, '{agentRespondedAt}', 'null')` })
      .where(eq(helpdeskTickets.id, ticketId));

    await runCopy(portal);

    expect(await answersOf(userId)).toEqual([]);
  });

  it('a ticket gets one mail about answers in fifteen minutes', async () => {
    const { userId, ticketId } = await addTicketOf();
    await runCopy(portal);
    say(portal, ticketId, 'First');
    await runCopy(portal);
    say(portal, ticketId, 'Second');
    await runCopy(portal);
    expect(await answersOf(userId)).toHaveLength(1);

    // The helpdesk's times are in seconds, so that the answers of a test are otherwise equally old.
    await portal.connection
      .update(mails)
      .set({ created_at: new Date(Date.now() - 16 * 60_000).toISOString(), key: `earlier:${ticketId}` })
      .where(and(eq(mails.user_id, userId), eq(mails.kind, 'ticket-answered')));
    await portal.connection
      .update(helpdeskTickets)
      .set({ ticket: sql`jsonb_set(ticket, '{agentRespondedAt}', '"2026-01-01T00:00:00.000Z"')` })
      .where(eq(helpdeskTickets.id, ticketId));
    say(portal, ticketId, 'Third');
    await runCopy(portal);
    expect(await answersOf(userId)).toHaveLength(2);
  });
});
