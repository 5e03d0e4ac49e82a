import { describe, expect, it } from 'vitest';
import { downloadInvoice, readProgress } from '#functions/domain/invoices/invoices.ts';
import { makeFakeInvoices, makeStoredInvoice } from '#test/support/fake-invoices.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;
const CLIENT = { userId: 7, role: 'client', sessionId: 'of the client', address: '203.0.113.9' } as const;
const STRANGER = { ...CLIENT, userId: 8 };
const INVOICE_ID = 12;
const BYTES = new Uint8Array([37, 80, 68, 70]);

const open = ({ fileName = 'INV-2026-000012.pdf' as string | null, isAtDrive = true } = {}) => {
  const stored = makeStoredInvoice({ state: 'completed', driveFileId: 'drive-file' });
  stored.invoice.fileName = fileName;
  const { state, database } = makeFakeInvoices([stored]);

  return {
    state,
    database,
    download: (reader: typeof ADMIN | typeof CLIENT | typeof STRANGER, invoiceId = INVOICE_ID) =>
      downloadInvoice(
        {
          database,
          invoiceFiles: {
            download: async ({ id }) => (isAtDrive && id === 'drive-file' ? BYTES : undefined),
          },
        },
        reader,
        invoiceId,
        NOW,
      ),
  };
};

describe('the PDF of an invoice', () => {
  it.each([
    [
      'an administrator, which is audited',
      ADMIN,
      [{ invoiceId: INVOICE_ID, actorId: 1, action: 'invoices.download', address: ADMIN.address }],
    ],
    ['its client, which is not', CLIENT, []],
  ])('is answered under its name to %s', async (_, reader, readFiles) => {
    const { state, download } = open();

    expect(await download(reader)).toEqual({ fileName: 'INV-2026-000012.pdf', bytes: BYTES });
    expect(state.readFiles).toEqual(readFiles);
  });

  it.each([
    ["someone else's", STRANGER, INVOICE_ID, {}],
    ["someone else's, without a PDF", STRANGER, INVOICE_ID, { fileName: null }],
    ["someone else's, whose PDF is gone", STRANGER, INVOICE_ID, { isAtDrive: false }],
    ['one that is not there', CLIENT, 999, {}],
    ['one that is not there, for an administrator', ADMIN, 999, {}],
  ])('is not found if it is %s, and nothing changes', async (_, reader, invoiceId, stored) => {
    const { state, download } = open(stored);
    const before = structuredClone(state);

    await expect(download(reader, invoiceId)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Invoice not found',
    });
    expect(state).toEqual(before);
  });

  it.each([CLIENT, ADMIN])('is not ready before it has its name: $role', async (reader) => {
    // Its file has an id before the upload begins.
    await expect(open({ fileName: null }).download(reader)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The PDF of this invoice is not ready yet.',
    });
  });

  it('that is gone from the drive is taken off its invoice, and can be made again', async () => {
    const { state, database, download } = open({ isAtDrive: false });
    const sentence = 'The PDF of this invoice is gone from the cloud drive storage and must be made again.';

    await expect(download(CLIENT)).rejects.toMatchObject({ code: 'conflict', message: sentence });
    expect(state.invoices).toMatchObject([{ invoice: { fileName: null }, driveFileId: null }]);
    const { state: jobState, steps } = await readProgress(database.invoices, INVOICE_ID);
    expect(jobState).toBe('failed');
    expect(steps.filter(({ error }) => error !== null)).toMatchObject([
      { name: 'Uploading to cloud drive storage', status: 'error', error: sentence },
    ]);
  });
});
