import { expect, it } from 'vitest';
import { billWhileKilled } from '#test/support/faults/killed-runs.ts';

/** The large run is in test/long. */
it('a billing run whose worker is killed three times bills each service and day once, without a gap in the numbers', async () => {
  const { faults, metInvoices, job, invoices, jobsOfPdfs, run } = await billWhileKilled({
    clients: 120,
    kills: 3,
    seed: 7,
  });

  expect(faults).toEqual([]);
  expect(metInvoices).toHaveLength(3);
  expect(job).toBe('completed');
  expect([invoices, jobsOfPdfs]).toEqual([120, 120]);
  expect(run).toMatchObject({ state: 'done', issued: 120, leftOut: 0 });
});
