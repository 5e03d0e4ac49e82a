import { inspect } from 'node:util';
import { eq } from 'drizzle-orm';
import { jobs as jobRows } from '#functions/database/schema/jobs-tables.ts';
import type { TaskName } from '#shared/tasks.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { addTicket, addWaitingMessage } from '#test/support/helpdesk/tickets.ts';
import { runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import type { startTestPortal } from '#test/support/portal/portal.ts';
import type { PlantedCaller } from './callers.ts';

type WatchedPortal = Awaited<ReturnType<typeof startTestPortal>>;

/** Lambda prints what a task throws. */
const printFailure =
  ({ heard }: WatchedPortal) =>
  (error: unknown) => {
    heard.log.push(inspect(error));
  };

/** Gives a task the message that its queue would deliver. */
const runKindOfJob = (portal: WatchedPortal, name: TaskName, key: string) =>
  portal.runTask(name, { Records: [{ body: JSON.stringify({ key }) }] }).catch(printFailure(portal));

const runBankBooking = async (portal: WatchedPortal, admin: PlantedCaller, { userId }: PlantedCaller) => {
  const { fileId } = await addBankLines(portal.connection, [{ userId, description: 'Planted-line' }]);
  await portal.call('POST', `/api/admin/bank-files/${fileId}/book-certain`, { ...admin, body: {} });
  const [job] = await portal.connection.select().from(jobRows).where(eq(jobRows.kind, 'bank-booking'));
  await runKindOfJob(portal, 'bank-booking', job?.key ?? '');
};

const runMailJobs = async (portal: WatchedPortal) => {
  const queued = await portal.connection.select().from(jobRows).where(eq(jobRows.state, 'queued'));
  for (const kind of ['account-mail', 'business-mail'] as const) {
    const [first, second] = queued.filter((row) => row.kind === kind);
    await runKindOfJob(portal, kind, first?.key ?? '');
    portal.mailbox.plantFault('MessageRejected', { times: 1 });
    await runKindOfJob(portal, kind, second?.key ?? '');
  }
  await portal.runTask('mail-events', {
    Records: [{ body: '{"eventType":"Planted-event","mail":{"timestamp":"2026-01-01T00:00:00Z"}}' }],
  });
};

/** Runs every task, and every kind of job that may fail once with a failure, for an administrator and a client. */
export const runEveryTask = async (portal: WatchedPortal, admin: PlantedCaller, client: PlantedCaller) => {
  const { id } = await issueInvoice(portal, admin, client.userId);
  portal.drive.failNext('files.create', 403);
  await runPdfJob(portal, id).catch(printFailure(portal));
  await portal.call('POST', `/api/invoices/${id}/retry`, admin);
  await runPdfJob(portal, id);

  await addTicket(portal, client, { subject: 'Planted-subject', description: 'Planted-description' });
  portal.freshdesk.failNext('tickets.list', { status: 401 });
  await portal.runTask('helpdesk-copy').catch(printFailure(portal));
  await portal.runTask('helpdesk-copy');
  const messageId = -(await addWaitingMessage(portal, client, { words: 'Planted-words' }));
  await portal.connection.update(jobRows).set({ not_before: null });
  portal.freshdesk.failNext('tickets.create', { status: 400 });
  await runKindOfJob(portal, 'helpdesk-message', String(messageId));
  await runKindOfJob(portal, 'helpdesk-contact', String(client.userId));

  portal.drive.failNext('files.get', 403);
  await portal.runTask('health-check').catch(printFailure(portal));
  await portal.runTask('health-check');
  await portal.runTask('canary');
  await runBankBooking(portal, admin, client);
  await runMailJobs(portal);
  await runKindOfJob(portal, 'billing-run', 'none');
  await portal.runTask('service-ends');
  await portal.runTask('ledger-check');
  await portal.runTask('job-sweep');
  await portal.runTask('region-copy');
  await portal.runTask('purge');
};
