import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { listMails } from '#test/support/links/links.ts';
import { addVerified, runMailJob } from '#test/support/mails/mail-jobs.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

/** Lets the time pass after which the sweep sends a job that nobody sent, and runs it and then the mail's worker. */
const sweepAndWork = async (userId: number) => {
  const [mail] = await portal.connection
    .select()
    .from(mails)
    .where(sql`${mails.user_id} = ${userId} and ${mails.kind} = 'payment-received'`);
  const isOfMail = eq(jobs.key, mail?.id ?? '');
  await portal.connection
    .update(jobs)
    .set({ updated_at: new Date(Date.now() - 60_000).toISOString() })
    .where(isOfMail);
  await portal.runTask('job-sweep');

  const [sent] = await portal.connection.select().from(jobs).where(isOfMail);
  expect(sent).toMatchObject({ kind: 'business-mail', sent_at: expect.any(String) });
  await runMailJob(portal, mail?.id ?? '');
};

const readStates = (userId: number) =>
  portal.connection
    .select({ kind: mails.kind, state: mails.state, reason: mails.reason })
    .from(mails)
    .where(sql`${mails.user_id} = ${userId} and ${mails.kind} = 'payment-received'`);

it('a payment of the last days orders a mail, which the sweep sends with what was paid, without the note', async () => {
  const { userId, email } = await addVerified(portal);
  const { body: invoice } = await money.issue(userId, 100);
  const { body: payment } = await money.pay(userId, {
    amount: 130,
    date: dayFromToday(-7),
    reference: 'A reference',
    note: 'A note for administrators',
  });
  expect(await listMails(portal, userId)).toContainEqual({
    kind: 'payment-received',
    recipient: null,
    about: { paymentId: payment.id, paymentIds: [payment.id] },
    job: 'queued',
  });

  await sweepAndWork(userId);

  const { subject, text } = await portal.mailbox.waitForMail(email, /Payment/);
  expect(subject).toMatch(/^Payment received, R\s130,00$/);
  expect(text).toContain(invoice.invoiceNumber);
  expect(text).toMatch(/R\s100,00/);
  expect(text).toMatch(/R\s30,00/);
  expect(text).toMatch(/^Nothing is owed, and you have R\s30,00 credit\.$/m);
  expect(text).toContain('A reference');
  expect(text).not.toContain('A note for administrators');
  expect(await readStates(userId)).toMatchObject([{ state: 'sent' }]);
});

it('the mail of a payment says what is owed when it is sent, although an invoice was issued after the payment', async () => {
  const { userId, email } = await addVerified(portal);
  await money.issue(userId, 100);
  await money.pay(userId, { amount: 70 });
  await money.issue(userId, 50);

  await sweepAndWork(userId);

  const { text } = await portal.mailbox.waitForMail(email, /Payment/);
  expect(text).toMatch(/^You still owe R\s80,00\.$/m);
});

it('a payment of more than seven days ago orders no mail', async () => {
  const { userId } = await addVerified(portal);

  await money.pay(userId, { amount: 10, date: dayFromToday(-8) });

  expect(await readStates(userId)).toEqual([]);
});

it('an invoice that is marked as paid orders the mail of its payment', async () => {
  const { userId } = await addVerified(portal);
  const { body: invoice } = await money.issue(userId, 100);

  await money.setStatus(invoice.id, 'paid');

  expect(await readStates(userId)).toMatchObject([{ kind: 'payment-received', state: 'waiting' }]);
});

it('a payment that is reversed before its mail is sent sends none', async () => {
  const { userId } = await addVerified(portal);
  const { body: payment } = await money.pay(userId);
  await money.reverse(payment.id);

  await sweepAndWork(userId);

  expect(await readStates(userId)).toEqual([
    { kind: 'payment-received', state: 'skipped', reason: 'outdated' },
  ]);
});

it('a payment whose request is repeated with its key orders one mail', async () => {
  const { userId } = await addVerified(portal);
  const key = { 'idempotency-key': crypto.randomUUID() };

  await money.pay(userId, {}, key);
  await money.pay(userId, {}, key);

  expect(await readStates(userId)).toHaveLength(1);
});
