import { and, eq, sql } from 'drizzle-orm';
import { bankLines } from '#functions/database/schema/bank-tables.ts';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { BOOKING_JOB, laneOfFile } from '#functions/domain/bank/booking-queue.ts';
import { RUN_JOB, RUN_LANE } from '#functions/domain/billing-runs/run-queue.ts';
import { CANARY_EMAIL } from '#functions/domain/system/canary-visit.ts';
import { HELPDESK } from '#functions/ports/database/system/health-store.ts';
import { DRIVE_ID } from '#local/stand-ins.ts';
import { JOB_KINDS, type JobKind } from '#shared/job-kinds.ts';
import { jobMessage, type TaskName } from '#shared/tasks.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { storeFile } from '#test/support/contract/route-requests.ts';
import { sendMessage } from '#test/support/faults/queues.ts';
import { addTicketMessage } from '#test/support/helpdesk/helpdesk-copy.ts';
import { letTimePass, runMessageJob } from '#test/support/helpdesk/messages.ts';
import { addSupportContact, addTicket, addWaitingMessage } from '#test/support/helpdesk/tickets.ts';
import { runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { makeTerms } from '#test/support/invoices/invoices.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { addPrintedInvoices, addVerified, orderMail } from '#test/support/mails/mail-jobs.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import type { StackPortal } from './stack-portal.ts';

const recordOf = (key: string) => ({ Records: [{ body: JSON.stringify(jobMessage.parse({ key })) }] });

const longAgo = () => new Date(Date.now() - 10 * 60_000).toISOString();

/** Adds a job of a kind without any related record; returns its id. */
export const addJob = async (
  { connection }: StackPortal,
  kind: JobKind,
  job: Partial<typeof jobs.$inferInsert> = {},
): Promise<number> => {
  const fresh = { kind, key: crypto.randomUUID(), payload: {}, state: 'queued', ...job };
  const [row] = await connection
    .insert(jobs)
    .values(fresh)
    .onConflictDoUpdate({
      target: [jobs.kind, jobs.key],
      set: { state: fresh.state, attempts: 0, lease_token: null, lease_until: null, sent_at: null },
    })
    .returning({ id: jobs.id });

  return row?.id ?? 0;
};

/** Plants a message that waits for a helpdesk which was down and answers again. */
const waitForHelpdesk = async (portal: StackPortal) => {
  await letTimePass(portal);
  await addWaitingMessage(portal, await addCaller(portal, 'client'));
  const now = Date.now();
  await portal.connection
    .update(jobs)
    .set({ not_before: new Date(now + 60_000).toISOString(), progress: { metOutage: true } })
    .where(and(eq(jobs.kind, 'helpdesk-message'), eq(jobs.state, 'queued')));
  const checked_at = new Date(now).toISOString();
  await portal.connection.insert(health).values({ name: HELPDESK, state: 'Down', checked_at });
};

/** Rejects if the check could not ask the helpdesk, because the task itself only notes that. */
const checkHealth = async (portal: StackPortal) => {
  await portal.runTask('health-check');
  const [row] = await portal.connection.select().from(health).where(eq(health.name, HELPDESK));
  if (row?.state !== 'Good') {
    throw new Error('The helpdesk does not answer');
  }
};

/** Plants a ticket that reached the helpdesk, although its sender got no answer. */
const addArrivedTicket = async (portal: StackPortal) => {
  const client = await addCaller(portal, 'client');
  const text = { subject: 'No answer', description: 'Nothing came back.' };
  await addTicket(portal, client, text);
  await addTicketMessage(portal, client.userId, { ...text, uncertainSince: new Date().toISOString() });
};

/** Plants an invoice of a deleted client whose retention period is over, with its file. */
const addDueInvoice = async ({ connection }: StackPortal) => {
  await connection.insert(retainedInvoices).values({
    id: sql`(select coalesce(max(id), 1000000) + 1 from retained_invoices)`,
    invoice_number: `INV-DUE-${crypto.randomUUID()}`,
    total_amount: '100.00',
    status: 'paid',
    buyer: {},
    supplier: {},
    lines: [],
    terms: makeTerms(),
    google_drive_file_id: await storeFile(),
    drive_id: DRIVE_ID,
    created_at: longAgo(),
    delete_after: longAgo(),
  });
};

const runAfter =
  (task: TaskName, prepare: (portal: StackPortal) => Promise<unknown>) => async (portal: StackPortal) => {
    await prepare(portal);

    return portal.runTask(task);
  };

/** A permanent bounce as Amazon SES reports it, with the parts that are read. */
const bounceOf = (mailId: string, emailAddress: string) => ({
  eventType: 'Bounce',
  mail: { timestamp: new Date().toISOString(), tags: { mail: [mailId] } },
  bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
});

/** Adds a billing run that goes on and has one line of a client left. */
const addRunningRun = async ({ connection }: StackPortal, userId: number): Promise<number> => {
  const day = dayFromToday(0);
  const [service] = await connection
    .insert(services)
    .values({ user_id: userId, service_category: 'Internet', price_per_month: '370.00', bill_from: day })
    .returning({ id: services.id });
  await connection.delete(billingRuns);
  const [run] = await connection
    .insert(billingRuns)
    .values({
      month: day.slice(0, 7),
      state: 'running',
      due_date: day,
      drafted_by: userId,
      drafted_at: longAgo(),
      started_by: userId,
    })
    .returning({ id: billingRuns.id });
  const runId = run?.id ?? 0;
  await connection.insert(billingRunLines).values({
    run_id: runId,
    user_id: userId,
    service_id: service?.id ?? 0,
    from_day: day,
    to_day: day,
    days: 1,
    of_days: 30,
    price_per_month: '370.00',
    amount: '12.33',
    description: 'A day',
    group: 'new',
    group_if_included: 'new',
    state: 'included',
  });

  return runId;
};

/** The stack of the run copies to no other region. */
type DeployedTask = Exclude<TaskName, 'region-copy'>;

/** Prepares work for each task that needs all of its grants, and runs it. */
export const runJobWithWork: Record<DeployedTask, (portal: StackPortal) => Promise<unknown>> = {
  migrate: (portal) => portal.runTask('migrate'),
  'invoice-pdf': async (portal) => {
    const [admin, client] = [await addCaller(portal, 'admin'), await addCaller(portal, 'client')];
    const { id } = await issueInvoice(portal, admin, client.userId);

    return runPdfJob(portal, id);
  },
  'helpdesk-message': async (portal) => {
    const client = await addCaller(portal, 'client');
    const first = await addWaitingMessage(portal, client);
    await addWaitingMessage(portal, client);
    await letTimePass(portal);

    return runMessageJob(portal, -first);
  },
  'helpdesk-contact': async (portal) => {
    const { userId } = await addCaller(portal, 'client');
    await addSupportContact(portal, { userId });
    const key = String(userId);
    await addJob(portal, 'helpdesk-contact', { key, payload: { userId, contactKey: key } });
    await letTimePass(portal);

    return portal.runTask('helpdesk-contact', recordOf(key));
  },
  'account-mail': async (portal) => {
    const { userId, email: recipient } = await addVerified(portal, { email_verified_at: null });

    return portal.runTask(
      'account-mail',
      recordOf(await orderMail(portal, { kind: 'verify', userId, recipient })),
    );
  },
  'business-mail': async (portal) => {
    const { userId } = await addVerified(portal);
    const [invoiceId = 0] = await addPrintedInvoices(portal, userId);

    return portal.runTask(
      'business-mail',
      recordOf(await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } })),
    );
  },
  'bank-booking': async (portal) => {
    const { userId } = await addVerified(portal);
    const { fileId } = await addBankLines(portal.connection, [{ userId }]);
    await portal.connection.update(bankLines).set({ ordered_by: userId });
    for (const key of ['first', 'second']) {
      await addJob(portal, BOOKING_JOB, { key, lane: laneOfFile(fileId), payload: { fileId } });
    }

    return portal.runTask('bank-booking', recordOf('first'));
  },
  'billing-run': async (portal) => {
    const { userId } = await addVerified(portal);
    const runId = await addRunningRun(portal, userId);
    // The jobs that the routes have queued would come first.
    await portal.connection.delete(jobs).where(eq(jobs.kind, RUN_JOB));
    for (const key of ['first', 'second']) {
      await addJob(portal, RUN_JOB, { key, lane: RUN_LANE, payload: { runId } });
    }

    return portal.runTask('billing-run', recordOf('first'));
  },
  'service-ends': runAfter('service-ends', async (portal) => {
    const { userId: user_id } = await addCaller(portal, 'client');
    const service = {
      user_id,
      service_category: 'Internet',
      bill_from: '2026-01-01',
      bill_until: '2026-01-31',
    };
    await portal.connection.insert(services).values(service);
  }),
  'mail-events': async (portal) => {
    const { userId, email: recipient } = await addVerified(portal);
    const mailId = await orderMail(portal, { kind: 'password-changed', userId, recipient });

    return portal.runTask('mail-events', {
      Records: [{ body: JSON.stringify(bounceOf(mailId, recipient)) }],
    });
  },
  'helpdesk-copy': runAfter('helpdesk-copy', async (portal) => {
    await waitForHelpdesk(portal);
    await addArrivedTicket(portal);
  }),
  'job-sweep': runAfter('job-sweep', async (portal) => {
    // The sweep would also send jobs that earlier calls left.
    await portal.connection.delete(jobs);
    for (const kind of JOB_KINDS) {
      await addJob(portal, kind, { updated_at: longAgo() });
      await sendMessage(portal.queue.deadLettersUrl(kind), '{"key":"nothing"}');
    }
  }),
  'health-check': checkHealth,
  'ledger-check': (portal) => portal.runTask('ledger-check'),
  // The canary writes its account where it has none.
  canary: runAfter('canary', ({ connection }) =>
    connection.delete(users).where(eq(users.User_Email, CANARY_EMAIL)),
  ),
  purge: runAfter('purge', addDueInvoice),
};
