import { Readable } from 'node:stream';
import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js';
import { describe, expect, it } from 'vitest';
import {
  client,
  DRIVE_ID,
  download,
  drive,
  FOLDER_ID,
  generateId,
  makeAuth,
  openLocalDrive,
  PDF,
  refusal,
  restart,
  upload,
} from '#test/support/stand-ins/local-drive.ts';

openLocalDrive();

describe("uploading to the drive's stand-in", () => {
  it("the drive's stand-in stores a multipart upload under the generated id, byte for byte", async () => {
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

  it("the drive's stand-in keeps files, their bytes and unused generated ids over a restart", async () => {
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
  ])("the drive's stand-in refuses an upload: %s", async (_case, metadata, params, status, reason) => {
    await expect(upload(metadata as drive_v3.Schema$File, params)).rejects.toMatchObject(
      refusal(status, reason),
    );
  });

  it("the drive's stand-in answers 409 to an id that is in use or belonged to a deleted file", async () => {
    await restart('organizer');
    const id = await upload({ id: await generateId() });
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
    await client.files.delete({ fileId: id, supportsAllDrives: true });
    await restart('organizer');
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
  });
});

describe("a resumable upload to the drive's stand-in", () => {
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

  it("the drive's stand-in accepts a resumable upload in chunks, and reports its progress", async () => {
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
    ['a chunk that is not a multiple of 256 KB', 'bytes 0-9/100', 10, 400],
    ['a chunk that leaves a gap', `bytes 5-9/10`, 5, 400],
    ['a range that does not fit the bytes', 'bytes 0-9/10', 5, 400],
  ])("the drive's stand-in refuses a resumable upload with %s", async (_case, range, bytes, status) => {
    const location = await begin(await generateId());
    expect(await send(location, range, Buffer.alloc(bytes))).toMatchObject({ status });
  });

  it("the drive's stand-in refuses a resumable upload in an unknown session", async () => {
    const location = `${drive.url}/upload/drive/v3/files?uploadType=resumable&upload_id=none`;
    expect(await send(location, 'bytes 0-0/1', Buffer.alloc(1))).toMatchObject({ status: 404 });
  });

  it("the drive's stand-in answers 409 when another upload has used the id meanwhile", async () => {
    const id = await generateId();
    const location = await begin(id);
    await upload({ id });
    expect(await send(location, `bytes 0-0/1`, Buffer.alloc(1))).toMatchObject({ status: 409 });
    expect(await download(id)).toEqual(PDF);
  });
});

describe("planted faults of the drive's stand-in", () => {
  it.each([
    [429, 'rateLimitExceeded'],
    [500, 'backendError'],
    [503, 'backendError'],
  ])(
    "the drive's stand-in answers %i to the planted number of calls and then works",
    async (status, reason) => {
      drive.failNext('files.create', status, 2);
      const id = await generateId();
      await expect(upload({ id })).rejects.toMatchObject(refusal(status, reason));
      await expect(upload({ id })).rejects.toMatchObject(refusal(status, reason));
      expect(await upload({ id })).toBe(id);
    },
  );

  it.each([
    ['storageQuotaExceeded', 403],
    ['teamDriveFileLimitExceeded', 403],
    ['insufficientFilePermissions', 403],
    ['rateLimitExceeded', 403],
    ['accessNotConfigured', 403],
  ] as const)("the drive's stand-in refuses an upload for the planted reason %s", async (reason, status) => {
    // Google's client calls once more with a new token.
    drive.failNext('files.create', reason, 2);
    await expect(upload()).rejects.toMatchObject(refusal(status, reason));
  });

  it.each(['hang', 'hang-after', 'cut-after'] as const)(
    "the drive's stand-in can leave a caller without an answer: %s",
    async (fault) => {
      const id = await generateId();
      drive.failNext('files.create', fault);
      await expect(
        client.files.create(
          {
            supportsAllDrives: true,
            requestBody: { id, name: 'a.pdf', parents: [FOLDER_ID] },
            media: { mimeType: 'application/pdf', body: Readable.from([PDF]) },
          },
          { rootUrl: `${drive.url}/`, signal: AbortSignal.timeout(1_000) },
        ),
      ).rejects.toThrow();
      // A fault after the work leaves its result behind.
      await expect(
        download(id).then(
          () => 'stored',
          () => 'not stored',
        ),
      ).resolves.toBe(fault === 'hang' ? 'not stored' : 'stored');
    },
  );

  it("the drive's stand-in can answer with a page of HTML", async () => {
    drive.failNext('files.get', 'html');
    const { data } = await client.files.get({ fileId: FOLDER_ID, supportsAllDrives: true });
    expect(data).toMatch(/^<!DOCTYPE html>/);
  });

  it("the drive's stand-in can cut the connection after an upload, and the retry finds its own file", async () => {
    const id = await generateId();
    drive.failNext('files.create', 'drop-after');
    await expect(upload({ id })).rejects.not.toHaveProperty('response.status');
    expect(await download(id)).toEqual(PDF);
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
  });
});
