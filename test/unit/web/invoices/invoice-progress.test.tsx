// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Invoice, type InvoiceProgress, PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { firstOfferedDay } from '#web/features/invoices/form/offered-months.ts';
import { InvoicesTab } from '#web/features/invoices/invoices-tab.tsx';
import { ADMIN_DIALOGS } from '#web/screens/admin/admin-dialogs.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-20T09:14:05.000Z',
  totalAmount: 337,
  amountDue: 337,
  credited: 0,
  writtenOff: 0,
  fileName: null,
  dueDate: '2026-12-20',
  reference: 'OW10007',
};
const FILE_NAME = 'INV-2026-000003.pdf';

type Status = InvoiceProgress['steps'][number]['status'];

const progressOf = (state: InvoiceProgress['state'], statuses: readonly Status[]): InvoiceProgress => ({
  invoiceId: INVOICE.id,
  invoiceNumber: INVOICE.invoiceNumber,
  state,
  percent: statuses.filter((status) => status === 'completed').length * 20,
  steps: PROGRESS_STEPS.map((name, index) => ({
    name,
    status: statuses[index] ?? 'pending',
    startedAt: statuses[index] ? '2026-11-20T09:14:05.000Z' : null,
    finishedAt: null,
    error: statuses[index] === 'error' ? 'The print engine stopped.' : null,
  })),
  nextTryAt: null,
  mail: null,
});
const COMPLETED = progressOf('completed', Array<Status>(5).fill('completed'));

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Opens the invoices of a client whose newest invoice is the one that is being made. */
const openTab = async (answers: Answers = {}) => {
  const browser = await openBrowser(
    {
      'GET /api/users/7/credit-notes': () => json([]),
      'GET /api/users/7/invoices': () => json([]),
      'GET /api/admin/users/7': () => json(makeUserDetail()),
      'GET /api/admin/users/7/services': () => json([]),
      [`GET /api/admin/users/7/billed-services?since=${firstOfferedDay(new Date())}`]: () => json([]),
      'POST /api/invoices': () => json(INVOICE, 201),
      ...answers,
    },
    '/admin?client=7&tab=invoices',
  );
  browser.show(
    <WithDialogs table={{ 'invoice.new': ADMIN_DIALOGS['invoice.new'] }}>
      <InvoicesTab userId={7} />
      <Toaster />
    </WithDialogs>,
  );

  return browser;
};

const startInvoice = async (description = 'Line rental', amount = '337') => {
  const link = await screen.findByRole('link', { name: 'New invoice' });
  await act(async () => fireEvent.click(link));
  await screen.findByLabelText('Description 1');
  type('Description 1', description);
  type('Amount 1', amount);
  await press('Create Invoice');
};

const findProgress = () => screen.findByRole('dialog', { name: 'Invoice Generation Progress' });
const queryProgress = () => screen.queryByRole('dialog', { name: 'Invoice Generation Progress' });
const querySuccess = () => screen.queryByText('Invoice Generated Successfully!');

/** Stops the timers of the page, whose parts have loaded by now: from here on they pass with `pass` and `soon` alone. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Looks after each quarter of a second of the page, which takes much less. */
const soon = <Seen,>(look: () => Seen) =>
  expect.poll(
    async () => {
      await pass(250);

      return look();
    },
    { interval: 10, timeout: 30_000 },
  );

afterEach(() => {
  vi.useRealTimers();
});

it('an invoice without valid items is not sent', async () => {
  const { sent } = await openTab();
  await startInvoice(' ', '0');

  expect(await screen.findByText('Please add valid line items')).toBeTruthy();
  expect(screen.getByText('Description is required')).toBeTruthy();
  expect(screen.getByText('Amount must be greater than 0')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove item 1' }).disabled).toBe(true);
  expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
});

it('a refused invoice closes the progress dialog at once, says why and keeps the items', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await openTab({ 'POST /api/invoices': () => promise });
  await startInvoice('Line rental', '12,50');
  await findProgress();

  await act(async () => resolve(json({ message: 'The database is not there.' }, 503)));
  const title = await screen.findByText('Error creating invoice');
  expect(title.parentElement?.textContent).toBe('Error creating invoiceThe database is not there.');
  await waitFor(() => expect(queryProgress()).toBeNull());
  expect(fieldOf('Description 1').value).toBe('Line rental');
  expect(fieldOf('Amount 1').value).toBe('12,50');
});

describe('the progress of a PDF', () => {
  it.each([
    { what: 'last try failed', state: 'failed', nextTryAt: null, promise: '', cancels: 0 },
    {
      what: 'worker crashed',
      state: 'queued',
      nextTryAt: null,
      promise: ' It is tried again by itself within a minute.',
      cancels: 1,
    },
    {
      what: 'vendor does not answer',
      state: 'queued',
      nextTryAt: '2026-11-20T09:30:05.000Z',
      promise: ' It is tried again by itself at about 11:30, and for up to three days.',
      cancels: 1,
    },
  ] as const)('a PDF whose $what shows its step and sentence, and Try again finishes it', async (failure) => {
    let isBroken = true;
    await openTab({
      'GET /api/users/7/credit-notes': () => json([]),
      'GET /api/users/7/invoices': () => json([{ ...INVOICE, fileName: isBroken ? null : FILE_NAME }]),
      'GET /api/invoices/3/progress': () =>
        json(
          isBroken
            ? {
                ...progressOf(failure.state, ['completed', 'completed', 'error']),
                nextTryAt: failure.nextTryAt,
              }
            : COMPLETED,
        ),
      'POST /api/invoices/3/retry': () => {
        isBroken = false;
        return json(progressOf('queued', []), 202);
      },
    });
    await startInvoice();
    const progress = within(await findProgress());
    await progress.findByText('Error Occurred');
    const sentence = `The print engine stopped.${failure.promise}`;
    expect(progress.getByRole('alert').textContent).toBe(`Error Occurred${sentence}`);
    expect(progress.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(failure.cancels);
    expect(progress.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
    expect(progress.getAllByRole('listitem')[2]?.textContent).toBe('Converting to PDF11:14:05Error');

    await press('Try again');
    stopTimers();
    await soon(querySuccess).toBeTruthy();
    await soon(queryProgress).toBeNull();
    await soon(() => screen.queryByRole('button', { name: 'Download INV-2026-000003' })).toBeTruthy();
  });

  it('a Cancel that comes too late says so and closes', async () => {
    await openTab({
      'GET /api/invoices/3/progress': () =>
        json(progressOf('running', ['completed', 'completed', 'in-progress'])),
      'POST /api/invoices/3/cancel': () =>
        json({ message: 'The PDF is already being made.', code: 'conflict' }, 409),
    });
    await startInvoice();
    const progress = within(await findProgress());
    await progress.findByText('In Progress');
    await press('Cancel');
    stopTimers();

    await soon(() => progress.queryByText('The PDF is already being made.')).toBeTruthy();
    await soon(queryProgress).toBeNull();
  });

  it('the success view closes after two seconds, also while Download is pointed at', async () => {
    let progress = progressOf('running', ['completed', 'in-progress']);
    await openTab({ 'GET /api/invoices/3/progress': () => json(progress) });
    await startInvoice();
    await screen.findByText('In Progress');
    stopTimers();
    progress = COMPLETED;
    const windAndLook = async () => {
      await pass(50);

      return querySuccess();
    };
    await expect.poll(windAndLook, { interval: 10, timeout: 30_000 }).toBeTruthy();

    const download = screen.getByRole('button', { name: 'Download INV-2026-000003' });
    fireEvent.pointerEnter(download);
    await pass(1900);
    expect(querySuccess()).toBeTruthy();
    await pass(100);
    expect(querySuccess()).toBeNull();
    expect(screen.queryByLabelText('Description 1')).toBeNull();
  });

  it.each<[InvoiceProgress['mail'], string]>([
    [{ state: 'sent', to: 'naledi@example.com', reason: null }, 'Mailed to naledi@example.com.'],
    [{ state: 'waiting', to: null, reason: null }, 'The mail goes out now.'],
    [{ state: 'skipped', to: null, reason: 'Mail is switched off' }, 'Not mailed: mail is switched off.'],
    [null, 'No mail goes out.'],
  ])('the success view says where the mail of the invoice is: %j', async (mail, sentence) => {
    await openTab({ 'GET /api/invoices/3/progress': () => json({ ...COMPLETED, mail }) });
    await startInvoice();

    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('the success view says once a mail that was on its way is sent', async () => {
    const mails: NonNullable<InvoiceProgress['mail']>[] = [
      { state: 'waiting', to: null, reason: null },
      { state: 'sent', to: 'naledi@example.com', reason: null },
    ];
    await openTab({
      'GET /api/invoices/3/progress': () => json({ ...COMPLETED, mail: mails.shift() ?? null }),
    });
    await startInvoice();

    expect(await screen.findByText('The mail goes out now.')).toBeTruthy();
    expect(await screen.findByText('Mailed to naledi@example.com.')).toBeTruthy();
  });

  it('a PDF that is missing on the drive can be made again', async () => {
    let fileName: string | null = FILE_NAME;
    await openTab({
      'GET /api/users/7/credit-notes': () => json([]),
      'GET /api/users/7/invoices': () => json([{ ...INVOICE, fileName }]),
      'GET /api/invoices/3/download': () => {
        fileName = null;
        return json({ message: 'The PDF is gone.', code: 'conflict' }, 409);
      },
    });
    vi.stubGlobal('open', () => ({ close: () => undefined, location: { replace: () => undefined } }));
    await press('Download INV-2026-000003');

    expect(await screen.findByText('The PDF is gone.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Create PDF of INV-2026-000003' })).toBeTruthy();
  });
});
