// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { UserDetail } from '#shared/contract/users.ts';
import { DeleteUserDialog } from '#web/features/users/delete-user-dialog.tsx';
import { dialogSteps } from '../dialog-steps.ts';
import { json, openBrowser } from '../screen.tsx';

const CLIENT = { User_Id: 7, OWNumber: 'OW10007', User_Email: 'thandi@example.com' };

/** Opens the dialog for a client with a balance, as it was read, which is another when the deletion is refused. */
const openDialog = async (User_Debit: number, refusal?: { balance: number; body: object }) => {
  let balance = User_Debit;
  const { show } = await openBrowser({
    'GET /api/admin/users/7': () =>
      json({ ...CLIENT, User_Debit: balance, User_Status: 1 } satisfies Partial<UserDetail>),
    'DELETE /api/admin/users/7': () => {
      balance = refusal?.balance ?? balance;

      return json(refusal?.body, 409);
    },
  });
  show(<DeleteUserDialog subject={7} {...dialogSteps()} />);
  await screen.findByText(/its data are deleted for good/);
};

const field = () => screen.queryByLabelText<HTMLInputElement>('Type OW10007 to confirm');

const linksOf = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'));

const REFUND = [
  'Refund credit',
  expect.stringMatching(/client=7.*tab=payments.*open=credit.refund/),
] as const;
const WRITE_OFF = ['Write off all of it', expect.stringMatching(/section=debtors.*search=OW10007/)] as const;
const CREDIT = ['credit an invoice', expect.stringMatching(/client=7.*tab=invoices/)] as const;

it.each([
  [1, [expect.stringMatching(/open=user.edit%3A7%3AUser_Status/)]],
  [0, []],
])(
  'the deletion of an account with the status %i offers to deactivate it instead: %j',
  async (User_Status, hrefs) => {
    const { show } = await openBrowser({
      'GET /api/admin/users/7': () => json({ ...CLIENT, User_Debit: 0, User_Status }),
    });
    show(<DeleteUserDialog subject={7} {...dialogSteps()} />);
    await screen.findByText(/its data are deleted for good/);

    expect(linksOf('deactivate instead')).toEqual(hrefs);
  },
);

it('a deletion says that the age analyses of closed months stay with number and name', async () => {
  await openDialog(0);
  expect(document.body.textContent).toContain(
    'The age analyses of closed months keep number, name and amounts for eight years',
  );
});

it("a deletion says that the bank's own words of payments stay, and may hold a name", async () => {
  await openDialog(0);
  expect(document.body.textContent).toContain(
    "No name stays beside them, but for the bank's own words of payments, which may hold a name",
  );
});

it.each([
  ['owes', -1234.5, /^Please write off or credit R.1.234,50 first\./, [WRITE_OFF, CREDIT], [REFUND]],
  ['has credit', 30, /^Please refund R.30,00 first\./, [REFUND], [WRITE_OFF, CREDIT]],
])(
  'the deletion of a client who %s is not offered: it says what comes first, with the ways to it',
  async (_, balance, sentence, ways, others) => {
    await openDialog(balance);

    expect(screen.getByText(sentence)).toBeTruthy();
    expect(ways.map(([name]) => linksOf(name))).toEqual(ways.map(([, href]) => [href]));
    expect(others.flatMap(([name]) => linksOf(name))).toEqual([]);
    expect([field(), screen.queryByRole('button', { name: 'Delete user' })]).toEqual([null, null]);
  },
);

it('a client who owes nothing and has no credit can be deleted', async () => {
  await openDialog(0);

  expect(screen.getByText('This client owes nothing and has no credit.')).toBeTruthy();
  expect(field()).not.toBeNull();
});

it.each([
  ['credit', 30, { code: 'has_credit', message: 'Please refund R 30,00 first.' }, REFUND],
  ['a debt', -30, { code: 'owes', message: 'Please write off or credit R 30,00 first.' }, WRITE_OFF],
])(
  'a deletion that is refused because of %s since then leads to what comes first',
  async (_, balance, body, [name, href]) => {
    await openDialog(0, { balance, body });
    fireEvent.input(field() as HTMLInputElement, { target: { value: 'OW10007' } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete user' }));

    await waitFor(() => expect(field()).toBeNull());
    expect(linksOf(name)).toEqual([href]);
  },
);
