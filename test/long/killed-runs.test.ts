import { expect, it } from 'vitest';
import { billWhileKilled } from '#test/support/faults/killed-runs.ts';

const CLIENTS = 500;
const KILLS = 20;

it(`a billing run over ${CLIENTS} clients whose worker is killed ${KILLS} times bills each service and day once`, async () => {
  const { faults, metInvoices, job, invoices, jobsOfPdfs, run } = await billWhileKilled({
    clients: CLIENTS,
    kills: KILLS,
    seed: 23,
  });
  process.stdout.write(`lines that were issued at each kill: ${metInvoices.join(' ')}\n`);

  expect(faults).toEqual([]);
  expect(metInvoices).toHaveLength(KILLS);
  expect(job).toBe('completed');
  expect([invoices, jobsOfPdfs]).toEqual([CLIENTS, CLIENTS]);
  expect(run).toMatchObject({ state: 'done', issued: CLIENTS, leftOut: 0 });
});
