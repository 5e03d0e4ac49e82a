import { describe, expect, it } from 'vitest';
import { sweepJobs } from '#functions/domain/jobs/job-sweep.ts';
import type { JobKey } from '#functions/ports/database/job-store.ts';
import { ofEachKind } from '#shared/job-kinds.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

/** The ports of a sweep that note what it does, on jobs that wait and messages that died. */
const makePorts = ({ waiting = 0, dead = [] as string[], refused = '' } = {}) => {
  const sent: string[] = [];
  const parked: unknown[] = [];
  const removed: string[] = [];
  const asked: Date[] = [];
  const unsent = Array.from(
    { length: waiting },
    (_, job): JobKey => ({ kind: 'invoice-pdf', key: `${job}` }),
  );

  return {
    sent,
    parked,
    removed,
    asked,
    database: {
      jobs: {
        takeUnsent: async ({ lostBefore }: { now: Date; lostBefore: Date }, limit: number) => {
          asked.push(lostBefore);

          return unsent.splice(0, limit);
        },
        park: async (job: JobKey, error: string) => {
          if (job.key === refused) throw new Error('The database is away');
          parked.push({ ...job, error });
        },
      },
    },
    jobQueues: ofEachKind(() => ({
      send: async (key: string) => {
        sent.push(key);
      },
      check: async () => {},
    })),
    deadLetters: ofEachKind((kind) => ({
      receive: async () =>
        (kind === 'invoice-pdf' ? dead : []).map((key) => ({
          key,
          remove: async () => {
            removed.push(key);
          },
        })),
      count: async () => dead.length,
    })),
  };
};

describe('the sweep', () => {
  it.each([0, 1, 50, 120])('sends each of %s jobs once', async (waiting) => {
    const ports = makePorts({ waiting });
    await sweepJobs(ports, NOW);

    expect(ports.sent).toEqual(Array.from({ length: waiting }, (_, job) => `${job}`));
    expect(new Set(ports.asked.map((date) => NOW.getTime() - date.getTime()))).toEqual(new Set([120_000]));
  });

  it('parks what died with the sentence of its kind, and takes the message out after', async () => {
    const ports = makePorts({ dead: ['7', '8'] });
    await sweepJobs(ports, NOW);

    const error = 'The PDF could not be made after several tries.';
    expect(ports.parked).toEqual([
      { kind: 'invoice-pdf', key: '7', error },
      { kind: 'invoice-pdf', key: '8', error },
    ]);
    expect(ports.removed).toEqual(['7', '8']);
  });

  it('leaves the message of a job that could not be parked', async () => {
    const ports = makePorts({ dead: ['7'], refused: '7' });

    await expect(sweepJobs(ports, NOW)).rejects.toThrow('away');
    expect(ports.removed).toEqual([]);
  });
});
