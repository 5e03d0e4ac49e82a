import { beforeEach, describe, expect, it } from 'vitest';
import {
  drive,
  FOLDER_ID,
  listNames,
  openLocalDrive,
  refusal,
  upload,
} from '#test/support/stand-ins/local-drive.ts';

openLocalDrive();

const IN_FOLDER = `'${FOLDER_ID}' in parents and trashed = false`;
const MADE_BY_CONSOLE = "appProperties has { key='madeBy' and value='debug console' }";

/** Stores a file that was created at the time. */
const store = async (name: string, createdTime: string, madeBy: string) => {
  const item = drive.context.store.find(await upload({ name, appProperties: { madeBy } }));
  if (!item) {
    throw new Error('The file was not stored');
  }
  drive.context.store.save({ ...item, createdTime });
};

describe("lists of the drive's stand-in", () => {
  beforeEach(async () => {
    await store('invoice.pdf', '2026-05-01T08:00:00.000Z', 'the portal');
    await store('old.pdf', '2026-05-02T08:00:00.000Z', 'debug console');
    await store('young.pdf', '2026-05-03T08:00:00.000Z', 'debug console');
  });

  it.each([
    [IN_FOLDER, ['invoice.pdf', 'old.pdf', 'young.pdf']],
    [`${IN_FOLDER} and ${MADE_BY_CONSOLE} and createdTime < '2026-05-03T08:00:00.000Z'`, ['old.pdf']],
  ])("the drive's stand-in finds files by %s", async (q, names) => {
    expect(await listNames({ q })).toEqual(names);
  });

  it.each([
    '',
    `'${FOLDER_ID}' in parents`,
    `${IN_FOLDER} and name = 'old.pdf'`,
    `${IN_FOLDER} or trashed = true`,
    `${IN_FOLDER} and ${MADE_BY_CONSOLE}`,
    `${IN_FOLDER} and appProperties has { key='madeBy' } and createdTime < '2026-05-03T08:00:00.000Z'`,
    `${IN_FOLDER} and ${MADE_BY_CONSOLE} and createdTime < 'yesterday'`,
    `${IN_FOLDER} and ${MADE_BY_CONSOLE} and createdTime < '2026-05-03'`,
    "'1O'Brien' in parents and trashed = false",
  ])("the drive's stand-in refuses a search that the portal does not send: %s", async (q) => {
    await expect(listNames({ q })).rejects.toMatchObject(refusal(400, 'invalid'));
  });

  it.each([
    ['corpora=drive without includeItemsFromAllDrives', { includeItemsFromAllDrives: false }, 400],
    ['includeItemsFromAllDrives without supportsAllDrives', { supportsAllDrives: false }, 403],
    ['a drive id without corpora=drive', { corpora: 'user' }, 400],
    ['a drive that does not exist', { driveId: '0AOther' }, 404],
    ['a folder that does not exist', { q: "'1Missing' in parents and trashed = false" }, 404],
    ['a page size over 1000', { pageSize: 1001 }, 400],
    ['no fields', { fields: '' }, 400],
    ['an unknown field', { fields: 'files(id,owner)' }, 400],
    ['fields with an open bracket', { fields: 'files(id' }, 400],
    ['an unknown order', { orderBy: 'size' }, 400],
  ])("the drive's stand-in refuses a list with %s", async (_case, params, status) => {
    await expect(listNames(params)).rejects.toMatchObject({ status });
  });

  it("the drive's stand-in lists the newest files first, as many as asked", async () => {
    expect(await listNames({ orderBy: 'createdTime desc', pageSize: 2 })).toEqual(['young.pdf', 'old.pdf']);
  });
});
