import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import type { MailKind } from '#shared/mails/mail-kinds.ts';
import { listAudit } from '#test/support/links/links.ts';
import { addPrintedInvoices } from '#test/support/mails/mail-jobs.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const addMail = async (
  userId: number,
  mail: Partial<typeof mails.$inferInsert> & { kind?: MailKind } = {},
): Promise<string> => {
  const id = crypto.randomUUID();
  await portal.connection
    .insert(mails)
    .values({ id, user_id: userId, kind: 'verify', key: `test:${id}`, ...mail });

  return id;
};

const listOwn = async (cookie: string) => (await portal.call('GET', '/api/user/mails', { cookie })).body;

const resend = (mailId: string) => portal.call('POST', `/api/admin/mails/${mailId}/resend`, admin);

describe('the mails of an account', () => {
  it('mails are listed with their subject, or with the label of their kind until they are sent', async () => {
    const client = await addCaller(portal, 'client');
    await addMail(client.userId, { created_at: '2026-11-20T10:00:00.000Z' });
    await addMail(client.userId, {
      kind: 'invoice',
      subject: 'Invoice INV-2026-000123',
      recipient: client.email,
      state: 'delivered',
      created_at: '2026-11-21T10:00:00.000Z',
      sent_at: '2026-11-21T10:00:05.000Z',
    });
    await addMail((await addCaller(portal, 'client')).userId);

    expect(await listOwn(client.cookie)).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        subject: 'Invoice INV-2026-000123',
        to: client.email,
        state: 'delivered',
        sentAt: '2026-11-21T10:00:05.000Z',
      }),
      expect.objectContaining({ kind: 'verify', subject: 'Verify your address', to: null, reason: null }),
    ]);
  });

  it('say why one was skipped, in words', async () => {
    const client = await addCaller(portal, 'client');
    await addMail(client.userId, { state: 'skipped', reason: 'switched-off' });

    expect(await listOwn(client.cookie)).toMatchObject([
      { state: 'skipped', reason: 'Mail is switched off' },
    ]);
  });

  it('the newest hundred mails of an account are listed', async () => {
    const client = await addCaller(portal, 'client');
    const oldest = await addMail(client.userId, { created_at: '2026-01-01T00:00:00.000Z' });
    for (const _ of Array.from({ length: 100 })) {
      await addMail(client.userId);
    }

    const listed: { id: string }[] = await listOwn(client.cookie);

    expect(listed).toHaveLength(100);
    expect(listed.map(({ id }) => id)).not.toContain(oldest);
  });

  it('a list of mails for an administrator is audited', async () => {
    const client = await addCaller(portal, 'client');
    await addMail(client.userId);

    const { body } = await portal.call('GET', `/api/admin/users/${client.userId}/mails`, admin);

    expect(body).toEqual(await listOwn(client.cookie));
    expect(await listAudit(portal, client.userId)).toEqual([
      { action: 'mails.list', actor: admin.userId, changes: [] },
    ]);
  });
});

describe('sending an invoice again', () => {
  const addInvoiceMail = async (state: string, job: string | null = 'completed') => {
    const client = await addCaller(portal, 'client');
    const [invoiceId = 0] = await addPrintedInvoices(portal, client.userId);
    const about = { invoiceId };
    const mailId = await addMail(client.userId, {
      kind: 'invoice',
      key: `invoice:${invoiceId}`,
      about,
      state,
      created_at: '2026-11-20T10:00:00.000Z',
    });
    if (job !== null) {
      await portal.connection
        .insert(jobs)
        .values({ kind: 'business-mail', key: mailId, payload: { mailId }, state: job });
    }

    return { ...client, invoiceId, mailId };
  };

  it('an invoice that is sent again gets a new mail with its own row and job', async () => {
    const { cookie, mailId, invoiceId, userId } = await addInvoiceMail('bounced');

    const { status, body } = await resend(mailId);

    expect(status).toBe(202);
    expect(body).toMatchObject({ kind: 'invoice', subject: 'Invoice', state: 'waiting', to: null });
    expect(await listOwn(cookie)).toEqual([body, expect.objectContaining({ id: mailId, state: 'bounced' })]);
    const [row] = await portal.connection.select().from(mails).where(eq(mails.id, body.id));
    expect(row).toMatchObject({
      user_id: userId,
      about: { invoiceId },
      key: `invoice:${invoiceId}:after:${mailId}`,
    });
  });

  it('an invoice is not sent again while a mail of it waits, and may be afterwards', async () => {
    const { mailId } = await addInvoiceMail('delivered');
    const { body: second } = await resend(mailId);

    expect((await resend(mailId)).status).toBe(409);
    await portal.connection.update(jobs).set({ state: 'completed' }).where(eq(jobs.key, second.id));
    await portal.connection.update(mails).set({ state: 'delivered' }).where(eq(mails.id, second.id));
    expect((await resend(mailId)).status).toBe(202);
  });

  it.each([
    ['waiting', 'queued'],
    ['uncertain', 'running'],
    ['uncertain', 'queued'],
    // Its job was given up and started again.
    ['failed', 'queued'],
  ])('an invoice is not sent again for a mail in the state %s whose job is %s', async (state, job) => {
    const { mailId } = await addInvoiceMail(state, job);

    expect(await resend(mailId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('an invoice is not sent again for a mail that waits for its PDF', async () => {
    const { mailId } = await addInvoiceMail('waiting', null);

    expect(await resend(mailId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('an invoice can be sent again for an uncertain mail that was given up', async () => {
    const { mailId } = await addInvoiceMail('uncertain', 'failed');

    expect((await resend(mailId)).status).toBe(202);
  });

  it('two requests at the same moment to send an invoice again make one mail', async () => {
    const { cookie, mailId } = await addInvoiceMail('delivered');

    const answers = await Promise.all([resend(mailId), resend(mailId)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(await listOwn(cookie)).toHaveLength(2);
  });

  it('a mail of another kind cannot be sent again', async () => {
    const client = await addCaller(portal, 'client');

    expect(await resend(await addMail(client.userId, { state: 'delivered' }))).toMatchObject({
      status: 409,
      body: { message: 'Only the mail of an invoice or a credit note can be sent again.' },
    });
  });

  it('a mail without an account is answered like a missing one', async () => {
    const id = crypto.randomUUID();
    await portal.connection.insert(mails).values({ id, kind: 'reset', key: `reset:${id}` });

    const answers = [await resend(id), await resend(crypto.randomUUID())];

    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, 'Mail not found'],
      [404, 'Mail not found'],
    ]);
  });
});

describe('a block of mail to an address', () => {
  const readMailState = async (cookie: string) =>
    (await portal.call('GET', '/api/user', { cookie })).body.mail;
  const readBlock = async (userId: number) =>
    (await portal.call('GET', `/api/admin/users/${userId}`, admin)).body.mailBlock;
  const lift = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}/mail-block`, admin);

  it('a block of mail is shown to the client and the administrator, who lifts it', async () => {
    const client = await addCaller(portal, 'client');
    const { userId, email } = client;
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: userId, address: email.toLowerCase(), reason: 'bounce' });
    expect(await readMailState(client.cookie)).toBe('blocked');
    expect(await readBlock(userId)).toMatchObject({ reason: 'bounce' });

    expect([(await lift(userId)).status, (await lift(userId)).status]).toEqual([204, 204]);

    expect(await readMailState(client.cookie)).toBe('on');
    expect(await readBlock(userId)).toBeNull();
    expect((await listAudit(portal, userId)).filter(({ action }) => action === 'mails.unblock')).toHaveLength(
      2,
    );
  });

  it('a block of another address leaves mail on, and the administrator sees and lifts it', async () => {
    const client = await addCaller(portal, 'client');
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: client.userId, address: 'other@example.com', reason: 'not-me' });
    expect(await readMailState(client.cookie)).toBe('on');
    expect(await readBlock(client.userId)).toEqual({
      address: 'other@example.com',
      reason: 'not-me',
      since: expect.stringMatching(/Z$/),
    });

    await lift(client.userId);

    expect(await readBlock(client.userId)).toBeNull();
  });

  it('a block of the present address is shown before a newer one of another', async () => {
    const { userId, email } = await addCaller(portal, 'client');
    const present = { user_id: userId, address: email.toLowerCase(), reason: 'bounce' };
    const other = { user_id: userId, address: 'other@example.com', reason: 'not-me' };
    await portal.connection
      .insert(mailBlocks)
      .values([{ ...present, created_at: '2026-01-01T00:00:00.000Z' }, other]);

    expect(await readBlock(userId)).toMatchObject({ address: email.toLowerCase(), reason: 'bounce' });
  });
});
