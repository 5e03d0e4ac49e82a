import { describe, expect, it } from 'vitest';
import { type HeldJob, PostponedError, workOnClaimed, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import { AppError } from '#shared/errors.ts';
import { makeFakeJobStore, makeJob } from '#test/support/fake-job-store.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const work = (
  job: ReturnType<typeof makeJob>,
  run: (held: HeldJob) => Promise<void>,
  clock = () => NOW,
): Promise<void> =>
  workOnJob(makeFakeJobStore(job), job, clock, (held) => ({
    run: () => run(held),
    explain: () => ({ error: 'It went wrong.', progress: ['explained'] }),
  }));

const fail = (error: Error) => () => Promise.reject(error);

describe('a job that is claimed', () => {
  it('is tried once more, first tried now, and held for as long as its worker may run', async () => {
    const job = makeJob();
    let seen: HeldJob | undefined;
    await work(job, async (held) => {
      seen = held;
    });

    expect(seen).toMatchObject({ jobId: 1, attempts: 1, firstTriedAt: NOW, payload: { invoiceId: 7 } });
    expect(job).toMatchObject({ state: 'running', lease: { until: secondsLater(30) } });
    expect(seen?.held()).toEqual({ jobId: 1, leaseToken: job.lease?.token, now: NOW });
  });

  it.each([
    ['completed', makeJob({ state: 'completed' })],
    ['cancelled', makeJob({ state: 'cancelled' })],
    ['failed', makeJob({ state: 'failed' })],
    ['not due yet', makeJob({ notBefore: secondsLater(1) })],
    ['held by another', makeJob({ state: 'running', lease: { token: 'other', until: secondsLater(1) } })],
  ])('is left alone while it is %s', async (_, job) => {
    const before = structuredClone(job);
    await work(job, fail(new Error('Nobody may do this job')));

    expect(job).toEqual(before);
  });

  it('is taken over when it is due, or once the lease of another is over', async () => {
    const due = makeJob({ notBefore: NOW });
    const lost = makeJob({
      state: 'running',
      attempts: 1,
      lease: { token: 'other', until: secondsLater(-1) },
    });
    await work(due, async () => {});
    await work(lost, async () => {});

    expect([due.attempts, lost.attempts]).toEqual([1, 2]);
  });
});

describe('a try that fails', () => {
  it('gives the job back with what it says of itself, and throws for the log and the queue', async () => {
    const job = makeJob();

    await expect(work(job, fail(new Error('socket hang up')))).rejects.toThrow('socket hang up');
    expect(job).toMatchObject({
      state: 'queued',
      lease: null,
      error: 'It went wrong.',
      progress: ['explained'],
    });
  });

  it('parks the job if it was the last', async () => {
    const job = makeJob({ attempts: 4, firstTriedAt: NOW });

    await expect(work(job, fail(new AppError('unavailable', 'Later.')))).rejects.toThrow();
    expect(job).toMatchObject({ state: 'failed', attempts: 5 });
  });

  it('parks the job at once if waiting cannot mend it', async () => {
    const job = makeJob();

    await expect(work(job, fail(new AppError('unprocessable', 'Too large.')))).rejects.toThrow();
    expect(job).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('is not begun if every try before ended without a word', async () => {
    const job = makeJob({
      state: 'running',
      attempts: 5,
      firstTriedAt: NOW,
      lease: { token: 'dead', until: secondsLater(-1) },
    });
    let hasRun = false;
    const trying = work(job, async () => {
      hasRun = true;
    });

    await expect(trying).rejects.toThrow('came to an end');
    expect(hasRun).toBe(false);
    expect(job).toMatchObject({ state: 'failed' });
  });
});

describe('a job whose turn has not come', () => {
  it('is given back until then without a word, and the claim counts as no try', async () => {
    const job = makeJob({ progress: ['kept'] });
    await work(job, fail(new PostponedError('The minute is used up', secondsLater(40))));

    expect(job).toMatchObject({
      state: 'queued',
      attempts: 0,
      notBefore: secondsLater(40),
      error: null,
      progress: ['kept'],
      lease: null,
    });
  });
});

describe('a job that was born with a lease', () => {
  it('is worked on and given back like one that a worker claimed', async () => {
    const job = makeJob({
      kind: 'helpdesk-message',
      state: 'running',
      attempts: 1,
      firstTriedAt: NOW,
      lease: { token: 'request', until: secondsLater(30) },
    });
    const claimed = { ...job, firstTriedAt: NOW, leaseToken: 'request' };
    const working = workOnClaimed(
      makeFakeJobStore(job),
      job.kind,
      claimed,
      () => NOW,
      () => ({
        run: fail(new AppError('unavailable', 'Later.')),
        explain: () => ({ error: 'It went wrong.', progress: null }),
      }),
    );

    await expect(working).rejects.toThrow('Later.');
    expect(job).toMatchObject({ state: 'queued', attempts: 1, notBefore: secondsLater(60), lease: null });
  });
});

describe('a worker whose lease was taken', () => {
  const takeOver = (job: ReturnType<typeof makeJob>) => {
    job.lease = { token: 'another', until: secondsLater(60) };
  };

  it('ends without a word at the first write that says so', async () => {
    const job = makeJob();
    let wentOn = false;
    await work(job, async (held) => {
      takeOver(job);
      held.stillHeld(false);
      wentOn = true;
    });

    expect(wentOn).toBe(false);
    expect(job).toMatchObject({ state: 'running', lease: { token: 'another' }, error: null });
  });

  it('changes nothing either when it fails', async () => {
    const job = makeJob();
    const failing = work(job, async () => {
      takeOver(job);
      throw new Error('too late');
    });

    await expect(failing).rejects.toThrow('too late');
    expect(job).toMatchObject({ state: 'running', lease: { token: 'another' }, progress: null, error: null });
  });
});
