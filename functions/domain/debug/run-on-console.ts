import { auditOf } from '#functions/domain/audit.ts';
import { SLOW_AFTER_MS } from '#functions/domain/system/system-health.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DebugStore } from '#functions/ports/database/debug/debug-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import { HELPDESK, type HealthCheck, MAIL } from '#functions/ports/database/system/health-store.ts';
import type { DeadLetterCounts } from '#functions/ports/dead-letters.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import type { QueueChecks } from '#functions/ports/job-queue.ts';
import type { MailAccount } from '#functions/ports/mailer.ts';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import type { DebugResult, DebugStep, DebugTest } from '#shared/contract/debug.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';
import { type Report, runTests, type Test, toResult } from './debug-run.ts';
import { connectionTests, DRIVE_TESTS } from './drive-tests.ts';
import { repairTests } from './permission-tests.ts';
import {
  databaseTests,
  helpdeskTests,
  mailTests,
  printerTests,
  queueTests,
  secretTests,
} from './system-tests.ts';
import { uploadTests } from './upload-tests.ts';

const RUNS = { limit: 10, windowSeconds: 60 };

interface RunOptions {
  clock: () => Date;
  report: Report;
}

interface Run {
  test: DebugTest;
  action: RouteId;
  succeeded: string;
  /** Runs the tests; `health` says which parts of the dashboard's health they are about. */
  work(): Promise<{ steps: DebugStep[]; health: Omit<HealthCheck, 'checkedAt'>[] }>;
}

/**
 * Runs tests, at most ten times a minute for each administrator (D6). A run is audited when it begins, so that a killed
 * run is known, too.
 */
const runOnConsole = async (
  debug: DebugStore,
  admin: SessionUser,
  { clock, report }: RunOptions,
  { test, action, succeeded, work }: Run,
): Promise<DebugResult> => {
  const startedAt = clock();
  const bucket = { name: `debug runs of user ${admin.userId}`, ...RUNS };
  const blockedUntil = await debug.startRun(test, bucket, auditOf(admin, action), startedAt);
  if (blockedUntil) {
    throw new AppError('too_many_requests', 'Please wait a minute before you run another test.', {
      retryAfterSeconds: secondsUntil(blockedUntil, startedAt),
    });
  }

  const { steps, health } = await work();
  const result = toResult(steps, { succeeded, now: startedAt });
  const checked = health.map((row) => ({ ...row, checkedAt: startedAt }));
  const keep: Test = {
    name: 'Result kept',
    run: async () => {
      await debug.keepResult({ test, userId: admin.userId, result, health: checked }, clock());

      return 'Yes.';
    },
    advice: 'The result could not be kept; copy it if you need it.',
  };
  // The findings are shown even if the database fails now.
  const [kept] = await runTests([keep], clock, report);

  return kept?.status === 'FAILED' ? toResult([...steps, kept], { succeeded, now: startedAt }) : result;
};

const stateOf = (steps: readonly DebugStep[]): HealthCheck['state'] => {
  if (steps.some(({ status }) => status === 'FAILED')) {
    return 'Down';
  }

  return steps.some(({ durationMs }) => (durationMs ?? 0) > SLOW_AFTER_MS) ? 'Degraded' : 'Good';
};

const OF_THE_DRIVE: readonly string[] = Object.values(DRIVE_TESTS);

/** The health check's name for the drive. */
const CLOUD_DRIVE = 'cloud drive';

interface DrivePorts {
  database: { debug: DebugStore };
  driveConsole: DriveConsole;
}

/** Makes one of the console's runs of tests of the cloud drive. */
const testDrive =
  (run: Omit<Run, 'work'>, makeTests: (ports: DrivePorts, clock: () => Date) => Test[]) =>
  (ports: DrivePorts, admin: SessionUser, options: RunOptions): Promise<DebugResult> =>
    runOnConsole(ports.database.debug, admin, options, {
      ...run,
      work: async () => {
        const steps = await runTests(makeTests(ports, options.clock), options.clock, options.report);
        const ofDrive = steps.filter(({ name }) => OF_THE_DRIVE.includes(name));

        // A drive that is not configured is not down (D9).
        const health = ports.driveConsole.isConfigured
          ? [{ name: CLOUD_DRIVE, state: stateOf(ofDrive) }]
          : [];

        return { steps, health };
      },
    });

export const testConnection = testDrive(
  { test: 'google-drive', action: 'debug.drive', succeeded: 'The cloud drive answers' },
  ({ driveConsole, database }) => connectionTests(driveConsole, database.debug),
);

export const testUpload = testDrive(
  { test: 'test-invoice-upload', action: 'debug.upload', succeeded: 'A PDF can be stored and read back' },
  ({ driveConsole }, clock) => uploadTests(driveConsole, clock()),
);

export const repairPermissions = testDrive(
  {
    test: 'fix-invoice-permissions',
    action: 'debug.permissions',
    succeeded: 'No PDF that was checked has permissions of its own',
  },
  ({ driveConsole, database }, clock) => repairTests(driveConsole, database.debug, clock),
);

interface SystemPorts extends DrivePorts {
  database: DrivePorts['database'] & { jobs: Pick<JobStore, 'countParked'> };
  queueChecks: QueueChecks;
  deadLetterCounts: DeadLetterCounts;
  helpdesk: Pick<Helpdesk, 'check'> | undefined;
  mailAccount: MailAccount | undefined;
  pdfPrinter: PdfPrinter;
}

/**
 * Tests everything that the portal depends on, its vendors in parallel, so that one that hangs does not keep the others
 * from being tested.
 */
export const checkSystem = (
  ports: SystemPorts,
  admin: SessionUser,
  options: RunOptions,
): Promise<DebugResult> =>
  runOnConsole(ports.database.debug, admin, options, {
    test: 'system',
    action: 'debug.system',
    succeeded: 'Everything answers',
    work: async () => {
      const run = (tests: Test[]) => runTests(tests, options.clock, options.report);
      let ofMail: Pick<HealthCheck, 'name' | 'state'>[] = [];
      const [database, queue, printer, helpdesk, mail, secrets] = await Promise.all([
        run(databaseTests(ports.database, options.clock)),
        run(queueTests(ports.queueChecks, ports.deadLetterCounts)),
        run(printerTests(ports.pdfPrinter)),
        run(helpdeskTests(ports.helpdesk)),
        run(mailTests(ports.mailAccount, (state) => (ofMail = [{ name: MAIL, state }]))),
        run(secretTests(ports.driveConsole)),
      ]);

      return {
        steps: [...database, ...queue, ...printer, ...helpdesk, ...mail, ...secrets],
        // Parked jobs and dead letters are work that waits for a person, not a part that is down.
        health: [
          { name: 'database', state: stateOf(database.slice(0, 1)) },
          { name: 'queue', state: stateOf(queue.slice(0, 1)) },
          ...(ports.helpdesk ? [{ name: HELPDESK, state: stateOf(helpdesk) }] : []),
          ...ofMail,
        ],
      };
    },
  });
