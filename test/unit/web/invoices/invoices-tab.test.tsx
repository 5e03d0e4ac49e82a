// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Invoice, pendingSteps } from '#shared/contract/invoices.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { preloadRow } from '#web/components/dialog/open-dialog.tsx';
import { useFollowing } from '#web/features/invoices/followed-pdf.ts';
import { InvoiceForm } from '#web/features/invoices/form/invoice-form.tsx';
import { INVOICE_DIALOGS } from '#web/features/invoices/invoice-dialogs.ts';
import { invoiceListQuery } from '#web/features/invoices/invoice-list-query.ts';
import { InvoiceStatusBadge } from '#web/features/invoices/invoice-status-badge.tsx';
import { InvoicesTab } from '#web/features/invoices/invoices-tab.tsx';
import { useSetInvoiceStatus } from '#web/features/invoices/mutations.ts';
import { pdfOfInvoice } from '#web/features/invoices/shown-pdfs.ts';
import { useDownloadPdf } from '#web/features/invoices/use-download-pdf.ts';
import { usePdfJob } from '#web/features/invoices/use-pdf-job.ts';
import { useToasts } from '#web/lib/browser/toast.ts';
import { dialogSteps } from '../dialog-steps.ts';
import { json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

const INVOICE = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  totalAmount: 10,
  amountDue: 10,
  credited: 0,
  writtenOff: 0,
  fileName: null,
};
const CLIENT = { User_Name: 'Naledi', User_Surname: 'Mokoena', User_Org: null, OWNumber: 'OW10007' };
const NO_INVOICES = {
  'GET /api/users/7/credit-notes': () => json([]),
  'GET /api/users/7/invoices': () => json([]),
};

/** The address of the tab. */
const TAB = '/admin?client=7&tab=invoices';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

it.each([Number.NaN, 0, -1, 1.5])(
  'the invoice form for user id %s sends nothing and shows an error',
  async (userId) => {
    const { show, use, sent } = await openBrowser();
    const toasts = use(useToasts);
    const refetch = () => Promise.reject(new Error('nobody asks'));
    const read = { data: [], error: null, refetch };
    show(
      <InvoiceForm
        {...dialogSteps()}
        userId={userId}
        client={makeUserDetail()}
        services={read}
        billed={read}
      />,
    );
    type('Description 1', 'Line rental');
    type('Amount 1', '337');
    press('Create Invoice');

    await waitFor(() =>
      expect(toasts.current).toMatchObject([{ title: 'Error: Invalid user', tone: 'error' }]),
    );
    expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  },
);

it("'New invoice' keeps the focus while the list turns out to be empty", async () => {
  const { show } = await openBrowser(NO_INVOICES, TAB);
  show(<InvoicesTab userId={7} />);
  const button = screen.getByRole('link', { name: 'New invoice' });
  button.focus();
  await screen.findByText('No invoices found.');

  expect(document.activeElement).toBe(button);
});

it('a toast names a new invoice when its PDF is ready', async () => {
  const progress = {
    invoiceId: 3,
    invoiceNumber: INVOICE.invoiceNumber,
    percent: 100,
    steps: pendingSteps(),
    nextTryAt: null,
  };
  const { use } = await openBrowser({
    ...NO_INVOICES,
    'GET /api/invoices/3/progress': () => json({ ...progress, state: 'completed' }),
  });
  use(() => usePdfJob('invoices', 7));
  const pdf = use(() => useFollowing('invoices', 7));
  const toasts = use(useToasts);
  act(() => pdf.current.follow(pdfOfInvoice(INVOICE)));

  await waitFor(() =>
    expect(toasts.current).toMatchObject([
      {
        title: 'Invoice created successfully',
        description: 'Invoice INV-2026-000003 is ready',
        tone: 'success',
      },
    ]),
  );
});

it('a download that fails without a message shows "Unknown error" and closes its tab', async () => {
  const { use } = await openBrowser({
    'GET /api/invoices/3/download': () => Promise.reject(new DOMException('', 'AbortError')),
  });
  const download = use(() => useDownloadPdf('invoices'));
  const toasts = use(useToasts);
  let isClosed = false;
  const tab = { close: () => (isClosed = true) } as unknown as Window;
  await act(() => download.current.mutateAsync({ id: 3, tab }).catch(() => undefined));

  expect(toasts.current).toMatchObject([
    { title: 'Error downloading invoice', description: 'Unknown error' },
  ]);
  expect(isClosed).toBe(true);
});

it.each([
  { area: 'invoices', id: 3, fileName: 'INV-2026-000003.pdf' },
  { area: 'credit-notes', id: 5, fileName: 'CN-2026-000005.pdf' },
] as const)(
  'a blocked tab of $area leaves a link with the name of the file',
  async ({ area, id, fileName }) => {
    const address = `/api/${area}/${id}/download`;
    const { use } = await openBrowser({
      [`GET ${address}`]: () =>
        new Response('%PDF', { headers: { 'content-disposition': `inline; filename="${fileName}"` } }),
    });
    const download = use(() => useDownloadPdf(area));
    const toasts = use(useToasts);
    await act(() => download.current.mutateAsync({ id, tab: null }));

    expect(toasts.current).toMatchObject([{ action: { label: fileName, address } }]);
  },
);

it('a blocked tab of a PDF that is gone says so and leaves no link', async () => {
  const message = 'The PDF of this invoice is not ready yet.';
  const { use } = await openBrowser({
    'GET /api/invoices/3/download': () => json({ message, code: 'conflict' }, 409),
  });
  const download = use(() => useDownloadPdf('invoices'));
  const toasts = use(useToasts);
  await act(() => download.current.mutateAsync({ id: 3, tab: null }).catch(() => undefined));

  expect(toasts.current).toMatchObject([{ tone: 'error', description: message }]);
  expect(toasts.current[0]?.action).toBeUndefined();
});

it('a change of status that somebody else was faster with reads the invoices again', async () => {
  const { use, queryClient } = await openBrowser({
    'PATCH /api/invoices/3/status': () =>
      json({ message: 'This invoice can no longer be marked paid.' }, 409),
  });
  queryClient.setQueryData(invoiceListQuery(7).queryKey, []);
  const setStatus = use(() => useSetInvoiceStatus());
  const invoice = INVOICE as Invoice;
  await act(() => setStatus.current.mutateAsync({ invoice, status: 'paid' }).catch(() => undefined));

  expect(queryClient.getQueryState(invoiceListQuery(7).queryKey)?.isInvalidated).toBe(true);
});

it.each([
  ['paid', 'Paid', 'green'],
  ['pending', 'Pending', 'gray'],
  ['void', 'Void', 'red'],
  ['overdue', 'Overdue', 'red'],
])('the badge of an invoice with status %s says %s in the colours of %s', async (status, word, palette) => {
  const { show } = await openBrowser();
  show(<InvoiceStatusBadge invoice={{ ...INVOICE, status, dueDate: '2099-12-31' }} />);

  const { classList } = screen.getByText(word);
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const own = rules.filter(({ cssText }) => cssText.startsWith(`.${classList.item(classList.length - 1)}`));
  expect(own.map(({ cssText }) => cssText).join()).toContain(
    `palette-solid: var(--chakra-colors-${palette}-solid)`,
  );
});

it.each([
  [{ status: 'pending', amountDue: 4 }, 'Part paid'],
  [{ status: 'pending', amountDue: 4, credited: 6 }, 'PendingPart credited'],
  [{ status: 'pending', amountDue: 1, credited: 6 }, 'Part paidPart credited'],
  [{ status: 'paid', amountDue: 0, credited: 6 }, 'PaidPart credited'],
  [{ status: 'void', amountDue: 0, credited: 10 }, 'Credited'],
  [{ status: 'pending', amountDue: 4, writtenOff: 6 }, 'Written off'],
])('an administrator reads what became of an invoice: %j', async (change, words) => {
  const { show } = await openBrowser();
  const { container } = show(
    <InvoiceStatusBadge invoice={{ ...INVOICE, dueDate: '2099-12-31', ...change }} />,
  );

  expect(container.textContent).toBe(words);
});

/** happy-dom has no popovers. */
const makePopovers = () => {
  HTMLElement.prototype.hidePopover = () => undefined;
};

it('a voided invoice shows that its PDF is being made, then offers it, and is not announced as a new one', async () => {
  const dates = { createdAt: '2026-11-02T08:00:00.000Z', dueDate: '2026-11-09', reference: 'OW10007' };
  let row = { ...INVOICE, ...dates, amountDue: 10, fileName: 'INV-2026-000003.pdf' as string | null };
  let state = 'running';
  const { show, use } = await openBrowser({
    'GET /api/users/7/credit-notes': () => json([]),
    'GET /api/users/7/invoices': () => json([row]),
    'GET /api/invoices/3': () => json({ ...row, lineItems: [], vatPercent: null }),
    'PATCH /api/invoices/3/status': () => {
      row = { ...row, status: 'void', amountDue: 0, fileName: null };
      return json(row);
    },
    'GET /api/invoices/3/progress': () =>
      json({ invoiceId: 3, invoiceNumber: row.invoiceNumber, state, percent: 0, steps: [], nextTryAt: null }),
  });
  const toasts = use(useToasts);
  show(
    <WithDialogs table={INVOICE_DIALOGS} client={CLIENT}>
      <InvoicesTab userId={7} />
    </WithDialogs>,
  );
  await screen.findByRole('button', { name: `Download ${INVOICE.invoiceNumber}` });
  makePopovers();
  // The dialog's code may still be loading.
  await act(async () => press(`More about ${INVOICE.invoiceNumber}`));
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Void', hidden: true })));
  fireEvent.click(await screen.findByRole('button', { name: 'Void invoice' }));

  expect(await screen.findByText(/Voided PDF is being made/)).toBeTruthy();
  expect(await screen.findByText('Show progress')).toBeTruthy();
  expect(screen.queryByText('Download')).toBeNull();

  row = { ...row, fileName: 'INV-2026-000003.pdf' };
  state = 'completed';
  expect(await screen.findByText('Download')).toBeTruthy();
  expect(toasts.current.map(({ title }) => title)).toEqual(['Invoice voided']);
});

it('an issued credit note shows the progress of its PDF in the place of its form', async () => {
  const dates = { createdAt: '2026-11-02T08:00:00.000Z', dueDate: '2026-11-09', reference: 'OW10007' };
  const invoice = { ...INVOICE, ...dates };
  await Promise.all(Object.values(INVOICE_DIALOGS).map(preloadRow));
  const { show } = await openBrowser(
    {
      'GET /api/users/7/invoices': () => json([invoice]),
      'GET /api/users/7/credit-notes': () => json([]),
      'GET /api/users/7/debt': () => json({ owed: 10, credit: 0, takenOn: null, items: [] }),
      'GET /api/invoices/3': () => json({ ...invoice, lineItems: [], vatPercent: null }),
      'POST /api/invoices/3/credit-notes': () => json({ id: 5, creditNoteNumber: 'CN-2026-000001' }, 201),
    },
    '/admin?client=7&tab=invoices&open=invoice.credit:3',
  );
  show(
    <WithDialogs table={INVOICE_DIALOGS} client={CLIENT}>
      <InvoicesTab userId={7} />
    </WithDialogs>,
  );
  fireEvent.input(await screen.findByLabelText(/^Amount/), { target: { value: '4' } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'discount' } });
  fireEvent.input(screen.getByLabelText(/^Explanation/), { target: { value: 'The router came late.' } });
  await act(async () => press('Issue credit note'));

  const progress = await screen.findByRole('dialog', { name: 'Credit Note Generation Progress' });
  expect(progress.textContent).toContain('Credit note CN-2026-000001');
});
