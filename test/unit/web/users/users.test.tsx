// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { debtorSumsQuery } from '#web/features/debtors/queries.ts';
import { RecentUsers } from '#web/features/users/list/recent-users.tsx';
import {
  useClearSignInBlock,
  useDeleteUser,
  useResetPassword,
  useUpdateUser,
} from '#web/features/users/mutations.ts';
import { useToasts } from '#web/lib/browser/toast.ts';
import { json, openBrowser } from '../screen.tsx';

const refuse = () => json({ message: 'This email address is already registered.' }, 409);
const WRITES: Record<string, () => { mutateAsync: (sent: never) => Promise<unknown> }> = {
  'an edit': () => useUpdateUser(7),
  'a password': () => useResetPassword(7),
  'a deletion': () => useDeleteUser(7, () => undefined),
  'a cleared block': () => useClearSignInBlock(7),
};

const SUMS = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 10, total: 10, closedAccounts: null };

describe('user administration', () => {
  it.each(Object.keys(WRITES))("a toast 'Error' shows why %s was refused", async (name) => {
    const { use } = await openBrowser({
      'PUT /api/admin/users/7': refuse,
      'DELETE /api/admin/users/7': refuse,
      'DELETE /api/admin/users/7/sign-in-block': refuse,
    });
    const write = use(WRITES[name] ?? expect.unreachable());
    const toasts = use(useToasts);
    await act(() => write.current.mutateAsync({} as never).catch(() => undefined));

    expect(toasts.current).toMatchObject([
      { title: 'Error', description: 'This email address is already registered.', tone: 'error' },
    ]);
  });

  it('the debtors are read again after a deletion', async () => {
    const { use, queryClient } = await openBrowser({
      'DELETE /api/admin/users/7': () => new Response(null, { status: 204 }),
    });
    queryClient.setQueryData(debtorSumsQuery({}).queryKey, SUMS);
    const deletion = use(() => useDeleteUser(7, () => undefined));
    await act(() => deletion.current.mutateAsync());

    expect(queryClient.getQueryState(debtorSumsQuery({}).queryKey)?.isInvalidated).toBe(true);
  });

  it('an empty list of recent users links to all users', async () => {
    const { show } = await openBrowser({ 'GET /api/admin/recent-users': () => json([]) });
    show(<RecentUsers />);

    expect(await screen.findByText('No users yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all users' }).getAttribute('href')).toContain(
      'section=users',
    );
  });
});
