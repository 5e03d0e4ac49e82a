import { describe, expect, it } from 'vitest';
import { downloadInvoice } from '#functions/domain/invoices/download-invoice.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';
import { ADMIN, CLIENT } from '#test/support/stubs/session-users.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const STRANGER = { ...CLIENT, userId: 8 };
const INVOICE_ID = 12;
const BYTES = new Uint8Array([37, 80, 68, 70]);
const NAME = 'INV-2026-000012.pdf';
const FILE = {
  userId: 7,
  isVoided: false,
  fileName: NAME as string | null,
  driveFileId: 'drive-file',
  driveId: 'a drive',
};
const GONE = 'The PDF of this invoice is gone from the cloud drive storage and must be made again.';

const ANSWERS = { stored: FILE as typeof FILE | undefined, bytes: BYTES as Uint8Array | undefined };

/** Prepares a download for which the database and the drive answer as given. */
const open = (change: Partial<typeof ANSWERS> = {}) => {
  const { stored, bytes } = { ...ANSWERS, ...change };
  const seen = { audits: [] as (RouteAudit | undefined)[], asked: [] as unknown[], lost: [] as unknown[] };
  const database = {
    invoicePdfs: {
      findFile: async (_: PdfSubject, audit?: RouteAudit) => {
        seen.audits.push(audit);

        return stored;
      },
      loseFile: async (...loss: unknown[]) => void seen.lost.push(loss),
    },
  };
  const invoiceFiles = {
    download: async (file: unknown) => {
      seen.asked.push(file);

      return bytes;
    },
  };

  return {
    seen,
    download: (reader: SessionUser) => downloadInvoice({ database, invoiceFiles }, reader, INVOICE_ID, NOW),
  };
};

describe('the PDF of an invoice', () => {
  it.each([
    [
      'an administrator, with an audit entry',
      ADMIN,
      { actorId: 1, action: 'invoices.download', address: ADMIN.address, reader: ADMIN },
    ],
    ['its client, without an audit entry', CLIENT, undefined],
  ])('the PDF of an invoice is answered under its file name to %s', async (_, reader, audit) => {
    const { seen, download } = open();

    expect(await download(reader)).toEqual({ fileName: NAME, bytes: BYTES });
    expect(seen).toEqual({ audits: [audit], asked: [{ id: 'drive-file', driveId: 'a drive' }], lost: [] });
  });

  it.each([
    ["another client's", STRANGER, {}],
    ["another client's, without a PDF", STRANGER, { stored: { ...FILE, fileName: null } }],
    ['missing', CLIENT, { stored: undefined }],
    ['missing, for an administrator', ADMIN, { stored: undefined }],
  ])(
    'the PDF of an invoice is not found, and the drive is not called, if the invoice is %s',
    async (_, reader, answers) => {
      const { seen, download } = open(answers);

      await expect(download(reader)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Invoice not found',
      });
      expect(seen.asked).toEqual([]);
    },
  );

  it.each([CLIENT, ADMIN])(
    'the voided PDF of an invoice is being made until it has its file name: $role',
    async (reader) => {
      const { seen, download } = open({ stored: { ...FILE, isVoided: true, fileName: null } });

      await expect(download(reader)).rejects.toMatchObject({
        code: 'conflict',
        message: 'The voided PDF is being made.',
      });
      expect(seen.asked).toEqual([]);
    },
  );

  it.each([CLIENT, ADMIN])(
    'the PDF of an invoice is not ready before it has its file name: $role',
    async (reader) => {
      // The file has an id before its upload begins.
      await expect(open({ stored: { ...FILE, fileName: null } }).download(reader)).rejects.toMatchObject({
        code: 'conflict',
        message: 'The PDF of this invoice is not ready yet.',
      });
    },
  );

  it('a PDF that is gone from the drive is removed from its invoice, with the error on the upload step', async () => {
    const { seen, download } = open({ bytes: undefined });

    await expect(download(CLIENT)).rejects.toMatchObject({ code: 'conflict', message: GONE });
    const steps = expect.arrayContaining([
      expect.objectContaining({ name: 'Uploading to cloud drive storage', status: 'error', error: GONE }),
    ]);
    expect(seen.lost).toEqual([[{ invoiceId: INVOICE_ID }, 'drive-file', { error: GONE, steps, now: NOW }]]);
  });
});
