import { describe, expect, it } from 'vitest';
import { type HeldJob, PostponedError, workOnClaimed, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
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

/** The store of jobs, which gives out this job and records what it is asked. */
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
      release: async (...release: (typeof released)[number]) => {
        released.push(release);

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

describe('a job that is claimed', () => {
  it('is held for as long as its worker may run, and shows its lease in each write', async () => {
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

  it('is left alone where the store gives it to nobody', async () => {
    const { store, released } = makeStore();
    await work({ ...store, claim: async () => undefined }, fail(new Error('Nobody may do this job')));

    expect(released).toEqual([]);
  });
});

describe('a try that fails', () => {
  it('gives the job back with what it says of itself, and throws for the log and the queue', async () => {
    const { store, released } = makeStore();

    await expect(work(store, fail(new Error('socket hang up')))).rejects.toThrow('socket hang up');
    expect(released).toEqual([
      [
        HELD,
        { state: 'queued', notBefore: null, crashes: 1, error: 'It went wrong.', progress: ['explained'] },
      ],
    ]);
  });

  it('because a vendor does not answer is no crash: the job backs off', async () => {
    const { store, released } = makeStore({ ...CLAIMED, attempts: 5, crashes: 5 });

    await expect(work(store, fail(new AppError('unavailable', 'Later.')))).rejects.toThrow('Later.');
    expect(released).toMatchObject([
      [HELD, { state: 'queued', notBefore: secondsLater(16 * 60), crashes: 4 }],
    ]);
  });

  it.each([
    ['if it was the last', { crashes: 5 }, new Error('socket hang up')],
    ['three days after the first', { firstTriedAt: daysAgo(3) }, new AppError('unavailable', 'Later.')],
    ['at once if waiting cannot mend it', {}, new AppError('unprocessable', 'Too large.')],
  ])('parks the job %s', async (_, change, error) => {
    const { store, released } = makeStore({ ...CLAIMED, ...change });

    await expect(work(store, fail(error))).rejects.toBe(error);
    expect(released).toMatchObject([[HELD, { state: 'failed' }]]);
  });

  it('is not begun if five tries before ended without a word', async () => {
    const { store, released } = makeStore({ ...CLAIMED, crashes: 6 });

    await expect(work(store, fail(new Error('Nobody may do this job')))).rejects.toThrow('came to an end');
    expect(released).toMatchObject([[HELD, { state: 'failed' }]]);
  });
});

describe('a job whose turn has not come', () => {
  it('is given back until then without a word, and the claim counts as no try', async () => {
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

describe('a job that was born with a lease', () => {
  it('is worked on and given back by the rules of its kind', async () => {
    const { store, released } = makeStore();
    const running = workWith(fail(new AppError('unavailable', 'Later.')));

    await expect(workOnClaimed(store, CLAIMED, () => NOW, running)).rejects.toThrow('Later.');
    expect(released).toMatchObject([[HELD, { state: 'queued', notBefore: secondsLater(60) }]]);
  });
});

describe('a worker whose lease was taken', () => {
  it('ends without a word at the first write that says so', async () => {
    const { store, released } = makeStore();
    let wentOn = false;
    await work(store, async (held) => {
      held.stillHeld(false);
      wentOn = true;
    });

    expect([wentOn, released]).toEqual([false, []]);
  });

  it('goes on with what a write answered', async () => {
    const answers: unknown[] = [];
    await work(makeStore().store, async (held) => void answers.push(held.stillHeld('a file id')));

    expect(answers).toEqual(['a file id']);
  });
});
