import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DRIVE_PATIENCE, makeDriveFiles } from '#functions/adapters/google/google-drive.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { toKeyFile } from '#local/drive/service-account.ts';
import { type HttpAnswer, type HttpServer, startHttpServer } from '#local/http/http-server.ts';
import {
  account,
  client,
  DRIVE_ID,
  drive,
  FOLDER_ID,
  openLocalDrive,
  PDF,
  upload,
} from '#test/support/stand-ins/local-drive.ts';

openLocalDrive();

const openFiles = (changes: Partial<Parameters<typeof makeDriveFiles>[1]> = {}) =>
  makeDriveFiles(
    async () => JSON.stringify(toKeyFile(account, drive.url)),
    { apiUrl: `${drive.url}/`, driveId: DRIVE_ID, folderId: FOLDER_ID, ...changes },
    { ...DRIVE_PATIENCE, timeLeftMs: () => 60_000 },
  );

const FILE = { name: 'INV-2026-000001.pdf', bytes: PDF, documentNumber: 'INV-2026-000001' };

const store = async (files: ReturnType<typeof openFiles>) =>
  files.upload({ ...FILE, id: await files.generateId() });

describe('a PDF that the drive refuses', () => {
  it.each([
    ['no room outside a shared drive', 'root', 'The cloud drive storage has no room for the PDF.'],
    ['no such folder', '1Nowhere', 'The folder for PDFs cannot be found in the cloud drive storage.'],
  ])('a PDF is refused with a sentence for the user when there is %s', async (_reason, folderId, message) => {
    await expect(store(openFiles({ folderId }))).rejects.toMatchObject({ code: 'unavailable', message });
  });

  it('a PDF is refused with a sentence for the user when the portal may only read the drive', async () => {
    drive.setRole('reader');

    await expect(store(openFiles())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The portal may not write to the cloud drive storage.',
    });
  });
});

describe('a drive that does not answer like Google', () => {
  let elsewhere: HttpServer;
  let strange: HttpServer;
  let asked: (string | undefined)[];
  let answer: HttpAnswer;

  beforeEach(async () => {
    asked = [];
    elsewhere = await startHttpServer(({ headers }) => {
      asked.push(headers.authorization);

      return { status: 200, body: '{}' };
    });
    strange = await startHttpServer(() => answer);
  });
  afterEach(() => Promise.all([elsewhere.close(), strange.close()]));

  const callAll = () => {
    const files = openFiles({ apiUrl: `${strange.url}/` });
    const file = { id: '1Any', driveId: null };

    return Promise.allSettled([
      files.generateId(),
      files.upload({ ...FILE, id: file.id }),
      files.download(file),
      files.remove(file),
      files.check(),
    ]);
  };

  it('only the status of an unexpected answer of the drive is logged', async () => {
    answer = { status: 400, headers: { 'content-type': 'text/plain' }, body: 'Bearer ya29.echoed' };

    for (const call of await callAll()) {
      expect(call).toMatchObject({ status: 'rejected' });
      const logged = describeError((call as PromiseRejectedResult).reason).join(' < ');
      expect(logged).toContain('Google answered 400');
      expect(logged).not.toContain('echoed');
    }
  });

  it('a redirect of the drive is not followed with the token', async () => {
    answer = { status: 307, headers: { location: `${elsewhere.url}/` } };

    for (const call of await callAll()) {
      expect(call).toMatchObject({ status: 'rejected' });
    }
    expect(asked).toEqual([]);
  });
});

const NEVER_STORED = { id: '1NeverStored', driveId: null };

describe('a file that Google answers 404 for', () => {
  it('a missing file is reported as gone if its folder can be reached', async () => {
    const files = openFiles();

    expect(await files.download(NEVER_STORED)).toBeUndefined();
    await expect(files.remove(NEVER_STORED)).resolves.toBeUndefined();
  });

  it.each([
    [
      'does not report a missing file as gone if its earlier drive cannot be reached',
      '0AAnEarlierDrive',
      false,
    ],
    ['reports a missing file as gone if its earlier drive can be reached', DRIVE_ID, true],
  ])('%s', async (_case, driveId, isGone) => {
    const files = openFiles({ driveId: '0ATheNewDrive', folderId: '1Nowhere' });
    const asked = files.download({ ...NEVER_STORED, driveId });

    if (isGone) {
      expect(await asked).toBeUndefined();
    } else {
      await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  it('a missing file is not reported as gone if the folder is missing too, as without access', async () => {
    const files = openFiles({ folderId: '1Nowhere' });

    await expect(files.download(NEVER_STORED)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(files.remove(NEVER_STORED)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a drive that cuts every connection', () => {
  const asked: string[] = [];
  let broken: HttpServer;
  beforeEach(async () => {
    asked.length = 0;
    broken = await startHttpServer(({ method }) => {
      asked.push(method);

      return undefined;
    });
  });
  afterEach(() => broken.close());

  it('a download is tried twice on cut connections, so that the route can still answer in time', async () => {
    const files = openFiles({ apiUrl: `${broken.url}/` });

    await expect(files.download({ id: await upload(), driveId: null })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(asked).toEqual(['GET', 'GET']);
  });

  it('a PDF is sent once on a cut connection, and the next try finds out whether it was stored', async () => {
    const id = await openFiles().generateId();
    const files = openFiles({ apiUrl: `${broken.url}/` });

    await expect(files.upload({ ...FILE, id })).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toEqual(['POST']);
  });
});

describe('the folder check', () => {
  it('the folder check passes for a folder of the shared drive', async () => {
    await expect(openFiles().check()).resolves.toBeUndefined();
  });

  it.each([
    ['lies on another drive', { driveId: '0AAnotherDrive' }],
    ['is not there', { folderId: '1Nowhere' }],
  ])('the folder check fails if the folder %s', async (_fault, settings) => {
    await expect(openFiles(settings).check()).rejects.toThrow();
  });

  it('the folder check fails if the folder is in the trash', async () => {
    await client.files.update({
      fileId: FOLDER_ID,
      supportsAllDrives: true,
      fields: 'id',
      requestBody: { trashed: true },
    });

    await expect(openFiles().check()).rejects.toThrow('trash');
  });
});
