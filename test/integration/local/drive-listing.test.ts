import { beforeEach, describe, expect, it } from 'vitest';
import {
  client,
  DRIVE_ID,
  drive,
  FOLDER_ID,
  listNames,
  openLocalDrive,
  refusal,
  upload,
  wholeDrive,
} from '#test/support/stand-ins/local-drive.ts';

openLocalDrive();

describe("lists of the drive's stand-in", () => {
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
  ])("the drive's stand-in finds files by %s", async (q, names) => {
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
  ])("the drive's stand-in refuses the search %s", async (q) => {
    await expect(listNames({ q })).rejects.toMatchObject(refusal(400, 'invalid'));
  });

  it.each([
    ['does not mention shared drives', {}],
    ['includes shared drives but names none', { supportsAllDrives: true, includeItemsFromAllDrives: true }],
  ])("the drive's stand-in leaves the shared drive’s items out of a list that %s", async (_case, params) => {
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
  ])("the drive's stand-in refuses a list with %s", async (_case, params, status) => {
    await expect(listNames(params)).rejects.toMatchObject({ status });
  });

  it("the drive's stand-in lists each file once over the pages, with the requested fields", async () => {
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

  it("the drive's stand-in can leave a new file out of lists while its id already answers", async () => {
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
