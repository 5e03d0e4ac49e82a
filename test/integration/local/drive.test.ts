import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js';
import { describe, expect, it } from 'vitest';
import {
  client,
  DRIVE_ID,
  download,
  drive,
  FOLDER_ID,
  listNames,
  openLocalDrive,
  refusal,
  restart,
  upload,
} from '#test/support/stand-ins/local-drive.ts';

openLocalDrive();

describe("an item on the drive's stand-in", () => {
  it.each([
    ['get', (fileId: string) => client.files.get({ fileId })],
    ['download', (fileId: string) => client.files.get({ fileId, alt: 'media' })],
    ['update', (fileId: string) => client.files.update({ fileId, requestBody: { name: 'x' } })],
    ['delete', (fileId: string) => client.files.delete({ fileId })],
    ['list permissions', (fileId: string) => client.permissions.list({ fileId })],
    ['create a permission', (fileId: string) => client.permissions.create({ fileId, requestBody: {} })],
    ['delete a permission', (fileId: string) => client.permissions.delete({ fileId, permissionId: 'x' })],
  ])("the drive's stand-in answers 404 without supportsAllDrives: %s", async (_case, call) => {
    await expect(call(await upload())).rejects.toMatchObject(refusal(404, 'notFound'));
  });

  it("the drive's stand-in lets a Content manager move a file to the trash but not delete it for good", async () => {
    const fileId = await upload();
    await expect(client.files.delete({ fileId, supportsAllDrives: true })).rejects.toMatchObject(
      refusal(403, 'insufficientFilePermissions'),
    );
    await client.files.update({ fileId, supportsAllDrives: true, requestBody: { trashed: true } });
    expect(await listNames({ q: 'trashed = true' })).toEqual(['INV-2026-000001.pdf']);
    expect(await listNames({ q: "trashed = false and mimeType = 'application/pdf'" })).toEqual([]);
  });

  it("the drive's stand-in lets an organizer delete a file for good", async () => {
    await restart('organizer');
    const fileId = await upload();
    await client.files.delete({ fileId, supportsAllDrives: true });
    await expect(download(fileId)).rejects.toMatchObject({ status: 404 });
    expect(await listNames({ q: `'${FOLDER_ID}' in parents` })).toEqual([]);
  });

  it("the drive's stand-in refuses an upload to a member who may only read", async () => {
    await restart('reader');
    await expect(upload()).rejects.toMatchObject(refusal(403, 'insufficientFilePermissions'));
  });

  it("the drive's stand-in shows nothing to an account that is not a member of the drive", async () => {
    const fileId = await upload();
    drive.setRole(undefined);
    await expect(client.drives.get({ driveId: DRIVE_ID })).rejects.toMatchObject(refusal(404, 'notFound'));
    await expect(download(fileId)).rejects.toMatchObject({ status: 404 });
    await expect(listNames()).rejects.toMatchObject(refusal(404, 'notFound'));
  });

  it("the drive's stand-in refuses a list of a missing folder", async () => {
    await expect(listNames({ q: "'1Missing' in parents" })).rejects.toMatchObject(refusal(404, 'notFound'));
  });

  it("the drive's stand-in shows the drive to its member, and no other drive", async () => {
    await expect(client.drives.get({ driveId: DRIVE_ID })).resolves.toMatchObject({ data: { id: DRIVE_ID } });
    await expect(client.drives.get({ driveId: '0AOther' })).rejects.toMatchObject(refusal(404, 'notFound'));
  });
});

describe("permissions on the drive's stand-in", () => {
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

  it("the drive's stand-in tells a file's own permissions from inherited ones, and deletes the former", async () => {
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

  it("the drive's stand-in refuses to delete a permission that a file inherits from its folder", async () => {
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

  it("the drive's stand-in gives a person one permission with the higher of two roles", async () => {
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

  it("the drive's stand-in refuses to delete a missing permission, and to add one without a person", async () => {
    const fileId = await upload();
    await expect(
      client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true }),
    ).rejects.toMatchObject(refusal(404, 'notFound'));
    await expect(share(fileId, { type: 'user', role: 'reader' })).rejects.toMatchObject({ status: 400 });
  });
});
