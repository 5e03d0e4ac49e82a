import { describe, expect, it } from 'vitest';
import { Finding, runTests, type Test, toResult } from '#functions/domain/debug/debug-run.ts';
import { repairTests } from '#functions/domain/debug/permission-tests.ts';
import { testUpload } from '#functions/domain/debug/run-on-console.ts';
import { helpdeskTests, mailTests } from '#functions/domain/debug/system-tests.ts';
import { type DriveConsole, DriveFault } from '#functions/ports/drive-console.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import { MailFault } from '#functions/ports/mailer.ts';
import { AppError } from '#shared/errors.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

const START = new Date('2026-11-21T08:00:00Z');

/** Makes a clock that a test moves. */
const makeClock = () => {
  let ms = START.getTime();

  return {
    clock: () => new Date(ms),
    pass: (passedMs: number) => {
      ms += passedMs;
    },
  };
};

describe('the drive tests and the health of the drive', () => {
  it.each([
    [
      'a run of the drive tests records the health of the drive',
      true,
      [{ name: 'cloud drive', state: 'Down', checkedAt: START }],
    ],
    ['a run of the drive tests on a portal without a drive records no health', false, []],
  ])('%s', async (_, isConfigured, health) => {
    const kept: unknown[] = [];
    const { debug } = stubDatabase({
      debug: {
        startRun: async () => undefined,
        keepResult: async (result) => void kept.push(result.health),
      },
    });
    const away = () => Promise.reject(new DriveFault('It is not there.'));
    const driveConsole = { isConfigured, readDrive: away, readFolder: away } as Partial<DriveConsole>;
    const admin = {
      userId: 1,
      role: 'admin',
      levelMin: 1,
      isProven: true,
      sessionId: '',
      address: '',
      checkedAt: new Date(),
    } as const;
    const ports = { database: { debug }, driveConsole: driveConsole as DriveConsole };
    await testUpload(ports, admin, { clock: () => START, report: () => {} });

    expect(kept).toEqual([health]);
  });
});

const passes = (name: string): Test => ({ name, run: async () => 'Yes.' });
const fails = (name: string, error: unknown, more: Partial<Test> = {}): Test => ({
  name,
  run: async () => {
    throw error;
  },
  ...more,
});
const timeout = () => new DriveFault('No answer.', { cause: new DOMException('Timed out', 'TimeoutError') });

const runAll = async (tests: Test[]) => {
  const reported: unknown[] = [];
  const steps = await runTests(
    tests,
    () => START,
    (failure) => reported.push(failure),
  );

  return { steps, reported };
};

describe('runs of debug tests', () => {
  it('a run of debug tests continues after a failed test', async () => {
    const { steps } = await runAll([fails('a', new Finding('No.')), passes('b')]);

    expect(steps.map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
  });

  it('a run of debug tests tries nothing after a timeout except a clean-up that is due', async () => {
    const { steps } = await runAll([
      fails('a', timeout()),
      passes('b'),
      { ...passes('c'), isDue: () => true },
      { ...passes('d'), isDue: () => false },
      passes('e'),
    ]);

    expect(steps.map(({ error }) => error?.message ?? null)).toEqual([
      'No answer.',
      'Not tried',
      null,
      'Not tried',
      'Not tried',
    ]);
    expect(steps[1]).toMatchObject({ status: 'FAILED', durationMs: null });
  });

  it('a run of debug tests measures the time of each test', async () => {
    const { clock, pass } = makeClock();
    const slow: Test = {
      name: 'slow',
      run: async () => {
        pass(1_234);
        return 'Yes.';
      },
    };

    expect(await runTests([slow], clock, () => {})).toMatchObject([{ durationMs: 1_234 }]);
  });

  it.each([
    ['a finding', new Finding('Do this.', { details: ['seen'] }), 'Do this.', null, null, ['seen']],
    [
      'a fault of the drive',
      new DriveFault('Do that.', { reason: 'notFound', status: 404 }),
      'Do that.',
      'notFound',
      404,
      [],
    ],
    ['a refusal by the portal', new AppError('unavailable', 'Not now.'), 'Not now.', null, null, []],
    ['another error', new Error('key=hunter2'), 'Ask the cluster.', null, null, []],
    ['a thrown value that is no error', 'key=hunter2', 'Ask the cluster.', null, null, []],
  ])(
    'a failed debug test shows only what is allowed of %s',
    async (_, fault, message, code, status, details) => {
      const { steps, reported } = await runAll([fails('a', fault, { advice: 'Ask the cluster.' })]);

      expect(steps[0]?.error).toEqual({ message, code, status, details });
      expect(JSON.stringify(steps)).not.toContain('hunter2');
      expect(reported).toMatchObject([{ message: "The test 'a' failed", cause: fault }]);
    },
  );

  it('the result of debug tests counts the failed ones and shows the error of the first', async () => {
    const { steps } = await runAll([passes('a'), fails('b', new Finding('No.')), fails('c', timeout())]);
    const told = { succeeded: 'All is well', now: START };

    expect(toResult(steps, told)).toMatchObject({
      success: false,
      message: '2 of 3 tests failed',
      error: { message: 'b: No.' },
      results: { timestamp: START.toISOString() },
    });
    expect(toResult(steps.slice(0, 1), told)).toMatchObject({
      success: true,
      message: 'All is well',
      error: null,
    });
  });
});

describe('the repair of permissions', () => {
  const drive = {
    readDrive: async () => ({ name: 'Drive', mayAddFiles: true, mayTrashFiles: true, mayShareFiles: true }),
    listPermissions: async () => [{ id: 'anyone', type: 'anyone', isOwn: true, isInherited: false }],
    removePermission: async () => {},
  };
  const makeDebug = (files: number) => {
    const checked: string[] = [];
    const fileIds = Array.from({ length: files }, (_, file) => `${file}`);

    return {
      checked,
      listUnchecked: async () => ({ fileIds, due: files }),
      markChecked: async (ids: readonly string[]) => {
        checked.push(...ids);
      },
    };
  };
  const resultOf = (steps: { name: string; result: string | null }[]) =>
    steps.find(({ name }) => name === 'Files checked')?.result;

  it('the repair of permissions stops after 20 s, and leaves a half-repaired file for the next run', async () => {
    const { clock, pass } = makeClock();
    const debug = makeDebug(10);
    const slow = {
      ...drive,
      listPermissions: async () => {
        pass(3_000);
        return drive.listPermissions();
      },
      removePermission: async () => pass(2_000),
    };
    const steps = await runTests(repairTests(slow, debug, clock), clock, () => {});

    expect(debug.checked).toEqual(['0', '1', '2', '3']);
    expect(resultOf(steps)).toMatch(/^4 files checked, 4 permissions removed, 6 files still to check\./);
    expect(clock().getTime() - START.getTime()).toBeLessThanOrEqual(25_000);
  });

  it('the repair of permissions stops after three refused files and marks none of them as checked', async () => {
    const debug = makeDebug(10);
    const refusing = {
      ...drive,
      removePermission: async (id: string) => {
        if (id !== '1') {
          throw new DriveFault('No.', { reason: 'forbidden', status: 403 });
        }
      },
    };
    const steps = await runTests(
      repairTests(refusing, debug, () => START),
      () => START,
      () => {},
    );

    expect(debug.checked).toEqual(['1']);
    expect(steps.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED', 'SUCCESS', 'SUCCESS']);
  });
});

describe('the test of the helpdesk', () => {
  const check = (error: unknown) =>
    runAll(helpdeskTests({ check: () => Promise.reject(error) })).then(({ steps }) => steps[0]?.error);

  it('the helpdesk test reports that no helpdesk is configured', async () => {
    expect((await runAll(helpdeskTests(undefined))).steps).toMatchObject([{ result: 'None is configured.' }]);
  });

  it('the helpdesk test distinguishes an outage from a refusal', async () => {
    const fault = (isOutage: boolean) =>
      new HelpdeskError('unavailable', 'Sorry.', {
        outcome: 'not-done',
        isOutage,
        cause: new Error('Freshdesk answered 503'),
      });

    expect(await check(fault(true))).toMatchObject({
      message: expect.stringContaining('does not answer'),
      details: ['Freshdesk answered 503'],
    });
    expect(await check(fault(false))).toMatchObject({ message: expect.stringContaining('refuses us') });
  });
});

describe('the test of mail', () => {
  const GOOD = {
    isInProduction: true,
    isSending: true,
    sentIn24Hours: 120,
    quota: 50_000,
    ratePerSecond: 14,
  };
  const check = async (read: () => Promise<typeof GOOD>) => {
    const noted: string[] = [];
    const { steps } = await runAll(mailTests({ read }, (state) => noted.push(state)));

    return { step: steps[0], noted };
  };

  it('the mail test reports that no mail is configured', async () => {
    const { steps } = await runAll(mailTests(undefined, () => {}));

    expect(steps).toMatchObject([{ result: 'None is configured.' }]);
  });

  it('the mail test shows what was sent, and how much may be', async () => {
    expect(await check(async () => GOOD)).toMatchObject({
      step: { result: '120 of 50000 mails in 24 hours, 14 a second.' },
      noted: ['Good'],
    });
  });

  it.each([
    ['but sending is paused', { isSending: false }, 'Down'],
    ['but only to verified addresses', { isInProduction: false }, 'Degraded'],
    ['120 of 120 mails', { quota: 120 }, 'Down'],
  ])('the mail test says "%s"', async (words, changes, state) => {
    const { step, noted } = await check(async () => ({ ...GOOD, ...changes }));

    expect(step?.error?.message).toContain(words);
    expect(noted).toEqual([state]);
  });

  it('the mail test names the fault of an account that cannot be read', async () => {
    const { step, noted } = await check(() => Promise.reject(new MailFault('account', 'It is suspended.')));

    expect(step?.error?.message).toMatch(/^It is suspended\. See/);
    expect(noted).toEqual(['Down']);
  });
});
