import { describe, expect, it } from 'vitest';
import { type HeldJob, PostponedError, workOnClaimed, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import type { Held, JobStore, Release } from '#functions/ports/database/jobs/job-store.ts';
import { AppError } from '#shared/errors.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);
const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const CLAIMED = {
  jobId: 1,
  leaseToken: 'a lease',
  attempts: 1,
  crashes: 1,
  firstTriedAt: NOW,
  payload: { invoiceId: 7 },
  progress: ['kept'],
  lane: null,
};
const HELD = { jobId: 1, leaseToken: 'a lease', now: NOW };

/** Makes a job store that gives out this job and records its calls. */
const makeStore = (claimed = CLAIMED) => {
  const claims: Parameters<JobStore['claim']>[] = [];
  const released: Parameters<JobStore['release']>[] = [];

  return {
    claims,
    released,
    store: {
      claim: async (...claim: (typeof claims)[number]) => {
        claims.push(claim);

        return claimed;
      },
      release: async (held: Held, release: Release) => {
        released.push([held, release]);

        return true;
      },
    },
  };
};

const workWith = (run: (held: HeldJob) => Promise<void>) => (held: HeldJob) => ({
  run: () => run(held),
  explain: () => ({ error: 'It went wrong.', progress: ['explained'] }),
});

const work = (store: Pick<JobStore, 'claim' | 'release'>, run: (held: HeldJob) => Promise<void>) =>
  workOnJob(store, { kind: 'invoice-pdf', key: '7' }, () => NOW, workWith(run));

const fail = (error: Error) => () => Promise.reject(error);

describe('a claimed job', () => {
  it('a job is claimed for as long as its worker may run, and its lease is shown at each write', async () => {
    const { store, claims, released } = makeStore();
    let seen: HeldJob | undefined;
    await work(store, async (held) => {
      seen = held;
    });

    expect(claims).toEqual([
      [
        { kind: 'invoice-pdf', key: '7' },
        { token: expect.stringMatching(/^[\da-f-]{36}$/), until: secondsLater(30), now: NOW },
      ],
    ]);
    expect(seen).toMatchObject({ jobId: 1, attempts: 1, firstTriedAt: NOW, payload: { invoiceId: 7 } });
    expect(seen?.held()).toEqual(HELD);
    expect(released).toEqual([]);
  });

  it('a job that the store gives to no worker is left alone', async () => {
    const { store, released } = makeStore();
    await work({ ...store, claim: async () => undefined }, fail(new Error('Nobody may do this job')));

    expect(released).toEqual([]);
  });
});

describe('a failed try of a job', () => {
  it('a failed try releases the job with its explanation, and throws for the log and the queue', async () => {
    const { store, released } = makeStore();

    await expect(work(store, fail(new Error('socket hang up')))).rejects.toThrow('socket hang up');
    expect(released).toEqual([
      [
        HELD,
        { state: 'queued', notBefore: null, crashes: 1, error: 'It went wrong.', progress: ['explained'] },
      ],
    ]);
  });

  it('a try that fails because a vendor does not answer counts as no crash, and the job backs off', async () => {
    const { store, released } = makeStore({ ...CLAIMED, attempts: 5, crashes: 5 });

    await expect(work(store, fail(new AppError('unavailable', 'Later.')))).rejects.toThrow('Later.');
    expect(released).toMatchObject([
      [HELD, { state: 'queued', notBefore: secondsLater(16 * 60), crashes: 4 }],
    ]);
  });

  it.each([
    ['if it was the fifth crash', { crashes: 5 }, new Error('socket hang up')],
    ['three days after the first try', { firstTriedAt: daysAgo(3) }, new AppError('unavailable', 'Later.')],
    ['at once if waiting cannot help', {}, new AppError('unprocessable', 'Too large.')],
  ])('a failed try parks the job %s', async (_, change, error) => {
    const { store, released } = makeStore({ ...CLAIMED, ...change });

    await expect(work(store, fail(error))).rejects.toBe(error);
    expect(released).toMatchObject([[HELD, { state: 'failed' }]]);
  });

  it('a job is parked without a try if five earlier tries ended unheard', async () => {
    const { store, released } = makeStore({ ...CLAIMED, crashes: 6 });

    await expect(work(store, fail(new Error('Nobody may do this job')))).rejects.toThrow('came to an end');
    expect(released).toMatchObject([[HELD, { state: 'failed' }]]);
  });
});

describe('a postponed job', () => {
  it('a postponed job is released until its time without an error, and counts no try', async () => {
    const { store, released } = makeStore();
    await work(store, fail(new PostponedError('The minute is used up', secondsLater(40))));

    expect(released).toEqual([
      [
        HELD,
        {
          state: 'queued',
          notBefore: secondsLater(40),
          crashes: 0,
          error: null,
          progress: ['kept'],
          isNoTry: true,
        },
      ],
    ]);
  });
});

describe('a job that is created with a lease', () => {
  it('a job that is created with a lease is run and released by the rules of its kind', async () => {
    const { store, released } = makeStore();
    const running = workWith(fail(new AppError('unavailable', 'Later.')));

    await expect(workOnClaimed(store, CLAIMED, () => NOW, running)).rejects.toThrow('Later.');
    expect(released).toMatchObject([[HELD, { state: 'queued', notBefore: secondsLater(60) }]]);
  });
});

describe('a worker whose lease was taken', () => {
  it('a worker whose lease was taken ends without an error at the first write that reports it', async () => {
    const { store, released } = makeStore();
    let wentOn = false;
    await work(store, async (held) => {
      held.stillHeld(false);
      wentOn = true;
    });

    expect([wentOn, released]).toEqual([false, []]);
  });

  it('a worker that still has its lease continues with the result of its write', async () => {
    const answers: unknown[] = [];
    await work(makeStore().store, async (held) => void answers.push(held.stillHeld('a file id')));

    expect(answers).toEqual(['a file id']);
  });
});
