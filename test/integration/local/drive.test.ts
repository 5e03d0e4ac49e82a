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
  upload,
} from '#test/support/stand-ins/local-drive.ts';

openLocalDrive();

const readDrive = (driveId: string) => client.drives.get({ driveId, fields: 'id' });

describe("an item on the drive's stand-in", () => {
  it.each([
    ['get', (fileId: string) => client.files.get({ fileId })],
    ['download', (fileId: string) => client.files.get({ fileId, alt: 'media' })],
    ['update', (fileId: string) => client.files.update({ fileId, requestBody: { trashed: true } })],
    ['delete', (fileId: string) => client.files.delete({ fileId })],
    ['list permissions', (fileId: string) => client.permissions.list({ fileId })],
    ['delete a permission', (fileId: string) => client.permissions.delete({ fileId, permissionId: 'x' })],
  ])("the drive's stand-in answers 404 without supportsAllDrives: %s", async (_case, call) => {
    await expect(call(await upload())).rejects.toMatchObject(refusal(404, 'notFound'));
  });

  it("the drive's stand-in lets a Content manager move a file to the trash but not delete it for good", async () => {
    const fileId = await upload();
    await expect(client.files.delete({ fileId, supportsAllDrives: true })).rejects.toMatchObject(
      refusal(403, 'insufficientFilePermissions'),
    );
    const { data } = await client.files.update({
      fileId,
      supportsAllDrives: true,
      fields: 'trashed',
      requestBody: { trashed: true },
    });
    expect(data).toEqual({ trashed: true });
    expect(await listNames()).toEqual([]);
  });

  it("the drive's stand-in refuses a change of a file other than its move to the trash", async () => {
    const fileId = await upload();
    await expect(
      client.files.update({ fileId, supportsAllDrives: true, fields: 'id', requestBody: { name: 'x' } }),
    ).rejects.toMatchObject(refusal(400, 'badRequest'));
  });

  it("the drive's stand-in lets an organizer delete a file for good", async () => {
    drive.setRole('organizer');
    const fileId = await upload();
    await client.files.delete({ fileId, supportsAllDrives: true });
    await expect(download(fileId)).rejects.toMatchObject({ status: 404 });
    expect(await listNames()).toEqual([]);
  });

  it("the drive's stand-in refuses an upload to a member who may only read", async () => {
    drive.setRole('reader');
    await expect(upload()).rejects.toMatchObject(refusal(403, 'insufficientFilePermissions'));
  });

  it("the drive's stand-in shows nothing to an account that is not a member of the drive", async () => {
    const fileId = await upload();
    drive.setRole(undefined);
    await expect(readDrive(DRIVE_ID)).rejects.toMatchObject(refusal(404, 'notFound'));
    await expect(download(fileId)).rejects.toMatchObject({ status: 404 });
    await expect(listNames()).rejects.toMatchObject(refusal(404, 'notFound'));
  });

  it("the drive's stand-in shows the drive to its member, and no other drive", async () => {
    await expect(readDrive(DRIVE_ID)).resolves.toMatchObject({ data: { id: DRIVE_ID } });
    await expect(readDrive('0AOther')).rejects.toMatchObject(refusal(404, 'notFound'));
  });
});

describe("permissions on the drive's stand-in", () => {
  const MEMBER = { id: '10000000000000000001', type: 'user', permissionDetails: [{ inherited: true }] };

  /** Lets anyone read the item, as a person does at the drive. */
  const share = (fileId: string) => {
    const { store } = drive.context;
    const item = store.find(fileId);
    if (!item) {
      throw new Error('There is no such item');
    }
    store.save({ ...item, permissions: [{ id: 'anyoneWithLink', type: 'anyone', role: 'reader' }] });
  };

  const listPermissions = async (fileId: string, params: drive_v3.Params$Resource$Permissions$List = {}) => {
    const { data } = await client.permissions.list({
      fileId,
      supportsAllDrives: true,
      fields: 'nextPageToken,permissions(id,type,permissionDetails(inherited))',
      ...params,
    });
    return data;
  };

  const anyone = (...inherited: boolean[]) => ({
    id: 'anyoneWithLink',
    type: 'anyone',
    permissionDetails: inherited.map((is) => ({ inherited: is })),
  });

  it("the drive's stand-in tells a file's own permissions from inherited ones, and deletes the former", async () => {
    const fileId = await upload();
    share(fileId);
    expect(await listPermissions(fileId)).toEqual({ permissions: [MEMBER, anyone(false)] });
    await client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true });
    expect(await listPermissions(fileId)).toEqual({ permissions: [MEMBER] });
  });

  it("the drive's stand-in shows a permission that is a file's own and inherited as one", async () => {
    const fileId = await upload();
    share(fileId);
    share(FOLDER_ID);
    expect(await listPermissions(fileId)).toEqual({ permissions: [MEMBER, anyone(false, true)] });
  });

  it("the drive's stand-in lists each permission once over the pages", async () => {
    const fileId = await upload();
    share(fileId);
    const first = await listPermissions(fileId, { pageSize: 1 });
    expect(first.permissions).toEqual([MEMBER]);
    expect(await listPermissions(fileId, { pageSize: 1, pageToken: first.nextPageToken ?? '' })).toEqual({
      permissions: [anyone(false)],
    });
  });

  it.each([
    ['a page size over 100', { pageSize: 101 }],
    ['a made-up page token', { pageToken: 'next' }],
    ['an unknown field', { fields: 'permissions(role)' }],
  ])("the drive's stand-in refuses a list of permissions with %s", async (_case, params) => {
    await expect(listPermissions(await upload(), params)).rejects.toMatchObject({ status: 400 });
  });

  it("the drive's stand-in refuses to delete a permission that a file inherits from its folder", async () => {
    const fileId = await upload();
    share(FOLDER_ID);
    await expect(
      client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true }),
    ).rejects.toMatchObject(refusal(403, 'cannotModifyInheritedTeamDrivePermission'));
  });

  it("the drive's stand-in refuses to delete a missing permission", async () => {
    const fileId = await upload();
    await expect(
      client.permissions.delete({ fileId, permissionId: 'anyoneWithLink', supportsAllDrives: true }),
    ).rejects.toMatchObject(refusal(404, 'notFound'));
  });
});
