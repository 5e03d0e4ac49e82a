import { auditOf } from '#functions/domain/audit.ts';
import type { DebugStore } from '#functions/ports/database/debug-store.ts';
import { HELPDESK, type HealthCheck } from '#functions/ports/database/health-store.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { ThrottleStore } from '#functions/ports/database/throttle-store.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import type { JobQueues } from '#functions/ports/job-queue.ts';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import type { DebugResult, DebugStep, DebugTest } from '#shared/contract/debug.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { runTests, type Test, toResult } from './debug-run.ts';
import { connectionTests, repairTests, uploadTests } from './drive-tests.ts';
import { databaseTests, helpdeskTests, printerTests, queueTests, secretTests } from './system-tests.ts';

const RUNS = { limit: 10, windowSeconds: 60 };

interface Console {
  database: { debug: DebugStore; throttle: Pick<ThrottleStore, 'take'> };
  /** Where the causes of faults are written, which nobody is shown. */
  noteFault(name: string, error: unknown): void;
}

interface Run {
  test: DebugTest;
  action: RouteId;
  succeeded: string;
  /** Runs the tests; `health` says which rows of the dashboard's health they are about. */
  work(): Promise<{ steps: DebugStep[]; health: Omit<HealthCheck, 'checkedAt'>[] }>;
}

/** At most ten runs a minute an administrator (D6); each is kept, audited, and tells the dashboard what it found. */
const runOnConsole = async (
  { database }: Pick<Console, 'database'>,
  admin: SessionUser,
  clock: () => Date,
  { test, action, succeeded, work }: Run,
): Promise<DebugResult> => {
  const startedAt = clock();
  const blockedUntil = await database.throttle.take(
    { name: `debug runs of user ${admin.userId}`, ...RUNS },
    startedAt,
  );
  if (blockedUntil) {
    throw new AppError('too_many_requests', 'Please wait a minute before you run another test.', {
      retryAfterSeconds: Math.max(1, Math.ceil((blockedUntil.getTime() - startedAt.getTime()) / 1000)),
    });
  }

  const { steps, health } = await work();
  const result = toResult(steps, { succeeded, now: startedAt });
  const checked = health.map((row) => ({ ...row, checkedAt: startedAt }));
  await database.debug.keepResult(
    { test, userId: admin.userId, result, health: checked },
    auditOf(admin, action),
    clock(),
  );

  return result;
};

const stateOf = (steps: readonly DebugStep[]): HealthCheck['state'] =>
  steps.some(({ status }) => status === 'FAILED') ? 'Down' : 'Good';

const CLOUD_DRIVE = 'cloud drive';

type DriveRun = Console & { driveConsole: DriveConsole };

/** The debug console's tests of the cloud drive; each ends within 25 s, because each call has its bound. */
const runDriveTests =
  (
    run: Omit<Run, 'work'>,
    makeTests: (ports: DriveRun, clock: () => Date) => Test[],
    { tellsHealth }: { tellsHealth: boolean },
  ) =>
  (ports: DriveRun, admin: SessionUser, clock: () => Date): Promise<DebugResult> =>
    runOnConsole(ports, admin, clock, {
      ...run,
      work: async () => {
        const steps = await runTests(makeTests(ports, clock), clock, ports.noteFault);

        return { steps, health: tellsHealth ? [{ name: CLOUD_DRIVE, state: stateOf(steps) }] : [] };
      },
    });

export const testConnection = runDriveTests(
  { test: 'google-drive', action: 'debug.drive', succeeded: 'The cloud drive answers' },
  ({ driveConsole, database }) => connectionTests(driveConsole, database.debug),
  { tellsHealth: true },
);

export const testUpload = runDriveTests(
  { test: 'test-invoice-upload', action: 'debug.upload', succeeded: 'A PDF can be stored and read back' },
  ({ driveConsole }, clock) => uploadTests(driveConsole, clock()),
  { tellsHealth: true },
);

/** Files that are open to anyone are no fault of the drive's. */
export const repairPermissions = runDriveTests(
  {
    test: 'fix-invoice-permissions',
    action: 'debug.permissions',
    succeeded: 'No PDF has permissions of its own',
  },
  ({ driveConsole, database }, clock) => repairTests(driveConsole, database.debug, clock),
  { tellsHealth: false },
);

interface SystemPorts extends DriveRun {
  jobQueues: JobQueues;
  deadLetters: DeadLetters;
  helpdesk: Helpdesk | undefined;
  pdfPrinter: PdfPrinter;
}

/** Everything that the portal stands on, its vendors side by side, so that one that hangs keeps no other from telling. */
export const checkSystem = (
  ports: SystemPorts,
  admin: SessionUser,
  clock: () => Date,
): Promise<DebugResult> =>
  runOnConsole(ports, admin, clock, {
    test: 'system',
    action: 'debug.system',
    succeeded: 'Everything answers',
    work: async () => {
      const run = (tests: Test[]) => runTests(tests, clock, ports.noteFault);
      const [database, queue, printer, helpdesk, secrets] = await Promise.all([
        run(databaseTests(ports.database.debug, clock)),
        run(queueTests(ports.jobQueues, ports.deadLetters)),
        run(printerTests(ports.pdfPrinter)),
        run(helpdeskTests(ports.helpdesk)),
        run(secretTests(ports.driveConsole)),
      ]);

      return {
        steps: [...database, ...queue, ...printer, ...helpdesk, ...secrets],
        health: [
          { name: 'database', state: 'Good' },
          { name: 'queue', state: stateOf(queue.slice(0, 1)) },
          ...(ports.helpdesk ? [{ name: HELPDESK, state: stateOf(helpdesk) }] : []),
        ],
      };
    },
  });
