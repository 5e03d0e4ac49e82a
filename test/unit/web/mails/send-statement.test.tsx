// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OrderedStatements } from '#shared/contract/mails.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { SendStatement } from '#web/features/mails/send-statement.tsx';
import { json, openBrowser } from '../screen.tsx';

const PERIOD = { from: '2026-09-01', to: '2026-11-26' };

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};

const open = async (user: Partial<UserDetail>, answer: OrderedStatements = { ordered: 1, skipped: [] }) => {
  const browser = await openBrowser({ 'POST /api/admin/statement-mails': () => json(answer, 202) });
  browser.show(
    <>
      <SendStatement user={makeUserDetail(user)} period={PERIOD} />
      <Toaster />
    </>,
  );

  return browser;
};

it('a statement goes to its client after the administrator has confirmed what the mail says', async () => {
  const { sent } = await open({});
  await press('Send to client');
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'A mail goes to thandi@example.com with the balances from 2026/09/01 to 2026/11/26',
  );
  await press('Send');

  expect(sent.map(({ route, body }) => ({ route, body }))).toEqual([
    { route: 'POST /api/admin/statement-mails', body: { userIds: [7], ...PERIOD } },
  ]);
  expect(await screen.findByText('The statement is on its way')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('a statement that was not ordered is said with the reason', async () => {
  const reason = 'A statement was already ordered today';
  await open({}, { ordered: 0, skipped: [{ userId: 7, reason }] });
  await press('Send to client');
  await press('Send');

  expect(await screen.findByText('No statement was sent')).toBeTruthy();
  expect(screen.getByText(`${reason}.`)).toBeTruthy();
});

it.each([
  [{ mail: 'off' as const }, 'This portal sends no mail'],
  [{ User_Status: 0 }, 'There is no such active account'],
  [{ emailVerified: false }, 'The address is not verified'],
  [{ mailsAreOn: false }, 'Mail is switched off'],
  [{ mail: 'blocked' as const }, 'The address is blocked'],
])('the statement of a client with %o cannot be sent, and why is said: %s', async (user, reason) => {
  await open(user);

  expect(screen.getByText(`No mail goes to this client: ${reason}.`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send to client' })).toBeNull();
});
