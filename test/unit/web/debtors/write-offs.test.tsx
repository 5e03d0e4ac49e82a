// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Debtor } from '#shared/contract/debtors/ledger-statements.ts';
import { WRITE_OFFS_MAX } from '#shared/contract/money-limits.ts';
import { WriteOffsDialog } from '#web/features/debtors/write-offs-dialog.tsx';
import { json, openBrowser } from '../screen.tsx';

const debtor = (userId: number, due = 100): Debtor => ({
  userId,
  name: `Person ${userId}`,
  company: null,
  OWNumber: `OW${userId}`,
  due,
  ageing: { notDue: 0, days30: due, days60: 0, days90: 0, older: 0 },
  credit: 0,
  oldestDueDate: '2026-08-01',
  lastPaymentDate: null,
  mail: 'on',
});

const ROUTE = 'POST /api/admin/write-offs';

const openDialog = async (debtors: Debtor[], answer: () => Response = () => json({}, 500)) => {
  const closings: string[] = [];
  const { show, sent } = await openBrowser({ [ROUTE]: answer });
  show(
    <WriteOffsDialog
      debtors={debtors}
      onWritten={() => closings.push('written')}
      onClose={() => closings.push('closed')}
    />,
  );

  return { closings, sent };
};

const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '));
const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('before debts are written off, the dialog names each client with the amount, and the sum', async () => {
  await openDialog([debtor(7), debtor(8, 20.5)]);

  expect(screen.getByRole('dialog', { name: /^Write off R\s120,50 of 2 clients\?$/ })).toBeDefined();
  expect(rowsOf('Who is written off')).toEqual(['Person 7R 100,00', 'Person 8R 20,50']);
});

it('each client is told apart after the write-off: the amount, or why nothing was written off', async () => {
  const { closings, sent } = await openDialog([debtor(7), debtor(8)], () =>
    json([
      { userId: 7, amount: 100, refused: null },
      { userId: 8, amount: 0, refused: 'Nothing of it is due that could be written off.' },
    ]),
  );
  type(/^Reason/, 'Over three years old');
  type(/^What was done to collect/, 'Letters');
  await press('Write off 2 clients');

  expect((await screen.findByRole('status')).textContent?.replace(/\s/g, ' ')).toBe(
    'R 100,00 of 1 client is written off.',
  );
  expect(rowsOf('Each client')).toEqual([
    'Person 7R 100,00 written off',
    'Person 8Nothing of it is due that could be written off.',
  ]);
  expect(sent).toEqual([
    {
      route: ROUTE,
      body: { userIds: [7, 8], reason: 'Over three years old', collection: 'Letters' },
    },
  ]);
  expect(closings).toEqual([]);
  await press('Done');
  expect(closings).toEqual(['written', 'closed']);
});

it('a write-off of a selection without a reason is not sent, and a refusal keeps what was typed', async () => {
  const { sent } = await openDialog([debtor(7)], () =>
    json({ message: 'The database is not there.', code: 'unavailable' }, 503),
  );
  await press('Write off 1 client');
  expect(await screen.findByText('Reason is required')).toBeDefined();
  expect(sent).toEqual([]);
  type(/^Reason/, 'Moved away');
  type(/^What was done to collect/, 'Letters');
  await press('Write off 1 client');

  expect((await screen.findByRole('alert')).textContent).toContain('The database is not there.');
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Moved away');
});

it('more clients than fit in one write-off are refused before anything is typed', async () => {
  await openDialog(Array.from({ length: WRITE_OFFS_MAX + 1 }, (_, index) => debtor(index + 1)));

  expect(screen.getByRole('alert').textContent).toContain('At most 200 clients at a time.');
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
});
