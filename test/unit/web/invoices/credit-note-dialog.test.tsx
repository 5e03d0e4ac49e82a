// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import type { Debt, OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { CreditNoteDialog } from '#web/features/invoices/credit-notes/credit-note-dialog.tsx';
import type { CreditStart } from '#web/features/invoices/credit-notes/credit-note-form.ts';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-02T08:00:00.000Z',
  totalAmount: 360,
  amountDue: 40,
  credited: 0,
  writtenOff: 0,
  fileName: null,
  dueDate: '2026-11-09',
  reference: 'OW10007',
};

const LINES: InvoiceWithLines['lineItems'] = [
  {
    id: 31,
    description: 'Fibre',
    amount: 300,
    quantity: 1,
    credited: 0,
    serviceId: 9,
    from: '2026-11-01',
    to: '2026-11-30',
    pricePerMonth: null,
    daysIssued: 30,
  },
  {
    id: 32,
    description: 'Cable',
    amount: 30,
    quantity: 2,
    credited: 0,
    serviceId: null,
    from: null,
    to: null,
    pricePerMonth: null,
    daysIssued: null,
  },
];

const owe = (invoiceId: number, amountDue: number): OpenItem => ({
  kind: 'invoice',
  invoiceId,
  number: `INV-2026-00000${invoiceId}`,
  date: '2026-11-01',
  dueDate: '2026-11-08',
  amountDue,
  writtenOff: 0,
});

const DEBT: Debt = { owed: 40, credit: 0, takenOn: null, items: [owe(3, 40)] };

const NOTE: CreditNote = {
  id: 5,
  userId: 7,
  creditNoteNumber: 'CN-2026-000001',
  invoiceId: 3,
  invoiceNumber: 'INV-2026-000003',
  createdAt: '2026-11-26T08:00:00.000Z',
  totalAmount: 80,
  vatAmount: null,
  reason: 'discount',
  explanation: 'The router came late.',
  fileName: null,
};

const ROUTE = 'POST /api/invoices/3/credit-notes';

const openDialog = async ({
  invoice = {},
  start = {},
  answers = {},
  lines = LINES,
  client,
}: {
  invoice?: Partial<Invoice>;
  start?: CreditStart;
  answers?: Answers;
  lines?: InvoiceWithLines['lineItems'];
  client?: Partial<UserDetail>;
} = {}) => {
  const told = dialogSteps();
  const shown = { ...INVOICE, ...invoice };
  const { show, sent, queryClient } = await openBrowser({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/invoices': () => json([shown]),
    'GET /api/invoices/3': () => json({ ...shown, lineItems: lines, vatPercent: null }),
    [ROUTE]: () => json(NOTE, 201),
    ...answers,
  });
  show(
    <CreditNoteDialog
      userId={7}
      client={makeUserDetail({ User_Name: 'Thandeka', User_Surname: 'Zulu', OWNumber: 'OW10011', ...client })}
      subject={{ invoiceId: 3, start }}
      {...told}
    />,
  );
  await screen.findByRole('button', { name: 'Issue credit note' });

  return {
    ...told,
    following: () => queryClient.getQueryData(['followed-pdf', 'credit-notes', 7]),
    written: () => sent.filter(({ route }) => route === ROUTE).map(({ body }) => body),
  };
};

const dialogText = () => (screen.getByRole('dialog').textContent ?? '').replace(/\s/g, ' ');
const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp | string, value: string) => fireEvent.input(field(label), { target: { value } });
const choose = (label: RegExp | string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const issue = () => fireEvent.click(screen.getByRole('button', { name: 'Issue credit note' }));
const pickLines = () => fireEvent.click(screen.getByRole('radio', { name: 'Lines' }));
const pick = (line: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name: line }));
const explain = () => {
  choose(/^Reason/, 'discount');
  type(/^Explanation/, NOTE.explanation);
};

it('before it is issued, a credit note says what reduces the debt, what becomes credit, and what that pays', async () => {
  await openDialog({
    answers: {
      'GET /api/users/7/debt': () => json({ ...DEBT, owed: 65, items: [owe(3, 40), owe(4, 25)] }),
    },
  });
  expect(dialogText()).toContain('Credit note for INV-2026-000003 of Thandeka Zulu, OW10011');
  type(/^Amount/, '80');

  await screen.findByText(/becomes credit/);
  expect(dialogText()).toContain('R 40,00 reduces what is due, R 40,00 becomes credit.');
  expect(dialogText()).toContain('INV-2026-000004Paid in full, due 2026/11/08R 25,00');
  expect(dialogText()).toContain('The client then owes nothing and has R 15,00 credit.');
});

it.each<[Partial<UserDetail>, string]>([
  [{}, 'Mailed to thandi@example.com.'],
  [{ mail: 'off' }, 'Not mailed: this portal sends no mail.'],
  [{ User_Status: 0 }, 'Not mailed: there is no such active account.'],
  [{ emailVerified: false }, 'Not mailed: the address is not verified.'],
  [{ mailsAreOn: false }, 'Not mailed: mail is switched off.'],
  [{ mail: 'blocked' }, 'Not mailed: the address is blocked.'],
])('a credit note for a client with %o says whether it is mailed: %s', async (client, sentence) => {
  await openDialog({ client });

  expect(dialogText()).toContain(`A credit note cannot be undone. ${sentence}`);
});

it('a credit note sends its amount, reason and explanation, and is told once it is closed', async () => {
  const { written, onDone, following } = await openDialog();
  type(/^Amount/, '80,00');
  explain();
  issue();

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(following()).toMatchObject({ isShown: false, followed: { id: NOTE.id } });
  cleanup();
  await waitFor(() => expect(following()).toMatchObject({ isShown: true }));
  expect(written()).toEqual([{ amount: 80, reason: 'discount', explanation: NOTE.explanation }]);
});

it('a credit note with nothing but an amount focuses the reason, which stands above the explanation', async () => {
  await openDialog();
  type(/^Amount/, '80');
  issue();

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Reason/)));
});

it('a credit note without a line says so before it asks for a reason', async () => {
  await openDialog();
  fireEvent.click(screen.getByText('Lines'));
  issue();

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Choose at least one line'));
});

it('a credit note without a reason and with nine visible characters is not sent, and says so at both', async () => {
  const { written } = await openDialog();
  type(/^Amount/, '80');
  type(/^Explanation/, 'a b c d e f g h i');
  issue();

  expect(await screen.findByText('Explanation must have at least 10 characters')).toBeDefined();
  expect(screen.getByText('Reason is required')).toBeDefined();
  expect(written()).toEqual([]);
});

it('more than what is left of the invoice is said before, and again at the field with the typed text kept', async () => {
  await openDialog({
    invoice: { credited: 300 },
    answers: {
      [ROUTE]: () =>
        json(
          { message: 'Too much', fields: { amount: 'At most R 60,00 of this invoice can be credited.' } },
          422,
        ),
    },
  });
  type(/^Amount/, '80');
  expect(dialogText()).toContain('R 20,00 more than what is left of the invoice.');
  explain();
  issue();

  expect(await screen.findByText('At most R 60,00 of this invoice can be credited.')).toBeDefined();
  expect(field(/^Amount/).value).toBe('80');
  expect(field(/^Explanation/).value).toBe(NOTE.explanation);
});

it('a line is credited with the days that it no longer bills, and its amount follows them until one is typed', async () => {
  const { written } = await openDialog();
  pickLines();
  pick(/^Fibre/);
  expect(field(/^Amount of Fibre/).value).toBe('300,00');
  choose('First day', '2026-11-21');
  expect(field(/^Amount of Fibre/).value).toBe('100,00');
  type(/^Amount of Fibre/, '90');
  choose('First day', '2026-11-16');
  expect(field(/^Amount of Fibre/).value).toBe('90');
  pick(/^Cable/);
  explain();
  issue();

  await waitFor(() => expect(written()).toHaveLength(1));
  expect(written()).toEqual([
    {
      lines: [
        { lineId: 31, amount: 90, from: '2026-11-16', to: '2026-11-30' },
        { lineId: 32, amount: 60 },
      ],
      reason: 'discount',
      explanation: NOTE.explanation,
    },
  ]);
});

it('a line is offered with what earlier notes left of it, and not at all once nothing is left', async () => {
  const [fibre, cable] = LINES as [
    InvoiceWithLines['lineItems'][number],
    InvoiceWithLines['lineItems'][number],
  ];
  await openDialog({
    invoice: { credited: 160 },
    lines: [
      { ...fibre, credited: 100, to: '2026-11-20' },
      { ...cable, credited: 60 },
    ],
  });
  pickLines();
  pick(/^Fibre/);

  expect(dialogText()).toContain('R 300,00, R 100,00 of it credited already, 2026/11/01 to 2026/11/20');
  expect(field(/^Amount of Fibre/).value).toBe('200,00');
  choose('First day', '2026-11-11');
  expect(field(/^Amount of Fibre/).value).toBe('100,00');
  expect(dialogText()).toContain('R 60,00, credited in full');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Cable/ }).disabled).toBe(true);
});

it('what notes over a sum took off the invoice is not offered again by its lines', async () => {
  await openDialog({ invoice: { credited: 40 } });
  pickLines();
  pick(/^Fibre/);
  pick(/^Cable/);

  expect(field(/^Amount of Fibre/).value).toBe('300,00');
  expect(field(/^Amount of Cable/).value).toBe('20,00');
});

it('a credit note by lines without a line is not sent, and a refusal of a line stands at its field', async () => {
  const sentence = 'At most R 10,00 of this line can be credited.';
  const { written } = await openDialog({
    answers: { [ROUTE]: () => json({ message: sentence, fields: { 'lines.0.amount': sentence } }, 422) },
  });
  type(/^Amount/, 'many');
  pickLines();
  explain();
  issue();
  expect(await screen.findByText('Choose at least one line')).toBeDefined();
  expect(written()).toEqual([]);

  pick(/^Cable/);
  issue();
  const cable = within(screen.getAllByRole('listitem')[1] as HTMLElement);
  expect(await cable.findByText(sentence)).toBeDefined();
});

it('an invoice that cannot be voided is credited with all that is left', async () => {
  await openDialog({ invoice: { credited: 60 }, start: { isWhole: true } });

  expect(field(/^Amount/).value).toBe('300,00');
  expect(field(/^Reason/).value).toBe('cancelled');
  await screen.findByText(/becomes credit/);
  expect(dialogText()).toContain("The invoice then reads 'Credited' and is never due again.");
});

it('a service that ended is credited for the days after it, in proportion', async () => {
  await openDialog({ start: { service: { id: 9, since: '2026-11-21' } } });

  expect(field('First day').value).toBe('2026-11-21');
  expect(field('Last day').value).toBe('2026-11-30');
  expect(field(/^Amount of Fibre/).value).toBe('100,00');
  expect(field(/^Reason/).value).toBe('cancelled');
});

it('the days after the end of a service that a run billed are offered by the formula of the run', async () => {
  const line = { ...LINES[0], id: 31, amount: 370, to: '2026-12-31', from: '2026-12-01', daysIssued: 31 };
  await openDialog({
    invoice: { totalAmount: 370, amountDue: 370 },
    lines: [{ ...line, description: 'LTE', quantity: 1, credited: 0, serviceId: 9, pricePerMonth: 370 }],
    start: { service: { id: 9, since: '2026-12-11' } },
  });
  expect(field(/^Amount of LTE/).value).toBe('250,65');

  choose('First day', '2026-12-12');
  choose('Last day', '2026-12-21');
  // The difference of what the days up to the 21th and the 11th cost; these days by themselves cost 119,35.
  expect(field(/^Amount of LTE/).value).toBe('119,36');
});

it.each([
  ['the days that are left of a line by hand are offered by the days with which it was issued', 200, '20,00'],
  ['never more is offered than credit notes leave of a line', 295, '5,00'],
])('%s', async (_, credited, offered) => {
  const [fibre = expect.unreachable()] = LINES;
  await openDialog({
    lines: [{ ...fibre, credited, to: '2026-11-10' }],
    start: { service: { id: 9, since: '2026-11-09' } },
  });

  expect(field(/^Amount of Fibre/).value).toBe(offered);
});

it('that the client does not pay is no reason, and leads to the write-off', async () => {
  const { onNext } = await openDialog();
  const reasons = within(field(/^Reason/)).getAllByRole('option');
  fireEvent.click(screen.getByRole('button', { name: 'Write off instead' }));

  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    'Choose a reason',
    'Cancelled',
    'Price agreed anew',
    'Not delivered',
    'Error',
    'Discount',
  ]);
  expect(onNext).toHaveBeenCalledExactlyOnceWith('invoice.write-off:3');
});
