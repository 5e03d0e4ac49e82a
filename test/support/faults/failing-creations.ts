import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { activities } from '#functions/database/schema/client-tables.ts';
import { documentCounters, invoiceItems, invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';

/** The Data API calls that create an invoice, between begin and the answer, recognised by their requests. */
const STEPS = {
  claim: (_path: string, body: string) => body.includes('insert into \\"idempotency_keys\\"'),
  issue: (_path: string, body: string) => body.includes('insert into \\"document_counters\\"'),
  'keep the answer': (_path: string, body: string) => body.includes('update \\"idempotency_keys\\"'),
  commit: (path: string) => path === '/CommitTransaction',
};
type Step = keyof typeof STEPS;
const STEP_NAMES = Object.keys(STEPS) as Step[];

/** Not done; done without any answer; done with half of the answer. */
const FAULTS = ['reset', 'lost', 'cut'] as const satisfies Fault[];

/** One in five creations fails. */
const ONE_IN = 5;
const REPEATS_MAX = 5;

interface Plan {
  step: Step;
  fault: (typeof FAULTS)[number];
  /** True if the caller repeats the request with the same key, as the form does. */
  isRepeated: boolean;
}

/** Returns the planned failure; the failures go through all steps, and for each step through all faults. */
const planFailure = (creation: number): Plan | undefined => {
  if (creation % ONE_IN !== 0) {
    return undefined;
  }
  const failure = creation / ONE_IN;
  const round = Math.floor(failure / STEP_NAMES.length);
  const step = STEP_NAMES[failure % STEP_NAMES.length];
  const fault = FAULTS[round % FAULTS.length];

  return step && fault && { step, fault, isRepeated: Math.floor(round / FAULTS.length) % 2 === 0 };
};

const keyOf = (creation: number) => `creation-${creation}-`;
const inTransaction = z.object({ transactionId: z.string().optional() });

/** Makes a function that finds the fault of a call, once for each creation. A transaction is known by its key. */
const makeFaultFinder = () => {
  const creations = new Map<string, number>();
  const failed = new Set<number>();

  return (path: string, body: string): Fault | undefined => {
    const { transactionId = '' } = body === '' ? {} : inTransaction.parse(JSON.parse(body));
    const claimed = /creation-(\d+)-/.exec(body)?.[1];
    if (claimed !== undefined && STEPS.claim(path, body)) {
      creations.set(transactionId, Number(claimed));
    }
    const creation = creations.get(transactionId);
    const plan = creation === undefined ? undefined : planFailure(creation);
    if (creation === undefined || !plan || failed.has(creation) || !STEPS[plan.step](path, body)) {
      return undefined;
    }
    failed.add(creation);

    return plan.fault;
  };
};

/** True if the invoice is stored although its creation failed and nobody repeated it. */
const isWrittenAllTheSame = ({ step, fault }: Plan) => step === 'commit' && fault !== 'reset';

const readRows = async ({ connection }: TestPortal) => {
  const written = await connection
    .select({ number: invoices.invoice_number, total: invoices.total_amount })
    .from(invoices)
    .orderBy(invoices.invoice_number);
  const audited = await connection
    .select({ record: auditLog.record })
    .from(auditLog)
    .where(eq(auditLog.action, 'invoices.create'));
  // Sign-ins are recorded as activities, too.
  const noted = await connection
    .select({ id: activities.id })
    .from(activities)
    .where(eq(activities.activity_type, 'payment'));
  const [counter] = await connection.select().from(documentCounters);

  return {
    written,
    lines: await countRows({ connection }, invoiceItems),
    // The sign-in of the administrator has queued a mail.
    queued: await countRows({ connection }, jobs, eq(jobs.kind, 'invoice-pdf')),
    noted: noted.length,
    audited: audited.length,
    counter: counter?.last_number,
  };
};

/**
 * Creates invoices from many workers in parallel on a real PostgreSQL. One in five fails, at each Data API call and in
 * each way. The caller repeats half of the failed ones with the same key. The amount of a creation is its number in
 * cents.
 */
export const createThroughFaults = async (wanted: { creations: number; workers: number }) => {
  const portal = await startTestPortal();
  const proxy = await startFaultyProxy(portal.dataApi.url);
  process.env.AWS_ENDPOINT_URL_RDS_DATA = proxy.url;

  try {
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const userId = await addUser(portal, {});
    proxy.failWhere(makeFaultFinder());
    const failures: Plan[] = [];
    let refusedRepeats = 0;

    const create = async (creation: number) => {
      const { status } = await portal.call('POST', '/api/invoices', {
        cookie: admin.cookie,
        headers: { 'idempotency-key': keyOf(creation) },
        body: { userId, lineItems: [{ description: 'Data', amount: creation / 100 }] },
      });

      return status;
    };
    let next = 1;
    const work = async () => {
      for (let creation = next++; creation <= wanted.creations; creation = next++) {
        const plan = planFailure(creation);
        let status = await create(creation);
        if (plan && status !== 201) {
          failures.push(plan);
        }
        if (plan && !plan.isRepeated) {
          continue;
        }
        for (let repeat = 0; status !== 201 && repeat < REPEATS_MAX; repeat += 1) {
          status = await create(creation);
          if (status !== 201) {
            refusedRepeats += 1;
          }
        }
      }
    };
    await Promise.all(Array.from({ length: wanted.workers }, work));
    proxy.mend();

    const all = Array.from({ length: wanted.creations }, (_, index) => index + 1);
    const isExpected = (creation: number) => {
      const plan = planFailure(creation);

      return !plan || plan.isRepeated || isWrittenAllTheSame(plan);
    };

    return {
      ...(await readRows(portal)),
      failures,
      refusedRepeats,
      /** The totals that must be stored, each once. */
      expectedTotals: all.filter(isExpected).map((creation) => (creation / 100).toFixed(2)),
      plannedFailures: all.flatMap((creation) => planFailure(creation) ?? []),
    };
  } finally {
    await portal.stop();
    await proxy.close();
  }
};

export type Created = Awaited<ReturnType<typeof createThroughFaults>>;

/** Returns the faults of the created invoices in one object to compare. */
export const findNumberFaults = ({
  written,
  expectedTotals,
  failures,
  plannedFailures,
  lines,
  queued,
  noted,
  audited,
  counter,
}: Created) => {
  const numbers = written.map(({ number }) => Number(number.slice(-6)));
  const totals = written.map(({ total }) => total);
  const byValue = (a: string, b: string) => Number(a) - Number(b);

  return {
    notConsecutive: numbers.filter((number, index) => number !== index + 1),
    unlikeExpected: JSON.stringify(totals.toSorted(byValue)) === JSON.stringify(expectedTotals) ? [] : totals,
    notFailed: plannedFailures.length - failures.length,
    rows: Object.entries({ lines, queued, noted, audited, counter }).filter(
      ([, found]) => found !== written.length,
    ),
  };
};
