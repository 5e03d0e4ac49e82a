import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { childProcessIds } from '#test/support/faults/processes.ts';
import { emptyQueue, receiveMessages, sendMessage } from '#test/support/faults/queues.ts';
import {
  changeJobRow,
  endPdfWait,
  listStoredPdfs,
  parkPdf,
  pdfMessage,
  readJobRow,
  runPdfJob,
} from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice, readProgress, stepStatuses } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let userId: number;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  userId = await addUser(portal, {});
});
afterAll(() => portal.stop());

const issue = () => issueInvoice(portal, admin, userId);
const progressOf = (invoiceId: number) => readProgress(portal, admin, invoiceId);
const tryAgain = async (invoiceId: number) => {
  const answer = await portal.call('POST', `/api/invoices/${invoiceId}/retry`, admin);
  expect(answer.status).toBe(200);
  await runPdfJob(portal, invoiceId);

  return progressOf(invoiceId);
};

const DAY_MS = 24 * 3_600_000;
const DRIVE_SENTENCE = 'The cloud drive storage is not answering. Please try again in a moment.';

const storedPdfs = (invoiceNumber: string) =>
  listStoredPdfs(portal).filter((name) => name === `${invoiceNumber}.pdf`);

const killChromium = () => {
  for (const processId of childProcessIds()) {
    process.kill(processId, 'SIGKILL');
  }
};

describe('a PDF job whose Chromium is killed', () => {
  it('a killed Chromium is shown on its step of the PDF job, keeps the invoice, and a retry makes the PDF', async () => {
    const { id, invoiceNumber } = await issue();

    const failing = expect(runPdfJob(portal, id)).rejects.toThrow();
    let hasFailed = false;
    void failing.finally(() => {
      hasFailed = true;
    });
    // A Chromium that is killed between two jobs is replaced, so each one is killed until the job fails.
    while (!hasFailed) {
      killChromium();
      await sleep(5);
    }
    await failing;

    const failed = await progressOf(id);
    expect(failed).toMatchObject({ state: 'queued', percent: 40 });
    expect(stepStatuses(failed)).toEqual(['completed', 'completed', 'error', 'pending', 'pending']);
    expect(failed.steps[2]?.error).toBe('The PDF could not be made because the print engine stopped.');
    const { body } = await portal.call('GET', `/api/users/${userId}/invoices`, admin);
    expect(body[0]).toMatchObject({ id, invoiceNumber, status: 'pending', fileName: null });

    expect(await tryAgain(id)).toMatchObject({ state: 'completed', percent: 100 });
    expect(storedPdfs(invoiceNumber)).toHaveLength(1);
  });
});

describe('a PDF job whose Drive fails', () => {
  it.each([429, 500, 503])(
    "a drive's %s is shown on the upload step of a PDF job, and the next try stores the file",
    async (status) => {
      const { id, invoiceNumber } = await issue();
      portal.drive.failNext('files.create', status);

      await expect(runPdfJob(portal, id)).rejects.toThrow('unavailable');
      const failed = await progressOf(id);
      expect(failed).toMatchObject({ state: 'queued', percent: 60 });
      expect(failed.steps[3]).toMatchObject({ status: 'error', error: DRIVE_SENTENCE });

      await endPdfWait(portal, id);
      await runPdfJob(portal, id);
      expect(await progressOf(id)).toMatchObject({ state: 'completed' });
      expect(storedPdfs(invoiceNumber)).toHaveLength(1);
    },
  );

  it('a PDF whose upload was cut off after its end is found stored at the next try', async () => {
    const { id, invoiceNumber } = await issue();
    portal.drive.failNext('files.create', 'drop-after');

    await expect(runPdfJob(portal, id)).rejects.toThrow('unavailable');
    await endPdfWait(portal, id);
    await runPdfJob(portal, id);

    expect(await progressOf(id)).toMatchObject({ state: 'completed' });
    expect(storedPdfs(invoiceNumber)).toHaveLength(1);
  });

  it('a refused token of the drive is renewed, also in the middle of a PDF job', async () => {
    const first = await issue();
    portal.drive.expireTokens();
    await runPdfJob(portal, first.id);
    expect(await progressOf(first.id)).toMatchObject({ state: 'completed' });

    const second = await issue();
    portal.drive.failNext('files.create', 503);
    await expect(runPdfJob(portal, second.id)).rejects.toThrow();
    portal.drive.expireTokens();
    await endPdfWait(portal, second.id);
    await runPdfJob(portal, second.id);
    expect(await progressOf(second.id)).toMatchObject({ state: 'completed' });
  });

  it('a refused service account of the drive is shown on the upload step of a PDF job', async () => {
    const { id } = await issue();
    portal.drive.expireTokens();
    portal.drive.failNext('token', 403);

    await expect(runPdfJob(portal, id)).rejects.toThrow('unavailable');
    expect((await progressOf(id)).steps[3]).toMatchObject({ status: 'error', error: DRIVE_SENTENCE });
  });
});

describe('a PDF job whose database fails over', () => {
  it('a PDF is made at the next try after the database fails over at any call of its job', async () => {
    const isFailing = { call: 0 };
    portal.dataApi.delayCalls(async () => {
      if (portal.dataApi.calls.total === isFailing.call) {
        portal.dataApi.failNext('ExecuteStatement', '57P01');
      }
    });
    onTestFinished(() => portal.dataApi.delayCalls(async () => {}));

    for (const call of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const { id, invoiceNumber } = await issue();
      portal.dataApi.calls.reset();
      isFailing.call = call;
      await expect(runPdfJob(portal, id)).rejects.toThrow('unavailable');
      expect(await progressOf(id)).toMatchObject({ state: 'queued' });

      await endPdfWait(portal, id);
      await runPdfJob(portal, id);
      expect(await progressOf(id)).toMatchObject({ state: 'completed' });
      expect(storedPdfs(invoiceNumber)).toHaveLength(1);
    }
  });
});

describe('a PDF job whose Drive is down for long', () => {
  it('a PDF job backs off longer than five tries take, and the first sweep after its wait finishes it', async () => {
    const { id, invoiceNumber } = await issue();
    portal.drive.failNext('files.create', 503, 6);
    for (const minutes of [1, 2, 4, 8, 16, 32]) {
      await endPdfWait(portal, id);
      const before = Date.now();
      await expect(runPdfJob(portal, id)).rejects.toThrow('unavailable');
      const { state, nextTryAt } = await progressOf(id);
      expect(state).toBe('queued');
      expect(Date.parse(nextTryAt ?? '') - before).toBeGreaterThanOrEqual(minutes * 60_000);
      expect(Date.parse(nextTryAt ?? '') - before).toBeLessThan(minutes * 60_000 + 30_000);
    }
    await runPdfJob(portal, id);
    expect(await progressOf(id), 'before its time').toMatchObject({ state: 'queued' });

    const queueUrl = portal.queue.queueUrl('invoice-pdf');
    await emptyQueue(queueUrl);
    await changeJobRow(portal, id, { not_before: new Date().toISOString() });
    await portal.runTask('job-sweep');
    expect(await receiveMessages(queueUrl)).toContainEqual(pdfMessage(id));
    await runPdfJob(portal, id);
    expect(await progressOf(id)).toMatchObject({ state: 'completed' });
    expect(storedPdfs(invoiceNumber)).toHaveLength(1);
  });

  it('a waiting PDF job starts at once on a retry, with all its tries', async () => {
    const { id } = await issue();
    portal.drive.failNext('files.create', 503);
    await expect(runPdfJob(portal, id)).rejects.toThrow();

    expect(await tryAgain(id)).toMatchObject({ state: 'completed', nextTryAt: null });
    expect(await readJobRow(portal, id)).toMatchObject({ attempts: 1 });
  });

  it('a waiting PDF job can be cancelled, and the end of its wait changes nothing', async () => {
    const { id } = await issue();
    portal.drive.failNext('files.create', 503);
    await expect(runPdfJob(portal, id)).rejects.toThrow();
    const cancelled = await portal.call('POST', `/api/invoices/${id}/cancel`, admin);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled', nextTryAt: null } });

    await endPdfWait(portal, id);
    await portal.runTask('job-sweep');
    await runPdfJob(portal, id);
    expect(await progressOf(id)).toMatchObject({ state: 'cancelled' });
  });

  it('a PDF job is parked with its error after three days, and only a retry finishes it', async () => {
    const { id } = await issue();
    await parkPdf(portal, id);
    expect(await progressOf(id)).toMatchObject({ state: 'failed', nextTryAt: null });

    await runPdfJob(portal, id);
    expect((await progressOf(id)).steps[3]).toMatchObject({ status: 'error', error: DRIVE_SENTENCE });
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'failed', attempts: 75 });
    expect(await tryAgain(id)).toMatchObject({ state: 'completed' });
  });
});

it('a PDF job that was parked a day ago counts as parked for long', async () => {
  const { id } = await issue();
  await parkPdf(portal, id);
  const { database } = await import('#local/seed/whole-database.ts');
  const count = async () =>
    (await database.jobs.countParked(new Date(Date.now() - DAY_MS))).find(
      ({ kind }) => kind === 'invoice-pdf',
    );
  const before = await count();
  await changeJobRow(portal, id, { updated_at: new Date(Date.now() - DAY_MS - 60_000).toISOString() });

  expect(before).toMatchObject({ count: expect.any(Number), longCount: 0 });
  expect(await count()).toEqual({ ...before, longCount: 1 });
  await tryAgain(id);
});

describe('a PDF job that crashes five times', () => {
  it('a PDF job is parked after five workers crashed without a report, and a retry finishes it', async () => {
    const { id } = await issue();
    const longAgo = new Date(Date.now() - 60_000).toISOString();
    await changeJobRow(portal, id, { state: 'running', attempts: 5, crashes: 5, lease_until: longAgo });

    await expect(runPdfJob(portal, id)).rejects.toThrow('came to an end');
    expect(await progressOf(id)).toMatchObject({ state: 'failed' });
    expect(await tryAgain(id)).toMatchObject({ state: 'completed' });
  });
});

describe('the job sweep', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const queueUrl = () => portal.queue.queueUrl('invoice-pdf');
  const deadLettersUrl = () => portal.queue.deadLettersUrl('invoice-pdf');

  it('the job sweep sends a job whose message was never sent, once', async () => {
    const { id } = await issue();
    await emptyQueue(queueUrl());
    await changeJobRow(portal, id, { sent_at: null, updated_at: minutesAgo(3) });

    await portal.runTask('job-sweep');
    await portal.runTask('job-sweep');
    expect(await receiveMessages(queueUrl())).toEqual([pdfMessage(id)]);
    expect((await readJobRow(portal, id)).sent_at).not.toBeNull();
  });

  it.each([
    ['has waited too long since its message was sent', { sent_at: minutesAgo(3), updated_at: minutesAgo(3) }],
    ['has waited too long for its first message', { sent_at: null, updated_at: minutesAgo(1) }],
    [
      'lost its worker 24 seconds ago',
      { state: 'running', sent_at: minutesAgo(1), lease_until: minutesAgo(0.4) },
    ],
    [
      'lost its worker three minutes ago',
      { state: 'running', sent_at: minutesAgo(4), lease_until: minutesAgo(3) },
    ],
  ])('the job sweep sends a job that %s', async (_name, change) => {
    const { id } = await issue();
    await emptyQueue(queueUrl());
    await changeJobRow(portal, id, change);

    await portal.runTask('job-sweep');
    expect(await receiveMessages(queueUrl())).toContainEqual(pdfMessage(id));
  });

  it.each([
    ['was just issued', () => ({ state: 'queued' })],
    ['was just sent', () => ({ state: 'queued', sent_at: minutesAgo(0), updated_at: minutesAgo(3) })],
    [
      'is held by a worker',
      () => ({ state: 'running', lease_until: minutesAgo(-1), updated_at: minutesAgo(3) }),
    ],
    ['was cancelled', () => ({ state: 'cancelled', updated_at: minutesAgo(3) })],
    ['failed', () => ({ state: 'failed', updated_at: minutesAgo(3) })],
  ])('the job sweep leaves a job alone that %s', async (_name, change) => {
    const { id } = await issue();
    await emptyQueue(queueUrl());
    await changeJobRow(portal, id, change());

    await portal.runTask('job-sweep');
    expect(await receiveMessages(queueUrl())).not.toContainEqual(pdfMessage(id));
  });

  it('the job sweep marks a job as failed whose message died, and a retry finishes it', async () => {
    const { id } = await issue();
    await sendMessage(deadLettersUrl(), JSON.stringify(pdfMessage(id)));

    await portal.runTask('job-sweep');
    const failed = await progressOf(id);
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed.steps[0]).toMatchObject({
      status: 'error',
      error: 'The PDF could not be made after several tries.',
    });
    expect(await receiveMessages(deadLettersUrl())).toEqual([]);
    expect(await tryAgain(id)).toMatchObject({ state: 'completed' });
  });

  it.each([
    ['is done', 'completed'],
    ['is held by a worker', 'running'],
  ])('the job sweep removes a dead message whose job %s, and leaves the job alone', async (_name, state) => {
    const { id } = await issue();
    await changeJobRow(portal, id, { state, lease_until: minutesAgo(-1) });
    await sendMessage(deadLettersUrl(), JSON.stringify(pdfMessage(id)));

    await portal.runTask('job-sweep');
    expect(await readJobRow(portal, id)).toMatchObject({ state });
    expect(await receiveMessages(deadLettersUrl())).toEqual([]);
  });

  it('the job sweep goes on after a dead message that it cannot read', async () => {
    const { id } = await issue();
    await emptyQueue(queueUrl());
    await sendMessage(deadLettersUrl(), '{"key":7}');
    await changeJobRow(portal, id, { sent_at: null, updated_at: minutesAgo(3) });

    await portal.runTask('job-sweep');
    expect(await receiveMessages(queueUrl())).toContainEqual(pdfMessage(id));
  });
});
