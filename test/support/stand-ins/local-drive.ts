import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { auth, type drive_v3, drive as googleDrive } from 'googleapis/build/src/apis/drive/index.js';
import { afterEach, beforeEach } from 'vitest';
import { startDrive } from '#local/drive/drive.ts';
import { makeServiceAccount } from '#local/drive/service-account.ts';

export const DRIVE_ID = '0ALocalSharedDrive';
export const FOLDER_ID = '1LocalInvoicesFolder';
export const FULL_SCOPE = 'https://www.googleapis.com/auth/drive';
export const account = makeServiceAccount('portal@ow-connect.iam.gserviceaccount.com');

type Drive = Awaited<ReturnType<typeof startDrive>>;

let folder: string;
export let drive: Drive;
export let client: drive_v3.Drive;

/** Makes the official JWT client. It knows only Google's token URL, so calls of that URL are sent to the stand-in. */
export const makeAuth = (url: string, scopes = [FULL_SCOPE], key = account.privateKey) => {
  const jwt = new auth.JWT({ email: account.clientEmail, key, scopes });
  jwt.transporter.defaults = { retry: false };
  jwt.transporter.interceptors.request.add({
    resolved: async (config) => {
      if (config.url.href === 'https://oauth2.googleapis.com/token') {
        config.url = new URL(`${url}/token`);
      }

      return config;
    },
  });

  return jwt;
};

export const makeClient = (url: string, scopes?: string[], key?: string) =>
  googleDrive({ version: 'v3', auth: makeAuth(url, scopes, key), rootUrl: `${url}/`, retry: false });

const start = async () => {
  drive = await startDrive({ folder, driveId: DRIVE_ID, folderId: FOLDER_ID, serviceAccount: account });
  client = makeClient(drive.url);
};

export const restart = async () => {
  await drive.close();
  await start();
};

/** Opens a new shared drive for each test of a file, with `client` signed in as its Content manager. */
export const openLocalDrive = () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drive-'));
    await start();
  });

  afterEach(async () => {
    await drive.close();
    await rm(folder, { recursive: true });
  });
};

export const generateId = async () => {
  const { data } = await client.files.generateIds({ count: 1 });

  return data.ids?.[0] ?? '';
};

/** Bytes that no text encoding preserves, among them some that look like the end of a part. */
export const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\r\n--x\r\n\r\n'),
  Buffer.from([0, 255, 128, 13, 10, 200]),
]);

/** Uploads a PDF as the portal does; without an id, under a new one. */
export const upload = async (
  metadata: drive_v3.Schema$File = {},
  params: drive_v3.Params$Resource$Files$Create = {},
  signal = AbortSignal.timeout(60_000),
) => {
  const { data } = await client.files.create(
    {
      supportsAllDrives: true,
      fields: 'id',
      requestBody: {
        id: metadata.id ?? (await generateId()),
        name: 'INV-2026-000001.pdf',
        mimeType: 'application/pdf',
        parents: [FOLDER_ID],
        appProperties: {},
        ...metadata,
      },
      media: { mimeType: 'application/pdf', body: Readable.from([PDF]) },
      ...params,
    },
    // The client's own rootUrl does not apply to uploads.
    { rootUrl: `${drive.url}/`, signal },
  );

  return data.id ?? '';
};

/** Lists the names of the files in the folder, oldest first. */
export const listNames = async (params: drive_v3.Params$Resource$Files$List = {}) => {
  const { data } = await client.files.list({
    q: `'${FOLDER_ID}' in parents and trashed = false`,
    supportsAllDrives: true,
    includeItemsFromAllDrives: true,
    corpora: 'drive',
    driveId: DRIVE_ID,
    orderBy: 'createdTime',
    fields: 'files(name)',
    ...params,
  });

  return (data.files ?? []).map(({ name }) => name);
};

export const download = async (fileId: string) => {
  const { data } = await client.files.get(
    { fileId, alt: 'media', supportsAllDrives: true },
    { responseType: 'arraybuffer' },
  );

  return Buffer.from(data as unknown as ArrayBuffer);
};

export const refusal = (status: number, reason: string) => ({
  status,
  response: { data: { error: { code: status, errors: [{ reason }] } } },
});
