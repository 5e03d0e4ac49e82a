import { rmSync } from 'node:fs';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { completeStep, failStep, startStep } from '#functions/domain/invoices/invoice-steps.ts';
import { type ProgressStep, pendingSteps } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { addOldUser, copyOldMigrations } from '#test/support/database/old-migrations.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { readJobRow, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { makeInvoice } from '#test/support/invoices/invoices.ts';
import { readProgress, stepStatuses } from '#test/support/invoices/issue-invoice.ts';
import { startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

// Today's indexes and ledger do not fit the old schema, from which these tests begin.
vi.mock('#functions/database/long-indexes.ts', () => ({ longIndexes: [] }));
vi.mock('#functions/domain/ledger/catch-up.ts', () => ({
  openBalances: () => ({ changed: 0, leftOut: [] }),
  catchUpLedger: () => ({ changed: 0, leftOut: [] }),
}));

const MIGRATIONS = 'functions/database/migrations';
/** The last migration before the table `jobs`. */
const LAST_OLD = 2;

const NOW = new Date('2026-11-20T08:00:00.000Z');
const LONG_AGO = '2026-11-20T08:00:30.000Z';
const TOKEN = '7f0c3c5e-9d57-4d0c-8f43-0d3f3c1f6a55';
const FAILED = 'The cloud drive storage is not answering. Please try again in a moment.';

const printed = completeStep(
  completeStep(pendingSteps(), 'Generating HTML Content', NOW),
  'Validating HTML Size',
  NOW,
);
const running = startStep(printed, 'Converting to PDF', NOW);
const failed = failStep(running, 'Converting to PDF', FAILED, NOW);

interface OldJob {
  state: JobState;
  attempts: number;
  lease?: true;
  steps: ProgressStep[];
}

/** A job in each state as the table `invoice_jobs` held it, and a queued one after a failed try. */
const OLD_JOBS: Record<string, OldJob> = {
  queued: { state: 'queued', attempts: 0, steps: pendingSteps() },
  'queued again': { state: 'queued', attempts: 2, steps: failed },
  running: { state: 'running', attempts: 1, lease: true, steps: running },
  completed: { state: 'completed', attempts: 1, steps: printed },
  failed: { state: 'failed', attempts: 5, steps: failed },
  cancelled: { state: 'cancelled', attempts: 0, steps: pendingSteps() },
};

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;
let admin: { cookie: string };
const oldMigrations = copyOldMigrations(MIGRATIONS, LAST_OLD);
const invoiceIds: Record<string, number> = {};

const addOldJob = async (name: string, userId: number, { state, attempts, lease, steps }: OldJob) => {
  const { buyer, supplier } = makeInvoice({});
  // In the columns of that time, because today's schema has more.
  const { rows } = await portal.connection.execute(sql`
    insert into invoices (invoice_number, user_id, buyer, supplier)
    values (${`INV-${name}`}, ${userId}::int, ${JSON.stringify(buyer)}::jsonb, ${JSON.stringify(supplier)}::jsonb)
    returning id`);
  const invoiceId = Number(rows[0]?.id);
  invoiceIds[name] = invoiceId;
  await portal.connection.execute(sql`
    insert into invoice_jobs (invoice_id, state, attempts, lease_until, lease_token, sent_at, steps, created_at, updated_at)
    values (${invoiceId}::int, ${state}, ${attempts}::int, ${lease ? LONG_AGO : null}::timestamptz, ${lease ? TOKEN : null}::uuid,
      ${NOW.toISOString()}::timestamptz, ${JSON.stringify(steps)}::jsonb, ${NOW.toISOString()}::timestamptz,
      ${NOW.toISOString()}::timestamptz)`);
};

const migrate = () => {
  const { DATABASE_ARN = '', DATABASE_OWNER_SECRET_ARN = '', DATABASE_SECRET_ARN = '' } = process.env;
  const readLogin = async () => portal.secrets.get(DATABASE_SECRET_ARN) ?? '';
  const address = { resourceArn: DATABASE_ARN, secretArn: DATABASE_OWNER_SECRET_ARN, database: 'portal' };

  return makeDatabaseOwner(new RDSDataClient({}), address, readLogin, MIGRATIONS).migrate();
};

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({
    databaseUrl: postgres.connectionString,
    settings: { MIGRATIONS_FOLDER: oldMigrations },
  });
  const userId = await addOldUser(portal);
  for (const [name, job] of Object.entries(OLD_JOBS)) {
    await addOldJob(name, userId, job);
  }
  const adminId = await addOldUser(portal, 'admin');

  await migrate();
  admin = { cookie: await startSession(portal, adminId) };
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
  rmSync(oldMigrations, { recursive: true });
});

const idOf = (name: string) => invoiceIds[name] ?? 0;

describe.each(Object.entries(OLD_JOBS))('a PDF job of an older database that was %s', (name, old) => {
  it(`migrates a PDF job that was ${name} with its state, tries, lease and steps`, async () => {
    const hasFailed = old.steps.some(({ status }) => status === 'error');

    expect(await readJobRow(portal, idOf(name))).toMatchObject({
      kind: 'invoice-pdf',
      state: old.state,
      attempts: old.attempts,
      lease_until: old.lease ? LONG_AGO : null,
      lease_token: old.lease ? TOKEN : null,
      sent_at: NOW.toISOString(),
      not_before: null,
      payload: { invoiceId: idOf(name) },
      progress: old.steps,
      error: hasFailed ? FAILED : null,
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
  });

  it(`shows the progress of a migrated PDF job that was ${name} as before`, async () => {
    const progress = await readProgress(portal, admin, idOf(name));

    expect(progress).toMatchObject({ state: old.state, invoiceNumber: `INV-${name}`, steps: old.steps });
  });
});

describe('the PDF jobs of an older database', () => {
  it('lists migrated PDF jobs in the order of their creation, and drops their old table', async () => {
    const { body } = await portal.call('GET', '/api/admin/jobs', admin);
    const { rows } = await portal.connection.execute(sql`select to_regclass('invoice_jobs')::text as name`);

    expect(body.map(({ about }: { about: { text: string } }) => about.text)).toEqual(
      Object.keys(OLD_JOBS)
        .map((name) => `Invoice INV-${name}`)
        .reverse(),
    );
    expect(rows).toEqual([{ name: null }]);
  });

  it.each(['queued', 'queued again', 'running'])(
    'finishes a migrated PDF job in the state %s',
    async (name) => {
      await runPdfJob(portal, idOf(name));
      const progress = await readProgress(portal, admin, idOf(name));

      expect(progress).toMatchObject({ state: 'completed', percent: 100 });
      expect(await readJobRow(portal, idOf(name))).toMatchObject({
        attempts: (OLD_JOBS[name]?.attempts ?? 0) + 1,
      });
    },
  );

  it.each(['failed', 'cancelled'])('starts a migrated PDF job in the state %s again', async (name) => {
    const again = await portal.call('POST', `/api/invoices/${idOf(name)}/retry`, admin);
    expect(stepStatuses(again.body)).toEqual(Array(5).fill('pending'));
    await runPdfJob(portal, idOf(name));

    expect(await readProgress(portal, admin, idOf(name))).toMatchObject({ state: 'completed' });
  });
});
