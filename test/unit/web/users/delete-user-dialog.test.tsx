// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { UserDetail } from '#shared/contract/users.ts';
import { DeleteUserDialog } from '#web/features/users/delete-user-dialog.tsx';
import { json, openBrowser } from '../screen.tsx';

const CLIENT = { User_Id: 7, OWNumber: 'OW10007', User_Email: 'thandi@example.com' };

/** Opens the dialog for a client with a balance, as it was read, whose deletion is refused because of credit. */
const openDialog = async (User_Debit: number, more: Partial<UserDetail> = {}) => {
  const { show } = await openBrowser({
    'GET /api/admin/users/7': () => json({ ...CLIENT, User_Debit, ...more } satisfies Partial<UserDetail>),
    'DELETE /api/admin/users/7': () =>
      json({ code: 'has_credit', message: 'Please refund R 30,00 first.' }, 409),
  });
  show(<DeleteUserDialog userId={7} onClose={() => undefined} />);

  return screen.findByLabelText<HTMLInputElement>('Type OW10007 to confirm');
};

const REFUND = expect.stringMatching(/client=7.*tab=payments.*new=refund/);

const refundLinks = () =>
  screen.queryAllByRole('link', { name: 'Refund credit' }).map((link) => link.getAttribute('href'));

it.each([
  [1, [expect.stringMatching(/edit=7&field=User_Status/)]],
  [0, []],
])(
  'the deletion of an account with the status %i offers to deactivate it instead: %j',
  async (User_Status, hrefs) => {
    await openDialog(0, { User_Status });

    expect(
      screen.queryAllByRole('link', { name: 'deactivate instead' }).map((link) => link.getAttribute('href')),
    ).toEqual(hrefs);
  },
);

it("a deletion says that the bank's own words of payments stay, and may hold a name", async () => {
  await openDialog(0);
  expect(document.body.textContent).toContain(
    "No name stays beside them, but for the bank's own words of payments, which may hold a name",
  );
});

it('the deletion of a client who owes something says how much, and offers no refund', async () => {
  await openDialog(-1234.5);
  expect(screen.getByText(/^This client owes R.1.234,50\. Afterwards nobody/)).toBeTruthy();
  expect(refundLinks()).toEqual([]);
});

it('the deletion of a client who has credit says how much, and links to its refund', async () => {
  await openDialog(30);
  expect(screen.getByText(/^This client has R.30,00 credit, which is refunded first\./)).toBeTruthy();
  expect(refundLinks()).toEqual([REFUND]);
});

it('a deletion that is refused because of credit leads to the refund, because the toast says why', async () => {
  const field = await openDialog(0);
  fireEvent.input(field, { target: { value: 'OW10007' } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete user' }));

  await waitFor(() =>
    expect(document.body.textContent).toContain('Refund credit first, then delete the user.'),
  );
  expect(refundLinks()).toEqual([REFUND]);
});
