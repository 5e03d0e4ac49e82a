import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DriveFault } from '#local/drive/faults.ts';
import type { DriveItem } from '#local/drive/items.ts';
import type { DriveOperation } from '#local/drive/operations.ts';
import type { DebugResult, DebugStep } from '#shared/contract/debug.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/**
 * Every fault that the drive's stand-in knows, and the sentence of the console. The watch of every portal
 * (`watch-portal.ts`) holds that no secret and no token is in it. DEBUG_FAULTS=print shows the table.
 */

type RunName = 'connection' | 'upload';
type Drive = TestPortal['drive'];

const ROUTES = {
  connection: ['GET', '/api/debug/google-drive'],
  upload: ['POST', '/api/debug/test-invoice-upload'],
} as const;

/** The call of each run that is made to fail. */
const CALLS: Record<RunName, DriveOperation> = { connection: 'drives.get', upload: 'files.create' };
const STEPS: Record<RunName, string> = { connection: 'Shared drive', upload: 'Upload' };

let portal: Awaited<ReturnType<typeof startTestPortal>>;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const run = async (name: RunName): Promise<DebugResult> => {
  const cookie = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
  const [method, path] = ROUTES[name];
  const { status, body } = await portal.call(method, path, { cookie });
  expect(status).toBe(200);

  return body;
};

const print = (fault: string, name: RunName, { name: step, error, durationMs }: DebugStep) => {
  if (process.env.DEBUG_FAULTS !== 'print') {
    return;
  }
  const code = [error?.code, error?.status].filter((part) => part !== null).join(' ');
  process.stdout.write(`| ${fault} | ${name} | ${step} | ${error?.message} | ${code} | ${durationMs} ms |\n`);
};

/** Runs with a fault and returns the first step that failed. */
const runWith = async (fault: string, name: RunName, plant: (drive: Drive) => void): Promise<DebugStep> => {
  const folder = requireFolder(portal.drive);
  plant(portal.drive);
  const result = await run(name);
  portal.drive.forgetFaults();
  portal.drive.setRole('fileOrganizer');
  portal.drive.context.store.save(folder);

  const failed = result.results.tests.find(({ status }) => status === 'FAILED');
  if (!failed) {
    throw new Error('No test failed');
  }
  expect(result).toMatchObject({
    success: false,
    message: expect.stringMatching(/^\d of \d tests failed$/),
    error: { message: `${failed.name}: ${failed.error?.message}` },
  });
  print(fault, name, failed);

  return failed;
};

const requireFolder = (drive: Drive): DriveItem => {
  const folder = drive.context.store.find(process.env.DRIVE_FOLDER_ID ?? '');
  if (!folder) {
    throw new Error('There is no folder');
  }

  return folder;
};

const AGAIN = 'Run the test again; if it stays so, see www.google.com/appsstatus.';
const TOO_OFTEN = 'Google was asked too often. Wait a minute and run the test again.';

/** A fault of one call: its name, its sentence, code and status. */
const OF_A_CALL: [DriveFault, string, string | null, number | null][] = [
  [
    401,
    "Google does not accept the token. Replace the Drive key as docs/operations/run.md says ('The Drive key').",
    'authError',
    401,
  ],
  [
    'insufficientFilePermissions',
    'The service account may not do this. Make it a Content manager of the shared drive, at the drive.',
    'insufficientFilePermissions',
    403,
  ],
  [
    'storageQuotaExceeded',
    "There is no room. A service account has none of its own, so see that driveId and driveFolderId name a shared drive and its folder; if they do, the organisation's storage is full.",
    'storageQuotaExceeded',
    403,
  ],
  [
    'teamDriveFileLimitExceeded',
    'The shared drive holds as many items as Google allows, its trash included. Empty the trash or move old PDFs elsewhere.',
    'teamDriveFileLimitExceeded',
    403,
  ],
  ['rateLimitExceeded', TOO_OFTEN, 'rateLimitExceeded', 403],
  ['userRateLimitExceeded', TOO_OFTEN, 'userRateLimitExceeded', 403],
  [429, TOO_OFTEN, 'rateLimitExceeded', 429],
  [
    'dailyLimitExceeded',
    "The day's calls of the Google Cloud project are used up. Ask for more in the Google Cloud console.",
    'dailyLimitExceeded',
    403,
  ],
  [
    'accessNotConfigured',
    'The Drive API is not enabled in the Google Cloud project of the key. Enable it in the Google Cloud console.',
    'accessNotConfigured',
    403,
  ],
  [500, `Google answered 500. ${AGAIN}`, 'backendError', 500],
  [503, `Google answered 503. ${AGAIN}`, 'backendError', 503],
  ['html', `What came back is no answer of the Drive API. ${AGAIN}`, null, null],
  ['cut-after', `The connection to Google broke. ${AGAIN}`, null, null],
  ['drop-after', `The connection to Google broke. ${AGAIN}`, null, null],
];

describe.each(OF_A_CALL)('a call of the drive that meets %s', (fault, message, code, status) => {
  it.each(['connection', 'upload'] as const)(
    `a drive call that meets ${fault} is explained in the result of the %s run`,
    async (name) => {
      const failed = await runWith(`${fault}`, name, (drive) => drive.failNext(CALLS[name], fault, 2));

      expect(failed).toMatchObject({ name: STEPS[name], error: { message, code, status, details: [] } });
    },
  );
});

const REPLACE =
  "Store the service account's key file again, as docs/operations/run.md says ('The Drive key').";

const OF_THE_KEY: [DriveFault, string, string | null, number | null][] = [
  [400, `Google refused the service account's key with status 400. ${REPLACE}`, 'invalid_grant', 400],
  [401, `Google refused the service account's key with status 401. ${REPLACE}`, 'unauthorized_client', 401],
  [503, `Google answered 503. ${AGAIN}`, null, 503],
  ['html', `What came back is no answer of the Drive API. ${AGAIN}`, null, null],
  ['cut-after', `The connection to Google broke. ${AGAIN}`, null, null],
];

describe.each(OF_THE_KEY)('a key that meets %s', (fault, message, code, status) => {
  it.each([
    ['connection', 'Service account'],
    ['upload', 'Folder of the PDFs'],
  ] as const)(
    `a service account key that meets ${fault} is explained in the result of the %s run`,
    async (name, step) => {
      const failed = await runWith(`key: ${fault}`, name, (drive) => {
        drive.expireTokens();
        drive.failNext('token', fault, 10);
      });

      expect(failed).toMatchObject({ name: step, error: { message, code, status } });
    },
  );
});

const NO_FOLDER =
  'There is no such folder, or the service account may not see it. Restore it at the drive, or see that the setting driveFolderId is its id.';

/** States of the drive, and the first fault that each run reports. */
const OF_THE_DRIVE: [string, (drive: Drive) => void, Record<RunName, [step: string, message: string]>][] = [
  [
    'a drive that is not shared with the account',
    (drive) => drive.setRole(undefined),
    {
      connection: [
        'Shared drive',
        'There is no such shared drive, or the service account is not among its members. Add it as Content manager, and see that the setting driveId is the id of the drive.',
      ],
      upload: ['Folder of the PDFs', NO_FOLDER],
    },
  ],
  [
    'an account that may only read',
    (drive) => drive.setRole('reader'),
    {
      connection: [
        'Shared drive',
        "The service account may not add files or trash files on 'OW Connect'. Make it a Content manager of the shared drive.",
      ],
      upload: [
        'Upload',
        'The service account may not do this. Make it a Content manager of the shared drive, at the drive.',
      ],
    },
  ],
  [
    'a folder that is gone',
    (drive) => drive.context.store.remove(requireFolder(drive)),
    { connection: ['Folder of the PDFs', NO_FOLDER], upload: ['Folder of the PDFs', NO_FOLDER] },
  ],
  ...(
    [
      ['a folder in the trash', { trashed: true }, 'The folder lies in the trash. Restore it at the drive.'],
      [
        'a folder that is a file',
        { mimeType: 'application/pdf' },
        'The setting driveFolderId is the id of a file. It must be that of a folder.',
      ],
    ] as const
  ).map(([name, change, message]): (typeof OF_THE_DRIVE)[number] => [
    name,
    (drive) => drive.context.store.save({ ...requireFolder(drive), ...change }),
    { connection: ['Folder of the PDFs', message], upload: ['Folder of the PDFs', message] },
  ]),
  [
    'a folder on another drive',
    (drive) => {
      const folder = requireFolder(drive);
      const { accountEmail: emailAddress } = drive.context;
      const member = { id: '1', type: 'user', role: 'fileOrganizer', emailAddress } as const;
      drive.context.store.save({ ...folder, parents: ['0AAnother'], permissions: [member] });
    },
    {
      connection: [
        'Folder of the PDFs',
        'The folder lies on another drive. See that the settings driveId and driveFolderId belong together.',
      ],
      upload: [
        'Folder of the PDFs',
        'The folder lies on another drive. See that the settings driveId and driveFolderId belong together.',
      ],
    },
  ],
];

describe.each(OF_THE_DRIVE)('the debug console on %s', (fault, plant, said) => {
  it.each(['connection', 'upload'] as const)(
    `the fault ${fault} is explained in the result of the %s run`,
    async (name) => {
      const [step, message] = said[name];

      expect(await runWith(fault, name, plant)).toMatchObject({ name: step, error: { message } });
    },
  );
});

describe('a drive that hangs', () => {
  const MESSAGE = `Google did not answer in time. ${AGAIN}`;

  it('every run ends within 25 s while the drive hangs, and no further call is made', {
    timeout: 90_000,
  }, async () => {
    for (const operation of ['drives.get', 'files.create'] as const) {
      portal.drive.failNext(operation, 'hang');
    }
    const startedAt = Date.now();
    const [connection, upload] = await Promise.all([run('connection'), run('upload')]);
    portal.drive.forgetFaults();

    expect(Date.now() - startedAt).toBeLessThan(25_000);
    const told = ({ results }: DebugResult) =>
      results.tests.map(({ name, error }) => [name, error?.message ?? 'SUCCESS']);
    expect(told(connection)).toEqual([
      ['Service account', 'SUCCESS'],
      ['Shared drive', MESSAGE],
      ['Folder of the PDFs', 'Not tried'],
      ["Account's quota", 'Not tried'],
      ['List of the folder', 'Not tried'],
      ['Files by our own count', 'SUCCESS'],
    ]);
    expect(told(upload)).toEqual([
      ['Folder of the PDFs', 'SUCCESS'],
      ['Leftovers of earlier runs', 'SUCCESS'],
      ['Upload', MESSAGE],
      ['Read back', 'Not tried'],
      // A file that may have been stored is removed in any case.
      ['Remove', 'SUCCESS'],
    ]);
    for (const [name, { results }] of Object.entries({ connection, upload })) {
      const failed = results.tests.find(({ status }) => status === 'FAILED');
      if (failed) {
        print('hang', name as RunName, failed);
      }
    }
  });
});
