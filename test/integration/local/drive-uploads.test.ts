import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js';
import { describe, expect, it } from 'vitest';
import {
  client,
  DRIVE_ID,
  download,
  drive,
  FOLDER_ID,
  generateId,
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
      fields: 'name,mimeType,driveId,trashed',
    });
    expect(data).toEqual({
      name: 'INV-2026-000001.pdf',
      mimeType: 'application/pdf',
      driveId: DRIVE_ID,
      trashed: false,
    });
    expect(drive.context.store.find(id)).toMatchObject({
      parents: [FOLDER_ID],
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
    ['no parent', { parents: undefined }, {}, 400, 'badRequest'],
    ['a create in the account’s own drive', { parents: ['root'] }, {}, 403, 'storageQuotaExceeded'],
    ['a create without supportsAllDrives', {}, { supportsAllDrives: false }, 404, 'notFound'],
    ['a parent that does not exist', { parents: ['1Nowhere'] }, {}, 404, 'notFound'],
    ['two parents', { parents: [FOLDER_ID, DRIVE_ID] }, {}, 400, 'badRequest'],
    ['metadata that the portal does not send', { description: 'An invoice' }, {}, 400, 'badRequest'],
    ['an unknown field', {}, { fields: 'id,color' }, 400, 'invalidParameter'],
  ])("the drive's stand-in refuses an upload: %s", async (_case, metadata, params, status, reason) => {
    await expect(upload(metadata as drive_v3.Schema$File, params)).rejects.toMatchObject(
      refusal(status, reason),
    );
  });

  it("the drive's stand-in answers 409 to an id that is in use or belonged to a deleted file", async () => {
    drive.setRole('organizer');
    const id = await upload({ id: await generateId() });
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
    await client.files.delete({ fileId: id, supportsAllDrives: true });
    await restart();
    await expect(upload({ id })).rejects.toMatchObject(refusal(409, 'fileIdInUse'));
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
      await expect(upload({ id }, {}, AbortSignal.timeout(1_000))).rejects.toThrow();
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
    const { data } = await client.files.get({ fileId: FOLDER_ID, supportsAllDrives: true, fields: 'id' });
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
