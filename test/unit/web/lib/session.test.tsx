// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { followRefusal, sessionQuery, useLogOut, useSignIn } from '#web/lib/session.ts';
import { useToasts } from '#web/lib/toast.ts';
import { json, openBrowser } from '../screen.tsx';

const SIGNED_IN = { User_Id: 7, User_Name: 'Naledi', user_role: 'admin' };

describe('logging out', () => {
  it.each([
    [
      'a logout that succeeds',
      () => new Response(null, { status: 204 }),
      'Logged out',
      "You've been successfully logged out.",
    ],
    [
      'a logout that is refused',
      () => json({ message: 'The database is away.' }, 503),
      'Logout failed',
      'The database is away.',
    ],
    [
      'a logout without an answer',
      () => Promise.reject(new TypeError('fetch failed')),
      'Logout failed',
      'The portal cannot be reached. Check your connection and try again.',
    ],
  ])(
    '%s leaves the screen and clears everything that was read and written',
    async (_, answer, title, description) => {
      const { queryClient, router, use } = await openBrowser({ 'POST /api/logout': answer });
      queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
      queryClient.setQueryData(['users', 'list'], ['a client']);
      const waiting = queryClient.getMutationCache().build(queryClient, {
        mutationFn: (_edit: string) => new Promise(() => undefined),
      });
      void waiting.execute('typed of a client');
      const logOut = use(useLogOut);
      const toasts = use(useToasts);

      await act(() => logOut.current.mutateAsync().catch(() => undefined));

      expect(router.state.location.pathname).toBe('/auth');
      expect(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey, state }) => [queryKey, state.data]),
      ).toEqual([[sessionQuery.queryKey, null]]);
      expect(queryClient.getMutationCache().getAll()).toEqual([]);
      expect(toasts.current).toMatchObject([{ title, description, isOpen: true }]);
    },
  );
});

it.each([
  ['Naledi', "Hello Naledi, you've successfully logged in."],
  [' ', "Hello there, you've successfully logged in."],
])('a sign-in of %j shows a greeting', async (User_Name, description) => {
  const { use } = await openBrowser({ 'POST /api/login': () => json({ ...SIGNED_IN, User_Name }) });
  const signIn = use(useSignIn);
  const toasts = use(useToasts);

  await act(() => signIn.current.mutateAsync({ identifier: 'OW10001', password: 'p' }));

  expect(toasts.current).toMatchObject([{ title: 'Welcome back!', description }]);
});

it.each([
  ['asks for a new password', 403, 'password_change_required', '/new-password?returnTo=%2Fadmin'],
  ['has no session any more', 401, 'unauthenticated', '/auth?returnTo=%2Fadmin&ended=true'],
  ['is not allowed', 403, 'forbidden', '/admin'],
])('a request that %s leads on and back', async (_, status, code, address) => {
  const { queryClient, router } = await openBrowser();
  queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
  queryClient.setQueryData(['users', 'list'], ['a client']);

  act(() => followRefusal(queryClient, router, new ApiError(status, 'No', { code })));

  await expect.poll(() => router.state.location.href).toBe(address);
  await expect
    .poll(() => queryClient.getQueryData(['users', 'list']) === undefined)
    .toBe(address !== '/admin');
});

it('a sign-in that fails without a message says what to check', async () => {
  const { use } = await openBrowser({
    'POST /api/login': () => Promise.reject(new DOMException('', 'AbortError')),
  });
  const signIn = use(useSignIn);
  const toasts = use(useToasts);

  await act(() =>
    signIn.current.mutateAsync({ identifier: 'OW10001', password: 'p' }).catch(() => undefined),
  );

  expect(toasts.current).toMatchObject([
    { title: 'Login failed', description: 'Invalid credentials. Please check your email and password.' },
  ]);
});
