import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { JOBS_MAX } from '#shared/contract/limits.ts';
import { ofEachKind } from '#shared/job-kinds.ts';
import { addSignedInUser, addUser } from '#test/support/accounts.ts';
import { changeJobRow, listStoredPdfs, parkPdf, readJobRow, runPdfJob } from '#test/support/invoice-jobs.ts';
import { issueInvoice, readProgress } from '#test/support/issue-invoice.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

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
const remove = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);

const issue = async () => {
  const userId = await addUser(portal, {});
  const invoice = await issueInvoice(portal, admin, userId);
  const { id: jobId } = await readJobRow(portal, invoice.id);

  return { ...invoice, userId, jobId };
};

const SENTENCE = 'The cloud drive storage is not answering. Please try again in a moment.';

/** An invoice whose PDF the drive did not take for three days. */
const issueParked = async () => {
  const invoice = await issue();
  await parkPdf(portal, invoice.id);

  return invoice;
};

describe('the list of jobs', () => {
  it('tells of a parked PDF what it is about, whose it is, since when and why', async () => {
    const { jobId, userId, invoiceNumber } = await issueParked();

    expect(await list('?state=failed')).toEqual([
      {
        id: jobId,
        kind: 'invoice-pdf',
        about: { text: `Invoice ${invoiceNumber}`, userId },
        state: 'failed',
        attempts: 75,
        error: SENTENCE,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('holds the newest of every state, or of the one that is asked for', async () => {
    const states: JobState[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];
    const values = states.map((state, key) => ({ kind: 'invoice-pdf', key: `${key}`, state, payload: {} }));
    await portal.connection.insert(jobs).values(values);

    expect((await list()).map(({ state }) => state)).toEqual(states.toReversed());
    for (const state of states) {
      expect((await list(`?state=${state}`)).map((job) => job.state)).toEqual([state]);
    }
  });

  it(`ends after ${JOBS_MAX}`, async () => {
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

  it('tells nothing of the invoice of a deleted client, and whose it was', async () => {
    const { userId, invoiceNumber } = await issueParked();
    await remove(userId);
    const found = (await list()).filter(({ kind }) => kind === 'invoice-pdf');

    expect(found).toMatchObject([{ about: { text: 'An invoice of a deleted client', userId: null } }]);
    expect(JSON.stringify(found)).not.toContain(invoiceNumber);
  });

  it('leaves out what a later deployment may have queued', async () => {
    await portal.connection.insert(jobs).values({ kind: 'of-tomorrow', key: '1', payload: {} });

    expect(await list()).toEqual([]);
    await portal.runJob('job-sweep');
  });

  it('of a state that there is not answers 400', async () => {
    expect(await portal.call('GET', '/api/admin/jobs?state=parked', admin)).toMatchObject({
      status: 400,
      body: { fields: { state: expect.any(String) } },
    });
  });
});

describe('a job that is started again', () => {
  it('begins anew with all its tries, and ends', async () => {
    const { id, jobId, invoiceNumber } = await issueParked();
    const answer = await retry(jobId);

    expect(answer).toMatchObject({
      status: 200,
      body: { id: jobId, state: 'queued', attempts: 0, error: null },
    });
    expect(await readProgress(portal, admin, id)).toMatchObject({ state: 'queued', percent: 0 });
    await runPdfJob(portal, id);
    expect(await list()).toMatchObject([{ id: jobId, state: 'completed', attempts: 1 }]);
    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
  });

  it('is finished also if its client was deleted, because the invoice must be kept', async () => {
    const { id, userId, jobId, invoiceNumber } = await issueParked();
    await remove(userId);

    expect(await retry(jobId)).toMatchObject({ status: 200, body: { about: { userId: null } } });
    await runPdfJob(portal, id);
    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
  });

  it('waits for the sweep if its queue is out of reach', async () => {
    const { id, jobId } = await issueParked();
    const { sendRetriedJob } = await import('#functions/domain/jobs/jobs.ts');
    const { database } = await import('#functions/runtime/ports/database.ts');
    await changeJobRow(portal, id, { state: 'queued', sent_at: null });
    const send = () => Promise.reject(new Error('The queue is away'));
    const jobQueues = ofEachKind(() => ({ send, check: send }));

    await expect(sendRetriedJob({ database, jobQueues }, jobId, new Date())).rejects.toThrow('away');
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'queued', sent_at: null });
  });

  it.each<[JobState, string]>([
    ['queued', 'This job already waits for its turn.'],
    ['running', 'This job is being done just now.'],
    ['completed', 'This job is done.'],
  ])('is refused while it is %s, and nothing changes', async (state, message) => {
    const { id, jobId } = await issue();
    await changeJobRow(portal, id, { state });
    const before = await readJobRow(portal, id);

    expect(await retry(jobId)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    expect(await readJobRow(portal, id)).toEqual(before);
  });

  it('is not there: 404', async () => {
    expect(await retry(99_999)).toMatchObject({ status: 404, body: { message: 'Job not found' } });
  });
});
