// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { NO_VAT_NUMBER } from '#shared/books/vat-rows.ts';
import type { VatReport as Report, VatDocument, VatReports } from '#shared/contract/books/vat-report.ts';
import { BOOK_DIALOGS } from '#web/features/books/book-dialogs.ts';
import { listTaxPeriods, nameTaxPeriod } from '#web/features/books/tax-periods.ts';
import { VatReport } from '#web/features/books/vat-view.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

const NOTHING = { gross: 0, net: 0, vat: 0, count: 0, fraction: 0, field: null };
const REPORTS: VatReports = {
  vatNumber: '4123456789',
  taxPeriod: 'even-months',
  registeredFrom: null,
  filed: [],
};

const makeReport = (report: Partial<Report> = {}): Report => ({
  period: '2026-10',
  from: '2026-09-01',
  to: '2026-10-31',
  vatNumber: '4123456789',
  vatNumbers: ['4123456789'],
  filedAt: null,
  filedBy: null,
  isClosed: true,
  agrees: true,
  invoices: { gross: 230, net: 200.01, vat: 29.99, count: 2, fraction: 30, field: '1, 4' },
  creditNotes: { ...NOTHING, field: '18' },
  writtenOff: { ...NOTHING, field: '17' },
  recovered: { ...NOTHING, field: '12' },
  withoutVat: { invoices: NOTHING, creditNotes: NOTHING, writtenOff: NOTHING, recovered: NOTHING },
  voidedWithoutCreditNote: NOTHING,
  waiting: { writtenOff: NOTHING, recovered: NOTHING, returns: [] },
  freeCredit: { gross: 326, vat: 42.52 },
  ...report,
});

const makeDocument = (document: Partial<VatDocument> = {}): VatDocument => ({
  number: 'INV-2026-000014',
  date: '2026-09-01',
  kind: 'invoice',
  OWNumber: 'OW10002',
  invoiceId: 14,
  gross: 115,
  net: 100,
  vat: 15,
  invoiceNumber: 'INV-2026-000014',
  invoiceDate: '2026-09-01',
  countsOn: null,
  reason: null,
  dueDate: '2026-09-08',
  serviceFrom: '2026-09-01',
  serviceTo: '2026-09-30',
  firstPaymentDate: null,
  firstPaymentBooked: null,
  userId: null,
  client: null,
  clientVatNumber: null,
  ...document,
});

const QUERY = 'period=2026-10&vatNumber=4123456789';
const FILING = 'POST /api/admin/vat-reports';

const openReport = async (
  {
    reports = REPORTS,
    report = makeReport(),
    answers = {},
  }: { reports?: VatReports; report?: Report; answers?: Answers } = {},
  row?: 'invoices' | 'voidedWithoutCreditNote',
  open?: string,
) => {
  const changes: object[] = [];
  const { show, sent } = await openBrowser(
    {
      'GET /api/admin/vat-reports': () => json(reports),
      [`GET /api/admin/vat-report?${QUERY}`]: () => json(report),
      ...answers,
    },
    open ? `/admin?open=${open}` : '/admin',
  );
  await act(async () =>
    show(
      <WithDialogs table={BOOK_DIALOGS}>
        <VatReport
          period="2026-10"
          vatNumber={undefined}
          row={row}
          onChange={(change) => void changes.push(change)}
        />
      </WithDialogs>,
    ),
  );

  return { changes, sent };
};

const rowOf = async (name: string) =>
  (await screen.findByText(name)).closest('li, tr')?.textContent?.replaceAll('\u00a0', ' ');

describe('the report', () => {
  it('a portal without a VAT number says that there is no report', async () => {
    await openReport({ reports: { ...REPORTS, vatNumber: null } });

    expect(await screen.findByText(NO_VAT_NUMBER)).toBeDefined();
  });

  it('a row names its field of the VAT201, its documents, and what 15/115 of its amount differs by', async () => {
    await openReport();

    const row = await rowOf('Tax invoices');
    for (const text of ['fields 1 and 4', '2 documents', 'R 230,00', 'R 200,01', 'R 29,99', 'R 0,01 more']) {
      expect(row).toContain(text);
    }
    expect(await rowOf('Credit notes')).toContain('field 18');
    expect(screen.getByText(/Invoice basis/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Without VAT' })).toBeNull();
    expect(screen.queryByText('Voided without a credit note')).toBeNull();
  });

  it('bad debts that wait stand apart and name the returns for which they wait', async () => {
    await openReport({
      report: makeReport({
        waiting: {
          writtenOff: { ...NOTHING, gross: 69, net: 60, vat: 9, count: 1 },
          recovered: NOTHING,
          returns: [
            { from: '2026-03-01', to: '2026-04-30' },
            { from: '2026-09-01', to: '2026-10-31' },
          ],
        },
      }),
    });

    const apart = within(await screen.findByRole('region', { name: 'Waits for its return' }));
    expect(
      apart.getByText('Waits for the returns of March and April 2026; September and October 2026'),
    ).toBeDefined();
    expect(await rowOf('Bad debts written off that wait')).toContain('R 9,00');
    expect(screen.queryByText('Bad debts recovered that wait')).toBeNull();
  });

  it('the credit of clients names the VAT in it', async () => {
    await openReport();

    const credit = await screen.findByRole('region', { name: 'Credit of clients' });
    expect(credit.textContent?.replaceAll('\u00a0', ' ')).toContain('R 42,52 of it is VAT by section 9');
    expect(credit.textContent?.replaceAll('\u00a0', ' ')).toContain('R 326,00');
  });

  it('a report that does not agree with the control account says so', async () => {
    await openReport({ report: makeReport({ agrees: false }) });

    expect((await screen.findByRole('alert')).textContent).toContain('does not agree');
  });

  it('documents without VAT stand apart, and the report of one of two numbers says that the other has none', async () => {
    const { changes } = await openReport({
      report: makeReport({
        vatNumbers: ['4000000000', '4123456789'],
        withoutVat: {
          ...makeReport().withoutVat,
          invoices: { ...NOTHING, gross: 50, net: 50, count: 1 },
        },
        voidedWithoutCreditNote: { ...NOTHING, gross: 23, net: 20, vat: 3, count: 1 },
      }),
    });

    const apart = within(await screen.findByRole('region', { name: 'Without VAT' }));
    expect(apart.getByText(/Only the report of this VAT number/)).toBeDefined();
    expect(await rowOf('Invoices without VAT')).toContain('1 document');
    expect(await rowOf('Voided without a credit note')).toContain('R 3,00');
    fireEvent.change(screen.getByRole('combobox', { name: 'VAT number' }), {
      target: { value: '4000000000' },
    });
    expect(changes).toEqual([{ vatNumber: '4000000000' }]);
  });
});

describe('filing', () => {
  it('a number that was not in use in the period has nothing to file', async () => {
    await openReport({ report: makeReport({ vatNumbers: ['4000000000'] }) });

    expect(await screen.findByText(/was not in use in this period/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'File VAT report' })).toBeNull();
  });

  const openDialog = async () => {
    const button = await screen.findByRole('link', { name: 'File VAT report' });
    await act(async () => fireEvent.click(button));
    await screen.findByRole('button', { name: 'File VAT report' });

    return within(screen.getByRole('alertdialog'));
  };

  it('a report with an open month cannot be filed, and says what is missing', async () => {
    await openReport({ report: makeReport({ isClosed: false }) });

    expect(await screen.findByText(/Close each month of the period/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'File VAT report' })).toBeNull();
  });

  it('filing asks, says what it keeps and that SARS gets nothing, and then files that number and period', async () => {
    const { sent } = await openReport({
      answers: { [FILING]: () => json(makeReport({ filedAt: '2026-11-20T10:00:00Z' }), 201) },
    });
    const dialog = await openDialog();

    expect(dialog.getByText('File VAT for September and October 2026?')).toBeDefined();
    expect(dialog.getByText(/cannot be changed/)).toBeDefined();
    expect(dialog.getByText(/Nothing is sent to SARS/)).toBeDefined();
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'File VAT report' })));

    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent.filter(({ route }) => route === FILING)).toEqual([
      { route: FILING, body: { period: '2026-10', vatNumber: '4123456789' } },
    ]);
  });

  it('a refused filing is told in the question', async () => {
    const message = 'The VAT report of this period has been filed.';
    await openReport({ answers: { [FILING]: () => json({ message, code: 'filed' }, 409) } });
    const dialog = await openDialog();
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'File VAT report' })));

    expect((await dialog.findByRole('alert')).textContent).toContain(message);
  });

  it('a filed report says when and by whom it was filed, and can be filed no more', async () => {
    await openReport({ report: makeReport({ filedAt: '2026-11-20T22:30:00Z', filedBy: 'Thandi Nkosi' }) });

    expect((await screen.findByText(/^Filed 2026/)).textContent).toBe('Filed 2026/11/21 by Thandi Nkosi');
    expect(screen.queryByRole('link', { name: 'File VAT report' })).toBeNull();
  });
});

describe('the documents of a row', () => {
  const page = (row: string, number: number) =>
    `GET /api/admin/vat-report/documents?${QUERY}&row=${row}&page=${number}`;

  it('the documents of a row are read 50 at a time', async () => {
    const ofPage = (number: number, document: Partial<VatDocument>) => () =>
      json({ documents: [makeDocument(document)], total: 51, page: number });
    await openReport(
      {
        answers: {
          [page('invoices', 1)]: ofPage(1, {}),
          [page('invoices', 2)]: ofPage(2, { number: 'INV-2026-000064', OWNumber: null }),
        },
      },
      'invoices',
    );

    expect(await screen.findByText('INV-2026-000014')).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('September and October 2026 · 1 of 51');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Show more' })));
    expect(await rowOf('INV-2026-000064')).toContain('Deleted client');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

it('a voided invoice without a credit note offers to issue it, and a deleted client has none to get', async () => {
  const route = 'POST /api/invoices/14/missing-credit-note';
  const documents = [makeDocument({ kind: 'reversal' }), makeDocument({ kind: 'reversal', OWNumber: null })];
  const { sent } = await openReport(
    {
      answers: {
        [`GET /api/admin/vat-report/documents?${QUERY}&row=voidedWithoutCreditNote&page=1`]: () =>
          json({ documents, total: 2, page: 1 }),
        [route]: () => json({ creditNoteNumber: 'CN-2026-000001' }, 201),
      },
    },
    'voidedWithoutCreditNote',
  );
  const buttons = await screen.findAllByRole('link', { name: 'Issue the missing credit note' });
  expect(buttons).toHaveLength(1);
  await act(async () => fireEvent.click(buttons[0] as HTMLElement));

  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'error' } });
  fireEvent.change(screen.getByLabelText(/^Explanation/), {
    target: { value: 'Issued to the wrong client' },
  });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Issue credit note' })));

  await vi.waitFor(() =>
    expect(sent.find((request) => request.route === route)?.body).toEqual({
      reason: 'error',
      explanation: 'Issued to the wrong client',
    }),
  );
});

const VOIDED = (page: number) =>
  `GET /api/admin/vat-report/documents?${QUERY}&row=voidedWithoutCreditNote&page=${page}`;

it('a link to a missing credit note finds its invoice behind the first documents', async () => {
  await openReport(
    {
      answers: {
        [VOIDED(1)]: () => json({ documents: [makeDocument({ invoiceId: 15 })], total: 51, page: 1 }),
        [VOIDED(2)]: () => json({ documents: [makeDocument({})], total: 51, page: 2 }),
      },
    },
    undefined,
    'missing-note.issue:2026-10:4123456789:14',
  );

  expect(await screen.findByText('Credit note for INV-2026-000014')).toBeDefined();
});

it('a link to a missing credit note that was issued meanwhile says so', async () => {
  await openReport(
    { answers: { [VOIDED(1)]: () => json({ documents: [], total: 0, page: 1 }) } },
    undefined,
    'missing-note.issue:2026-10:4123456789:14',
  );

  expect(await screen.findByText('No credit note is missing for this invoice')).toBeDefined();
});

it.each([
  ['that is filed', { filedAt: '2026-11-20T22:30:00Z' }, 'This report is filed'],
  ['with an open month', { isClosed: false }, 'Close each month of the period, then it can be filed.'],
])('a link that files a report %s says why it cannot be filed', async (_, change, sentence) => {
  await openReport({ report: makeReport(change) }, undefined, 'vat.file:2026-10:4123456789');
  const back = await screen.findByRole('button', { name: 'Back to the page' });

  expect(back.closest('[role=alertdialog]')?.textContent).toContain(sentence);
  expect(screen.queryByRole('button', { name: 'File VAT report' })).toBeNull();
});

describe('tax periods', () => {
  const NOW = new Date('2026-11-26T10:00:00Z');
  const list = (reports: Partial<VatReports>) => listTaxPeriods({ ...REPORTS, ...reports }, NOW);

  it.each([
    ['monthly', ['Nov 2026, not over', 'Oct 2026', 'Sep 2026']],
    ['odd-months', ['Oct and Nov 2026, not over', 'Aug and Sep 2026', 'Jun and Jul 2026']],
    ['even-months', ['Nov and Dec 2026, not over', 'Sep and Oct 2026', 'Jul and Aug 2026']],
  ] as const)('%s periods are offered from the present one back', (taxPeriod, names) => {
    const periods = list({ taxPeriod });

    expect(periods).toHaveLength(12);
    expect(periods.slice(0, 3).map(({ name }) => name)).toEqual(names);
  });

  it('no period before the registration is offered, and each filed one is', () => {
    expect(list({ registeredFrom: '2026-08-15' }).map(({ period }) => period)).toEqual([
      '2026-12',
      '2026-10',
      '2026-08',
    ]);
    const filed = [{ period: '2019-02', vatNumber: '4123456789', filedAt: '2019-03-20T10:00:00Z' }];
    expect(list({ filed }).at(-1)).toEqual({ period: '2019-02', name: 'Jan and Feb 2019', isOver: true });
  });

  it('a period over New Year names both years', () => {
    expect(nameTaxPeriod({ from: '2025-12-01', to: '2026-01-31' })).toBe('December 2025 and January 2026');
  });
});
