import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { JOBS_MAX, JOBS_RETRIED_MAX } from '#shared/contract/limits.ts';
import { ofEachKind } from '#shared/job-kinds.ts';
import { emptyQueue, receiveMessages } from '#test/support/faults/queues.ts';
import {
  changeJobRow,
  listStoredPdfs,
  parkPdf,
  pdfMessage,
  readJobRow,
  runPdfJob,
} from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice, readProgress } from '#test/support/invoices/issue-invoice.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(jobs);
});

const list = async (query = ''): Promise<Job[]> => {
  const { status, body } = await portal.call('GET', `/api/admin/jobs${query}`, admin);
  expect(status).toBe(200);

  return body;
};
const retry = (jobId: number) => portal.call('POST', `/api/admin/jobs/${jobId}/retry`, admin);
const remove = (userId: number) => deleteSettled(portal, admin, userId);

const issue = async () => {
  const userId = await addUser(portal, {});
  const invoice = await issueInvoice(portal, admin, userId);
  const { id: jobId } = await readJobRow(portal, invoice.id);

  return { ...invoice, userId, jobId };
};

const SENTENCE = 'The cloud drive storage is not answering. Please try again in a moment.';

/** Issues an invoice whose PDF the drive has refused for three days. */
const issueParked = async () => {
  const invoice = await issue();
  await parkPdf(portal, invoice.id);

  return invoice;
};

describe('the list of jobs', () => {
  it('a parked PDF job is listed with its invoice, its client, its time and its error', async () => {
    const { jobId, userId, invoiceNumber } = await issueParked();

    expect(await list('?state=failed')).toEqual([
      {
        id: jobId,
        kind: 'invoice-pdf',
        about: {
          text: `Invoice ${invoiceNumber}`,
          userId,
          user: {
            id: userId,
            name: 'Thandi Nkosi',
            company: null,
            OWNumber: expect.stringMatching(/^OW\d+$/),
          },
        },
        state: 'failed',
        attempts: 75,
        error: SENTENCE,
        unsent: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('the newest jobs of all states, or of the requested state, are listed', async () => {
    const states: JobState[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];
    const values = states.map((state, key) => ({ kind: 'invoice-pdf', key: `${key}`, state, payload: {} }));
    await portal.connection.insert(jobs).values(values);

    expect((await list()).map(({ state }) => state)).toEqual(states.toReversed());
    for (const state of states) {
      expect((await list(`?state=${state}`)).map((job) => job.state)).toEqual([state]);
    }
  });

  it(`at most ${JOBS_MAX} jobs are listed`, async () => {
    const values = Array.from({ length: JOBS_MAX + 1 }, (_, key) => ({
      kind: 'invoice-pdf',
      key: `${key}`,
      payload: { invoiceId: key },
    }));
    const rows = await portal.connection.insert(jobs).values(values).returning({ id: jobs.id });

    expect((await list()).map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .slice(1)
        .reverse(),
    );
  });

  it("the job of a deleted client's invoice is listed without the client and the invoice number", async () => {
    const { userId, invoiceNumber } = await issueParked();
    await remove(userId);
    const found = (await list()).filter(({ kind }) => kind === 'invoice-pdf');

    expect(found).toMatchObject([{ about: { text: 'An invoice of a deleted client', user: null } }]);
    expect(JSON.stringify(found)).not.toContain(invoiceNumber);
  });

  it('a completed job says why its mail was skipped, and nothing of a mail that was sent', async () => {
    const userId = await addUser(portal, {});
    const states = { skipped: 'not-verified', sent: null };
    for (const [state, reason] of Object.entries(states)) {
      const id = crypto.randomUUID();
      await portal.connection
        .insert(mails)
        .values({ id, user_id: userId, kind: 'invoice', key: id, state, reason });
      await portal.connection
        .insert(jobs)
        .values({ kind: 'business-mail', key: id, state: 'completed', payload: { mailId: id } });
    }

    expect((await list('?state=completed')).map(({ unsent }) => unsent)).toEqual([
      null,
      'The address is not verified',
    ]);
  });

  it('jobs of an unknown kind, as a later deployment may have queued, are left out of the list', async () => {
    await portal.connection.insert(jobs).values({ kind: 'of-tomorrow', key: '1', payload: {} });

    expect(await list()).toEqual([]);
    await portal.runTask('job-sweep');
  });

  it('a list of jobs of an unknown state answers 400', async () => {
    expect(await portal.call('GET', '/api/admin/jobs?state=parked', admin)).toMatchObject({
      status: 400,
      body: { fields: { state: expect.any(String) } },
    });
  });
});

describe('a job that is started again', () => {
  it('a parked job that is started again has all its tries, and finishes', async () => {
    const { id, jobId, invoiceNumber } = await issueParked();
    const answer = await retry(jobId);

    expect(answer).toMatchObject({
      status: 200,
      body: { id: jobId, state: 'queued', attempts: 0, error: null },
    });
    expect(await readProgress(portal, admin, id)).toMatchObject({ state: 'queued', percent: 0 });
    await runPdfJob(portal, id);
    const ofPdfs = (await list()).filter(({ kind }) => kind === 'invoice-pdf');
    expect(ofPdfs).toMatchObject([{ id: jobId, state: 'completed', attempts: 1 }]);
    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
  });

  it('a retried PDF job of a deleted client finishes, because the invoice must be retained', async () => {
    const { id, userId, jobId, invoiceNumber } = await issueParked();
    await remove(userId);

    expect(await retry(jobId)).toMatchObject({ status: 200, body: { about: { user: null } } });
    await runPdfJob(portal, id);
    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
  });

  it('a retried job is left to the sweep if its queue is out of reach', async () => {
    const { id, jobId } = await issueParked();
    const { sendRetriedJob } = await import('#functions/domain/jobs/manage-jobs.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    await changeJobRow(portal, id, { state: 'queued', sent_at: null });
    const send = () => Promise.reject(new Error('The queue is away'));
    const jobQueues = ofEachKind(() => ({ send, check: send }));

    await expect(sendRetriedJob({ database, jobQueues }, jobId)).rejects.toThrow('away');
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'queued', sent_at: null });
  });

  it.each<[JobState, string]>([
    ['queued', 'This job already waits for its turn.'],
    ['running', 'This job is being done just now.'],
    ['completed', 'This job is done.'],
  ])('a job in the state %s cannot be retried, and nothing changes', async (state, message) => {
    const { id, jobId } = await issue();
    await changeJobRow(portal, id, { state });
    const before = await readJobRow(portal, id);

    expect(await retry(jobId)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    expect(await readJobRow(portal, id)).toEqual(before);
  });

  it('a retry of a missing job answers 404', async () => {
    expect(await retry(99_999)).toMatchObject({ status: 404, body: { message: 'Job not found' } });
  });
});

describe('all failed jobs of a kind', () => {
  const retryAll = (kind: string) =>
    portal.call('POST', '/api/admin/jobs/retry', { ...admin, body: { kind } });
  const addFailed = (kind: string, count: number) =>
    portal.connection.execute(sql`
      insert into jobs (kind, key, state, payload)
      select ${kind}, 'a' || number, 'failed', '{}' from generate_series(1, ${count}::int) as number`);
  const statesOf = async (kind: string) =>
    (await portal.connection.select().from(jobs).where(eq(jobs.kind, kind)))
      .map(({ state }) => state)
      .toSorted();
  const readAudit = () =>
    portal.connection.select().from(auditLog).where(eq(auditLog.action, 'jobs.retry-all'));

  it('all failed jobs of one kind are started again and sent by the next sweep, and no other jobs', async () => {
    const [first, second] = [await issueParked(), await issueParked()];
    const cancelled = await issue();
    await changeJobRow(portal, cancelled.id, { state: 'cancelled' });
    await addFailed('helpdesk-message', 1);

    expect(await retryAll('invoice-pdf')).toMatchObject({ status: 200, body: { started: 2 } });
    expect(await statesOf('invoice-pdf')).toEqual(['cancelled', 'queued', 'queued']);
    expect(await statesOf('helpdesk-message')).toEqual(['failed']);
    expect(await readJobRow(portal, first.id)).toMatchObject({ attempts: 0, crashes: 0, error: null });

    await emptyQueue(portal.queue.queueUrl('invoice-pdf'));
    await portal.runTask('job-sweep');
    const sent = await receiveMessages(portal.queue.queueUrl('invoice-pdf'));
    expect(sent).toEqual(expect.arrayContaining([pdfMessage(first.id), pdfMessage(second.id)]));
    await Promise.all([runPdfJob(portal, first.id), runPdfJob(portal, second.id)]);
    expect(await statesOf('invoice-pdf')).toEqual(['cancelled', 'completed', 'completed']);
  });

  it('the retry of all failed jobs is audited with their number, and a second retry writes nothing', async () => {
    await addFailed('invoice-pdf', 3);
    const before = (await readAudit()).length;

    expect((await retryAll('invoice-pdf')).body).toEqual({ started: 3 });
    expect((await retryAll('invoice-pdf')).body).toEqual({ started: 0 });
    expect((await readAudit()).slice(before)).toMatchObject([
      { actor_id: admin.userId, record: 'failed jobs of invoice-pdf: 3' },
    ]);
  });

  it('all failed jobs of a kind start once when two administrators retry them at the same moment', async () => {
    await addFailed('invoice-pdf', 20);
    const answers = await Promise.all([retryAll('invoice-pdf'), retryAll('invoice-pdf')]);

    expect(answers.map(({ body }) => body.started).toSorted((a, b) => a - b)).toEqual([0, 20]);
  });

  it(`at most ${JOBS_RETRIED_MAX} failed jobs are retried at a time, the oldest first`, async () => {
    await addFailed('invoice-pdf', JOBS_RETRIED_MAX + 1);

    expect((await retryAll('invoice-pdf')).body).toEqual({ started: JOBS_RETRIED_MAX });
    expect(await list('?state=failed')).toMatchObject([{ about: { text: expect.any(String) } }]);
    expect((await retryAll('invoice-pdf')).body).toEqual({ started: 1 });
  });

  it('a retry of all failed jobs of an unknown kind answers 400', async () => {
    expect(await retryAll('of-tomorrow')).toMatchObject({
      status: 400,
      body: { fields: { kind: expect.any(String) } },
    });
  });
});
