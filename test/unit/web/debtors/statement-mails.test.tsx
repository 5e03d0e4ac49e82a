// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Debtor } from '#shared/contract/debtors/ledger-statements.ts';
import { STATEMENT_MAILS_MAX } from '#shared/contract/limits.ts';
import { StatementMailsDialog } from '#web/features/debtors/statement-mails-dialog.tsx';
import { json, openBrowser } from '../screen.tsx';

const debtor = (userId: number, mail: Debtor['mail'] = 'on'): Debtor => ({
  userId,
  name: `Person ${userId}`,
  company: null,
  OWNumber: `OW${userId}`,
  due: 100,
  ageing: { notDue: 0, days30: 100, days60: 0, days90: 0, older: 0 },
  credit: 0,
  oldestDueDate: '2026-08-01',
  lastPaymentDate: null,
  mail,
});

const ROUTE = 'POST /api/admin/statement-mails';

const openDialog = async (debtors: Debtor[], answer: () => Response = () => json({}, 500)) => {
  const closings: string[] = [];
  const { show, sent } = await openBrowser({ [ROUTE]: answer });
  show(
    <StatementMailsDialog
      debtors={debtors}
      onMailed={() => closings.push('mailed')}
      onClose={() => closings.push('closed')}
    />,
  );

  return { closings, sent };
};

const clientsUnder = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/\s/g, ' '));
const leftOut = () => clientsUnder('These clients get none');

it('before it mails statements, the dialog says who gets one and owes what, and who gets none and why', async () => {
  await openDialog([debtor(7), debtor(8, 'off'), debtor(9, 'blocked'), debtor(10, 'unverified')]);

  expect(screen.getByRole('status').textContent).toBe('1 client gets a statement, with how to pay it.');
  expect(clientsUnder('These clients get one')).toEqual(['Person 7owes R 100,00']);
  expect(leftOut()).toEqual([
    'Person 8Mail is switched off',
    'Person 9The address is blocked',
    'Person 10The address is not verified',
  ]);
});

it('statements are ordered for those who get one, and the answer names who was left out after all', async () => {
  const { closings, sent } = await openDialog([debtor(7), debtor(8), debtor(9, 'off')], () =>
    json({ ordered: 1, skipped: [{ userId: 8, reason: 'A statement was already ordered today' }] }, 202),
  );
  const button = screen.getByRole('button', { name: 'Mail 2 statements' });
  await act(async () => fireEvent.click(button));

  expect((await screen.findByText('1 statement is on the way.')).getAttribute('role')).toBe('status');
  expect(sent).toMatchObject([{ route: ROUTE, body: { userIds: [7, 8] } }]);
  expect(leftOut()).toEqual(['Person 8A statement was already ordered today']);
  const done = screen.getByRole('button', { name: 'Done' });
  expect(document.activeElement).toBe(done);
  fireEvent.click(done);
  expect(closings).toEqual(['mailed', 'closed']);
});

it('a refused order of statements is told in the dialog, which can be sent again', async () => {
  const { closings } = await openDialog([debtor(7)], () =>
    json({ message: 'At most 500 statements are mailed in a day.' }, 429),
  );
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Mail 1 statement' })));

  expect(await screen.findByText('At most 500 statements are mailed in a day.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Mail 1 statement' })).toHaveProperty('disabled', false);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closings).toEqual(['closed']);
});

it.each([
  ['nobody who gets one', [debtor(7, 'off')], 'None of these clients gets a statement by mail.'],
  ['nobody, once all have paid', [], 'No client is overdue any more.'],
  [
    'more clients than one order may name',
    Array.from({ length: STATEMENT_MAILS_MAX + 1 }, (_, index) => debtor(index + 1)),
    'At most 200 clients at a time. Please select fewer.',
  ],
])('no statements can be ordered for %s', async (_, debtors, sentence) => {
  await openDialog(debtors);

  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Mail / })).toHaveProperty('disabled', true);
});
