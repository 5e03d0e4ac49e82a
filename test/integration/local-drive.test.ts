import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { auth, type drive_v3, drive as googleDrive } from 'googleapis/build/src/apis/drive/index.js';
import { importPKCS8, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceAccount, toKeyFile } from '#local/drive/service-account.ts';
import { startDrive } from '#local/drive.ts';

const DRIVE_ID = '0ALocalSharedDrive';
const FOLDER_ID = '1LocalInvoicesFolder';
const FULL_SCOPE = 'https://www.googleapis.com/auth/drive';
const account = createServiceAccount('portal@ow-connect.iam.gserviceaccount.com');
const stranger = createServiceAccount(account.clientEmail);

type Drive = Awaited<ReturnType<typeof startDrive>>;
type Role = NonNullable<Parameters<typeof startDrive>[0]['role']>;

let folder: string;
let drive: Drive;
let client: drive_v3.Drive;

/** The official JWT client; it knows one token URL only, so that one is sent to the stand-in. */
const makeAuth = (url: string, scopes = [FULL_SCOPE], key = account.privateKey) => {
  const jwt = new auth.JWT({ email: account.clientEmail, key, scopes });
  jwt.transporter.defaults = { retry: false };
  jwt.transporter.interceptors.request.add({
    resolved: async (config) => {
      if (config.url.href === 'https://oauth2.googleapis.com/token') config.url = new URL(`${url}/token`);
      return config;
    },
  });
  return jwt;
};

const makeClient = (url: string, scopes?: string[], key?: string) =>
  googleDrive({ version: 'v3', auth: makeAuth(url, scopes, key), rootUrl: `${url}/`, retry: false });

const start = async (role?: Role) => {
  drive = await startDrive({
    folder,
    driveId: DRIVE_ID,
    folderId: FOLDER_ID,
    serviceAccount: account,
    ...(role && { role }),
  });
  client = makeClient(drive.url);
};

const restart = async (role?: Role) => {
  await drive.close();
  await start(role);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drive-'));
  await start();
});

afterEach(async () => {
  await drive.close();
  await rm(folder, { recursive: true });
});

const generateId = async () => {
  const { data } = await client.files.generateIds({ count: 1 });
  return data.ids?.[0] ?? '';
};

/** Bytes that no text encoding survives, among them what looks like a part's end. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\r\n--x\r\n\r\n'), Buffer.from([0, 255, 128, 13, 10, 200])]);

const upload = async (
  metadata: drive_v3.Schema$File = {},
  params: drive_v3.Params$Resource$Files$Create = {},
) => {
  const { data } = await client.files.create(
    {
      supportsAllDrives: true,
      requestBody: { name: 'INV-2026-000001.pdf', parents: [FOLDER_ID], ...metadata },
      media: { mimeType: 'application/pdf', body: Readable.from([PDF]) },
      ...params,
    },
    // The client's own rootUrl does not reach uploads.
    { rootUrl: `${drive.url}/` },
  );
  return data.id ?? '';
};

const wholeDrive = {
  supportsAllDrives: true,
  includeItemsFromAllDrives: true,
  corpora: 'drive',
  driveId: DRIVE_ID,
};

const listNames = async (params: drive_v3.Params$Resource$Files$List = {}) => {
  const { data } = await client.files.list({ ...wholeDrive, orderBy: 'name', ...params });
  return (data.files ?? []).map(({ name }) => name);
};

const download = async (fileId: string) => {
  const { data } = await client.files.get(
    { fileId, alt: 'media', supportsAllDrives: true },
    { responseType: 'arraybuffer' },
  );
  return Buffer.from(data as unknown as ArrayBuffer);
};

const refusal = (status: number, reason: string) => ({
  status,
  response: { data: { error: { code: status, errors: [{ reason }] } } },
});

describe('signing in as the service account', () => {
  const claims = { scope: FULL_SCOPE, iss: account.clientEmail, aud: 'https://oauth2.googleapis.com/token' };

  const exchange = async (
    overrides: Record<string, unknown>,
    { key = account.privateKey, minutes = 60 } = {},
  ) => {
    const now = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT({ ...claims, iat: now, exp: now + minutes * 60, ...overrides })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(await importPKCS8(key, 'RS256'));
    const response = await fetch(`${drive.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    return { status: response.status, answer };
  };

  it('gives a bearer token of an hour for a JWT signed with the key of the key file', async () => {
    const keyFile = toKeyFile(account, drive.url);
    const { status, answer } = await exchange({ aud: keyFile.token_uri }, { key: keyFile.private_key });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
    const about = await fetch(`${drive.url}/drive/v3/about?fields=user`, {
      headers: { authorization: `Bearer ${answer.access_token}` },
    });
    expect(await about.json()).toMatchObject({ user: { emailAddress: account.clientEmail } });
  });

  it.each([
    ['another key', {}, { key: stranger.privateKey }, 'Invalid JWT Signature.'],
    ['an account that does not exist', { iss: 'nobody@example.com' }, {}, 'Invalid grant: account not found'],
    ['another audience', { aud: 'https://example.com/token' }, {}, 'Failed audience check'],
    ['no scope', { scope: undefined }, {}, 'Invalid OAuth scope'],
    ['a lifetime over an hour', {}, { minutes: 61 }, 'short-lived token'],
    ['an expired assertion', {}, { minutes: -1 }, 'short-lived token'],
  ])('refuses %s', async (_case, overrides, signing, description) => {
    const { status, answer } = await exchange(overrides, signing);
    expect(status).toBe(400);
    expect(answer.error_description).toContain(description);
  });

  it('refuses the official client that holds the wrong key', async () => {
    const impostor = makeClient(drive.url, [FULL_SCOPE], stranger.privateKey);
    await expect(impostor.files.generateIds()).rejects.toThrow('invalid_grant: Invalid JWT Signature.');
  });

  it('answers 401 to a call without a token, and to one whose token has ended', async () => {
    const anonymous = googleDrive({ version: 'v3', rootUrl: `${drive.url}/`, retry: false });
    await expect(anonymous.files.generateIds()).rejects.toMatchObject(refusal(401, 'authError'));
    await generateId();
    drive.expireTokens();
    await expect(client.files.generateIds()).rejects.toMatchObject(refusal(401, 'authError'));
  });

  it('lets a token that may only read neither create nor delete', async () => {
    const fileId = await upload();
    const reader = makeClient(drive.url, ['https://www.googleapis.com/auth/drive.readonly']);
    await expect(reader.files.get({ fileId, supportsAllDrives: true })).resolves.toMatchObject({
      status: 200,
    });
    await expect(reader.files.delete({ fileId, supportsAllDrives: true })).rejects.toMatchObject(
      refusal(403, 'insufficientPermissions'),
    );
  });
});

describe('uploading', () => {
  it('stores a multipart upload under the generated id, byte for byte', async () => {
    const id = await generateId();
    expect(await upload({ id, appProperties: { invoiceId: '17' } })).toBe(id);
    expect(await download(id)).toEqual(PDF);
    const { data } = await client.files.get({
      fileId: id,
      supportsAllDrives: true,
      fields: 'name,mimeType,size,md5Checksum,parents,driveId,appProperties',
    });
    expect(data).toEqual({
      name: 'INV-2026-000001.pdf',
      mimeType: 'application/pdf',
      size: String(PDF.length),
      md5Checksum: expect.stringMatching(/^[0-9a-f]{32}$/),
      parents: [FOLDER_ID],
      driveId: DRIVE_ID,
      appProperties: { invoiceId: '17' },
    });
  });

  it('keeps files, their bytes and unused generated ids over a restart', async () => {
    const [kept, unused] = [await upload(), await generateId()];
    await restart();
    expect(await download(kept)).toEqual(PDF);
    expect(await upload({ id: unused })).toBe(unused);
  });

  it.each([
    ['an id that was never generated', { id: '1NeverGenerated' }, {}, 400, 'invalid'],
    ['a create without a parent', { parents: undefined }, {}, 403, 'storageQuotaExceeded'],
    ['a create in the account’s own drive', { parents: ['root'] }, {}, 403, 'storageQuotaExceeded'],
    ['a create without supportsAllDrives', {}, { supportsAllDrives: false }, 404, 'notFound'],
    ['a parent that does not exist', { parents: ['1Nowhere'] }, {}, 404, 'notFound'],
    ['two parents', { parents: [FOLDER_ID, DRIVE_ID] }, {}, 403, 'teamDrivesParentLimit'],
    ['an unknown field', {}, { fields: 'id,color' }, 400, 'invalidParameter'],
  ])('refuses %s', async (_case, metadata, params, status, reason) => {
    await expect(upload(metadata as drive_v3.Schema$File, params)).rejects.toMatchObject(
      refusal(status, reason),
    );
  });

  it('answers 409 to an id that is in use, and to the id of a deleted file', async () => {
    await restart('organizer');
    const id = await upload({ id: await generateId() });
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
    await client.files.delete({ fileId: id, supportsAllDrives: true });
    await restart('organizer');
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
  });
});

describe('a resumable upload', () => {
  const CHUNK_BYTES = 256 * 1024;
  const content = Buffer.concat([Buffer.alloc(CHUNK_BYTES, 7), PDF]);

  const begin = async (id: string) => {
    const response = await makeAuth(drive.url).request({
      url: `${drive.url}/upload/drive/v3/files?uploadType=resumable&supportsAllDrives=true`,
      method: 'POST',
      headers: { 'x-upload-content-type': 'application/pdf' },
      data: { id, name: 'large.pdf', parents: [FOLDER_ID] },
    });
    return response.headers.get('location') ?? '';
  };

  const send = async (location: string, range: string, data: Buffer) => {
    const response = await makeAuth(drive.url).request({
      url: location,
      method: 'PUT',
      headers: { 'content-range': range },
      body: data,
      validateStatus: () => true,
    });
    return { status: response.status, range: response.headers.get('range') };
  };

  it('takes the bytes in chunks, tells how far it has come, and stores them under the given id', async () => {
    const id = await generateId();
    const location = await begin(id);
    const total = content.length;
    expect(
      await send(location, `bytes 0-${CHUNK_BYTES - 1}/${total}`, content.subarray(0, CHUNK_BYTES)),
    ).toEqual({
      status: 308,
      range: `bytes=0-${CHUNK_BYTES - 1}`,
    });
    expect(await send(location, `bytes */${total}`, Buffer.alloc(0))).toEqual({
      status: 308,
      range: `bytes=0-${CHUNK_BYTES - 1}`,
    });
    const rest = content.subarray(CHUNK_BYTES);
    expect(await send(location, `bytes ${CHUNK_BYTES}-${total - 1}/${total}`, rest)).toMatchObject({
      status: 200,
    });
    expect(await download(id)).toEqual(content);
  });

  it.each([
    ['a chunk that is no multiple of 256 KB', 'bytes 0-9/100', 10, 400],
    ['a chunk that leaves a gap', `bytes 5-9/10`, 5, 400],
    ['a range that does not fit the bytes', 'bytes 0-9/10', 5, 400],
  ])('refuses %s', async (_case, range, bytes, status) => {
    const location = await begin(await generateId());
    expect(await send(location, range, Buffer.alloc(bytes))).toMatchObject({ status });
  });

  it('refuses a session that does not exist', async () => {
    const location = `${drive.url}/upload/drive/v3/files?uploadType=resumable&upload_id=none`;
    expect(await send(location, 'bytes 0-0/1', Buffer.alloc(1))).toMatchObject({ status: 404 });
  });

  it('answers 409 when another upload has taken the id meanwhile', async () => {
    const id = await generateId();
    const location = await begin(id);
    await upload({ id });
    expect(await send(location, `bytes 0-0/1`, Buffer.alloc(1))).toMatchObject({ status: 409 });
    expect(await download(id)).toEqual(PDF);
  });
});

describe('an item of the shared drive', () => {
  it.each([
    ['get', (fileId: string) => client.files.get({ fileId })],
    ['download', (fileId: string) => client.files.get({ fileId, alt: 'media' })],
    ['update', (fileId: string) => client.files.update({ fileId, requestBody: { name: 'x' } })],
    ['delete', (fileId: string) => client.files.delete({ fileId })],
    ['list permissions', (fileId: string) => client.permissions.list({ fileId })],
    ['create a permission', (fileId: string) => client.permissions.create({ fileId, requestBody: {} })],
    ['delete a permission', (fileId: string) => client.permissions.delete({ fileId, permissionId: 'x' })],
  ])('is 404 without supportsAllDrives: %s', async (_case, call) => {
    await expect(call(await upload())).rejects.toMatchObject(refusal(404, 'notFound'));
  });

  it('is moved to the trash, but not deleted for good, by a Content manager', async () => {
    const fileId = await upload();
    await expect(client.files.delete({ fileId, supportsAllDrives: true })).rejects.toMatchObject(
      refusal(403, 'insufficientFilePermissions'),
    );
    await client.files.update({ fileId, supportsAllDrives: true, requestBody: { trashed: true } });
    expect(await listNames({ q: 'trashed = true' })).toEqual(['INV-2026-000001.pdf']);
    expect(await listNames({ q: "trashed = false and mimeType = 'application/pdf'" })).toEqual([]);
  });

  it('is gone for good after an organizer deletes it', async () => {
    await restart('organizer');
    const fileId = await upload();
    await client.files.delete({ fileId, supportsAllDrives: true });
    await expect(download(fileId)).rejects.toMatchObject({ status: 404 });
    expect(await listNames({ q: `'${FOLDER_ID}' in parents` })).toEqual([]);
  });

  it('cannot be created by a member who may only read', async () => {
    await restart('reader');
    await expect(upload()).rejects.toMatchObject(refusal(403, 'insufficientFilePermissions'));
  });

  it('shows the drive itself to its member, and no other drive', async () => {
    await expect(client.drives.get({ driveId: DRIVE_ID })).resolves.toMatchObject({ data: { id: DRIVE_ID } });
    await expect(client.drives.get({ driveId: '0AOther' })).rejects.toMatchObject(refusal(404, 'notFound'));
  });
});

describe('listing', () => {
  beforeEach(async () => {
    await upload({ name: "O'Brien invoice.pdf", appProperties: { kind: 'invoice', number: '1' } });
    await upload({ name: 'Statement May.pdf', appProperties: { kind: 'statement', number: '2' } });
    await client.files.create({
      supportsAllDrives: true,
      requestBody: { name: 'Archive', parents: [DRIVE_ID], mimeType: 'application/vnd.google-apps.folder' },
    });
  });

  it.each([
    [`'${FOLDER_ID}' in parents`, ["O'Brien invoice.pdf", 'Statement May.pdf']],
    ["name = 'O\\'Brien invoice.pdf'", ["O'Brien invoice.pdf"]],
    ["name contains 'may'", ['Statement May.pdf']],
    ["name contains 'ay'", []],
    ["appProperties has { key='kind' and value='statement' }", ['Statement May.pdf']],
    [
      `name = 'Statement May.pdf' and '${FOLDER_ID}' in parents and appProperties has { key='number' and value='2' } and trashed = false`,
      ['Statement May.pdf'],
    ],
    [
      "mimeType contains 'application/pdf' and not (name contains 'Statement' or trashed = true)",
      ["O'Brien invoice.pdf"],
    ],
    [`mimeType = 'application/vnd.google-apps.folder' and '${DRIVE_ID}' in parents`, ['Archive', 'Invoices']],
    ["createdTime > '2020-01-01T00:00:00' and mimeType != 'application/pdf'", ['Archive', 'Invoices']],
  ])('finds by %s', async (q, names) => {
    expect(await listNames({ q })).toEqual(names);
  });

  it.each([
    "name = 'x",
    'name = x',
    "colour = 'red'",
    "name > 'x'",
    "name = 'x' and",
    "(name = 'x'",
    "name = 'x' trashed = false",
    "appProperties has { key='a' }",
    "trashed = 'maybe'",
    "createdTime > 'yesterday'",
  ])('refuses the search %s', async (q) => {
    await expect(listNames({ q })).rejects.toMatchObject(refusal(400, 'invalid'));
  });

  it.each([
    ['says nothing of shared drives', {}],
    ['includes shared drives but names none', { supportsAllDrives: true, includeItemsFromAllDrives: true }],
  ])('leaves the drive’s items out of a list that %s', async (_case, params) => {
    const { data } = await client.files.list(params);
    expect(data.files).toEqual([]);
  });

  it.each([
    ['corpora=drive without includeItemsFromAllDrives', { includeItemsFromAllDrives: false }, 400],
    ['includeItemsFromAllDrives without supportsAllDrives', { supportsAllDrives: false }, 403],
    ['a drive id without corpora=drive', { corpora: 'user' }, 400],
    ['a drive that does not exist', { driveId: '0AOther' }, 404],
    ['a page size over 1000', { pageSize: 1001 }, 400],
    ['a made-up page token', { pageToken: 'next' }, 400],
    ['an unknown field', { fields: 'files(id,owner)' }, 400],
    ['an unknown order', { orderBy: 'size' }, 400],
  ])('refuses %s', async (_case, params, status) => {
    await expect(listNames(params)).rejects.toMatchObject({ status });
  });

  it('gives each file once over the pages, and the fields asked for', async () => {
    const pages: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await client.files.list({
        ...wholeDrive,
        orderBy: 'name desc',
        pageSize: 2,
        fields: 'nextPageToken,files/name',
        ...(pageToken && { pageToken }),
      });
      pages.push(data.files);
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    expect(pages).toEqual([
      [{ name: 'Statement May.pdf' }, { name: "O'Brien invoice.pdf" }],
      [{ name: 'Invoices' }, { name: 'Archive' }],
    ]);
  });

  it('leaves a fresh file out until told, while its id already answers', async () => {
    drive.setListLag('until-told');
    const fileId = await upload({ name: 'fresh.pdf' });
    expect(await listNames({ q: "name = 'fresh.pdf'" })).toEqual([]);
    await expect(client.files.get({ fileId, supportsAllDrives: true })).resolves.toMatchObject({
      status: 200,
    });
    drive.setListLag(0);
    expect(await listNames({ q: "name = 'fresh.pdf'" })).toEqual(['fresh.pdf']);
  });
});

describe('permissions', () => {
  const share = (fileId: string, requestBody: drive_v3.Schema$Permission) =>
    client.permissions.create({ fileId, supportsAllDrives: true, requestBody });

  const listPermissions = async (fileId: string) => {
    const { data } = await client.permissions.list({
      fileId,
      supportsAllDrives: true,
      fields: 'permissions(id,type,role,permissionDetails)',
    });
    return data.permissions ?? [];
  };

  const member = expect.objectContaining({
    type: 'user',
    role: 'fileOrganizer',
    permissionDetails: [
      { permissionType: 'member', role: 'fileOrganizer', inherited: true, inheritedFrom: DRIVE_ID },
    ],
  });

  it('tells what was set on the file from what it inherits, and deletes the former', async () => {
    const fileId = await upload();
    await share(fileId, { type: 'anyone', role: 'reader' });
    expect(await listPermissions(fileId)).toEqual([
      member,
      {
        id: 'anyoneWithLink',
        type: 'anyone',
        role: 'reader',
        permissionDetails: [{ permissionType: 'file', role: 'reader', inherited: false }],
      },
    ]);
    await client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true });
    expect(await listPermissions(fileId)).toEqual([member]);
  });

  it('refuses to delete what a file inherits from its folder', async () => {
    const fileId = await upload();
    await share(FOLDER_ID, { type: 'anyone', role: 'reader' });
    await expect(
      client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true }),
    ).rejects.toMatchObject(refusal(403, 'cannotModifyInheritedTeamDrivePermission'));
    expect(await listPermissions(fileId)).toContainEqual(
      expect.objectContaining({
        id: 'anyoneWithLink',
        permissionDetails: [
          { permissionType: 'file', role: 'reader', inherited: true, inheritedFrom: FOLDER_ID },
        ],
      }),
    );
  });

  it('gives the same person one permission with the higher of two roles', async () => {
    const fileId = await upload();
    const somebody = { type: 'user', emailAddress: 'auditor@example.com' };
    await share(FOLDER_ID, { ...somebody, role: 'writer' });
    const { data } = await share(fileId, { ...somebody, role: 'reader' });
    const found = (await listPermissions(fileId)).find(({ id }) => id === data.id);
    expect(found).toMatchObject({
      role: 'writer',
      permissionDetails: [{ inherited: false }, { inherited: true }],
    });
  });

  it('refuses a permission that is not there, and one for nobody', async () => {
    const fileId = await upload();
    await expect(
      client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true }),
    ).rejects.toMatchObject(refusal(404, 'notFound'));
    await expect(share(fileId, { type: 'user', role: 'reader' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('planted faults', () => {
  it.each([
    [429, 'rateLimitExceeded'],
    [500, 'backendError'],
    [503, 'backendError'],
  ])('answers %i to the next calls of one operation and then works', async (status, reason) => {
    drive.failNext('files.create', status, 2);
    const id = await generateId();
    await expect(upload({ id })).rejects.toMatchObject(refusal(status, reason));
    await expect(upload({ id })).rejects.toMatchObject(refusal(status, reason));
    expect(await upload({ id })).toBe(id);
  });

  it('can cut the connection after the upload was stored, so the retry meets its own file', async () => {
    const id = await generateId();
    drive.dropAfterNext('files.create');
    await expect(upload({ id })).rejects.not.toHaveProperty('response.status');
    expect(await download(id)).toEqual(PDF);
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
  });
});
