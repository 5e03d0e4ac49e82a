import { describe, expect, it } from 'vitest';
import { sweepJobs } from '#functions/domain/jobs/sweep-jobs.ts';
import type { JobKey, ParkedJobs, SweepTimes } from '#functions/ports/database/jobs/job-store.ts';
import { ofEachKind } from '#shared/job-kinds.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

/** Prepares a sweep that finds batches of waiting jobs (`batches`: their sizes) and dead letters of PDFs. */
const open = ({
  batches = [0],
  dead = [] as string[],
  park = async () => {},
  parked = [] as ParkedJobs[],
} = {}) => {
  const seen = {
    asked: [] as [SweepTimes, number][],
    countedBefore: [] as Date[],
    sent: [] as string[],
    parked: [] as unknown[],
    removed: [] as string[],
  };
  const left = batches.map((size, batch) =>
    Array.from({ length: size }, (_, job): JobKey => ({ kind: 'invoice-pdf', key: `${batch} ${job}` })),
  );
  const letters = dead.map((key) => ({ key, remove: async () => void seen.removed.push(key) }));
  const ports = {
    database: {
      jobs: {
        takeUnsent: async (...asked: [SweepTimes, number]) => {
          seen.asked.push(asked);

          return left.shift() ?? [];
        },
        countParked: async (longBefore: Date) => {
          seen.countedBefore.push(longBefore);

          return parked;
        },
        park: async (job: JobKey, error: string) => {
          await park();
          seen.parked.push({ ...job, error });
        },
      },
    },
    jobQueues: ofEachKind(() => ({
      send: async (key: string) => void seen.sent.push(key),
      check: async () => {},
    })),
    deadLetters: {
      ...ofEachKind(() => ({ receive: async () => [], count: async () => 0 })),
      'invoice-pdf': { receive: async () => letters, count: async () => letters.length },
    },
  };

  return { seen, sweep: () => sweepJobs(ports, NOW) };
};

describe('the sweep', () => {
  it.each([[[0]], [[1]], [[50, 0]], [[50, 50, 20]]])(
    'the sweep sends each job of batches of %j once',
    async (batches) => {
      const { seen, sweep } = open({ batches });
      await sweep();

      const count = batches.reduce((sum, size) => sum + size, 0);
      expect(new Set(seen.sent).size).toBe(count);
      expect(seen.sent).toHaveLength(count);
      const times = {
        now: NOW,
        lostBefore: secondsAgo(120),
        neverSentBefore: secondsAgo(45),
        deadBefore: secondsAgo(15),
      };
      expect(seen.asked).toEqual(batches.map(() => [times, 50]));
    },
  );

  it('the sweep parks a dead job with the sentence of its kind, and then removes its message', async () => {
    const { seen, sweep } = open({ dead: ['7', '8'] });
    await sweep();

    const error = 'The PDF could not be made after several tries.';
    expect(seen.parked).toEqual([
      { kind: 'invoice-pdf', key: '7', error },
      { kind: 'invoice-pdf', key: '8', error },
    ]);
    expect(seen.removed).toEqual(['7', '8']);
  });

  it('the sweep reports how many jobs of each kind are parked, and how many for a day or longer', async () => {
    const { seen, sweep } = open({
      parked: [
        { kind: 'invoice-pdf', count: 3, longCount: 2 },
        { kind: 'helpdesk-contact', count: 1, longCount: 1 },
      ],
    });

    expect(await sweep()).toEqual({
      parked: {
        'invoice-pdf': 3,
        'helpdesk-message': 0,
        'helpdesk-contact': 1,
        'account-mail': 0,
        'business-mail': 0,
        'bank-booking': 0,
        'billing-run': 0,
      },
      parkedForADay: 3,
    });
    expect(seen.countedBefore).toEqual([secondsAgo(24 * 3600)]);
  });

  it('the sweep leaves the message of a job that could not be parked', async () => {
    const park = () => Promise.reject(new Error('The database is away'));
    const { seen, sweep } = open({ dead: ['7'], park });

    await expect(sweep()).rejects.toThrow('away');
    expect(seen.removed).toEqual([]);
  });
});
