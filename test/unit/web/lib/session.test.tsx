// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useRegister, useSignIn } from '#web/features/auth/mutations.ts';
import { useToasts } from '#web/lib/browser/toast.ts';
import { hasDraft, useDraft } from '#web/lib/forms/drafts.ts';
import { readStoredDraft, storeDraft } from '#web/lib/forms/stored-drafts.ts';
import { ApiError } from '#web/lib/reads/api-error.ts';
import { providerQuery } from '#web/lib/reads/provider-query.ts';
import {
  findShownUser,
  followOtherTabs,
  followRefusal,
  followReturns,
  SECOND_STEP,
  sessionQuery,
  useLogOut,
} from '#web/lib/session/session.ts';
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
    '%s leaves the screen and clears everything that was read and written, but what anybody may read',
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
      ).toEqual([
        [providerQuery.queryKey, expect.anything()],
        [sessionQuery.queryKey, null],
        [SECOND_STEP, null],
      ]);
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
  [
    'is refused because somebody else has signed in',
    409,
    'other_user',
    '/auth?returnTo=%2Fadmin&ended=other',
  ],
  ['has no session any more', 401, 'unauthenticated', '/auth?returnTo=%2Fadmin&ended=true'],
  ['asks for a second factor', 403, 'factor_set_up_required', '/set-up?returnTo=%2Fadmin'],
  ['is not allowed', 403, 'forbidden', '/admin'],
])('a request that %s leads on and back', async (_, status, code, address) => {
  const { queryClient, router } = await openBrowser();
  queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
  queryClient.setQueryData(['users', 'list'], ['a client']);

  await act(() => followRefusal(queryClient, router, new ApiError(status, 'No', { code })));

  expect(router.state.location.href).toBe(address);
  await expect
    .poll(() => queryClient.getQueryData(['users', 'list']) === undefined)
    .toBe(address !== '/admin');
});

describe('an open second step', () => {
  const open = () => json({ message: 'No', code: 'second_step_required', ways: ['code'] }, 403);

  it('is no session, and its ways survive a reload of the sign-in page', async () => {
    const { queryClient } = await openBrowser({ 'GET /api/user': open });

    expect(await queryClient.fetchQuery(sessionQuery)).toBeNull();
    expect(queryClient.getQueryData(SECOND_STEP)).toEqual(['code']);
  });

  it('follows a right password, and signs nobody in', async () => {
    const { queryClient, use } = await openBrowser({
      'POST /api/login': () => json({ secondStep: { ways: ['passkey', 'recovery'] } }),
    });
    const signIn = use(useSignIn);
    await act(() => signIn.current.mutateAsync({ identifier: 'OW10001', password: 'p' }));

    expect(queryClient.getQueryData(SECOND_STEP)).toEqual(['passkey', 'recovery']);
    expect(findShownUser(queryClient)).toBeUndefined();
  });

  it('in another tab ends the session of this one, keeps its drafts and shows the ways', async () => {
    const { queryClient, router, use } = await openBrowser();
    queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
    use(() => useDraft('own-details', useForm({ defaultValues: { User_Town: 'Paarl' } })));
    const error = new ApiError(403, 'No', { code: 'second_step_required', ways: ['code'] });
    await act(() => followRefusal(queryClient, router, error));

    expect(router.state.location.href).toBe('/auth?returnTo=%2Fadmin&ended=true');
    expect(queryClient.getQueryData(SECOND_STEP)).toEqual(['code']);
    expect(hasDraft('own-details')).toBe(true);
  });
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

describe('a browser that keeps no cookie', () => {
  const WAYS = [
    ['sign-in', 'POST /api/login', useSignIn, 'cookies'],
    ['registration', 'POST /api/register', useRegister, 'registered'],
  ] as const;
  const enter = async (path: string, useEnter: typeof useSignIn | typeof useRegister) => {
    const browser = await openBrowser({
      [path]: () => json(SIGNED_IN, path.endsWith('register') ? 201 : 200),
    });
    const enters = browser.use(useEnter as typeof useSignIn);
    await act(() => enters.current.mutateAsync({ identifier: 'OW10001', password: 'p' }));

    return browser;
  };
  const refuse = ({ queryClient, router }: Awaited<ReturnType<typeof enter>>, code: string | undefined) =>
    act(() => followRefusal(queryClient, router, new ApiError(401, 'No', { ...(code && { code }) })));

  it.each(
    WAYS.flatMap(([way, path, use, ended]) =>
      (['no_cookie', undefined] as const).map((code) => [way, code, path, use, ended] as const),
    ),
  )(
    'a %s whose first read is refused with 401 %s leads to the sentence about cookies, and its toast ends',
    async (_, code, path, use, ended) => {
      const browser = await enter(path, use);
      const toasts = browser.use(useToasts);
      await refuse(browser, code);

      expect(browser.router.state.location.search).toMatchObject({ ended });
      expect(toasts.current.filter(({ isOpen }) => isOpen)).toEqual([]);
    },
  );

  it('a session that ended right after the sign-in, whose cookie came, is called ended', async () => {
    const browser = await enter('POST /api/login', useSignIn);
    await refuse(browser, 'unauthenticated');

    expect(browser.router.state.location.search).toMatchObject({ ended: true });
  });

  it('a cookie that is missing later, after something was read with it, is called an ended session', async () => {
    const browser = await enter('POST /api/login', useSignIn);
    browser.queryClient.setQueryData(['users', 'list'], ['a client']);
    await refuse(browser, 'no_cookie');

    expect(browser.router.state.location.search).toMatchObject({ ended: true });
  });

  it('a session that was there when the page was opened is called ended', async () => {
    const browser = await openBrowser();
    browser.queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
    await refuse(browser, 'no_cookie');

    expect(browser.router.state.location.search).toMatchObject({ ended: true });
  });
});

const OTHER_USER = () => json({ message: 'Somebody else has signed in.', code: 'other_user' }, 409);

it('what was typed is kept for the person who typed it when somebody else has signed in', async () => {
  const { queryClient, router, use } = await openBrowser();
  queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
  use(() => useDraft('own-details', useForm({ defaultValues: { User_Town: 'Paarl' } })));
  await act(() => followRefusal(queryClient, router, new ApiError(409, 'No', { code: 'other_user' })));

  expect(hasDraft('own-details')).toBe(true);
  expect(findShownUser(queryClient)).toBeUndefined();
});

describe('a message of another tab', () => {
  const hear = async (userId: number | null) => {
    const { queryClient, router } = await openBrowser();
    queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
    storeDraft(7, 'reply-12', { body: 'I did.' });
    followOtherTabs(queryClient, router);
    const otherTab = new BroadcastChannel('session');
    onTestFinished(() => otherTab.close());
    otherTab.postMessage(userId);
    await expect.poll(() => findShownUser(queryClient)).toBeUndefined();

    return router;
  };

  it('that somebody else has signed in keeps the stored drafts, as its note says', async () => {
    const router = await hear(8);

    await expect.poll(() => router.state.location.search).toMatchObject({ ended: 'other' });
    expect(readStoredDraft(7, 'reply-12')).toEqual({ body: 'I did.' });
  });

  it('that the person has logged out drops the stored drafts', async () => {
    await hear(null);

    expect(readStoredDraft(7, 'reply-12')).toBeUndefined();
  });

  it('leaves nothing once this tab shows somebody else', async () => {
    await hear(8);
    const { queryClient } = await openBrowser({ 'GET /api/user': () => json({ ...SIGNED_IN, User_Id: 8 }) });
    await queryClient.fetchQuery(sessionQuery);

    expect(readStoredDraft(7, 'reply-12')).toBeUndefined();
  });
});

it('logging out on the page of another user forgets what is here, and tells no tab that nobody is signed in', async () => {
  const tell = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
  onTestFinished(() => tell.mockRestore());
  const { queryClient, use } = await openBrowser({ 'POST /api/logout': OTHER_USER });
  queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
  use(() => useDraft('own-details', useForm({ defaultValues: { User_Town: 'Paarl' } })));
  const logOut = use(useLogOut);
  await act(() => logOut.current.mutateAsync().catch(() => undefined));

  expect(tell).not.toHaveBeenCalled();
  expect(hasDraft('own-details')).toBe(false);
});

describe('a page that comes back from the cache of the browser', () => {
  const comeBack = (persisted = true) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const { style } = document.documentElement;
  let answer: PromiseWithResolvers<Response>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeEach(async () => {
    answer = Promise.withResolvers();
    browser = await openBrowser({ 'GET /api/user': () => answer.promise });
    const listen = vi.spyOn(globalThis, 'addEventListener');
    followReturns(browser.queryClient, browser.router);
    const [call] = listen.mock.calls.filter(([type]) => type === 'pageshow');
    listen.mockRestore();
    onTestFinished(() => removeEventListener('pageshow', call?.[1] as EventListener));
    browser.queryClient.setQueryData(sessionQuery.queryKey, SIGNED_IN as never);
  });

  it('the page shows nothing before it is known that the same person is signed in', async () => {
    comeBack();
    expect(style.visibility).toBe('hidden');
    expect(browser.sent).toMatchObject([{ route: 'GET /api/user' }]);
    answer.resolve(json(SIGNED_IN));

    await expect.poll(() => style.visibility).toBe('');
    expect(browser.router.state.location.pathname).toBe('/admin');
  });

  it.each([
    ['nobody', () => json({ message: 'No', code: 'no_cookie' }, 401), true],
    ['somebody else', OTHER_USER, 'other'],
  ])('the page is left before it is shown if %s is signed in', async (_, refusal, ended) => {
    comeBack();
    answer.resolve(refusal());

    await expect.poll(() => style.visibility).toBe('');
    expect(browser.router.state.location).toMatchObject({ pathname: '/auth', search: { ended } });
    expect(findShownUser(browser.queryClient)).toBeUndefined();
  });

  it.each([
    ['the portal cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['the portal fails', () => json({ message: 'The database is away.' }, 503)],
  ])('the page begins anew, hidden, if %s', async (_, refusal) => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    onTestFinished(() => {
      reload.mockRestore();
      style.visibility = '';
    });
    comeBack();
    answer.resolve(refusal());

    await expect.poll(() => reload.mock.calls).toHaveLength(1);
    expect(style.visibility).toBe('hidden');
  });

  it('a page that was just loaded asks nothing more', () => {
    comeBack(false);

    expect(browser.sent).toEqual([]);
    expect(style.visibility).toBe('');
  });
});

it('a browser that refuses the channel between tabs signs in all the same', async () => {
  vi.resetModules();
  vi.stubGlobal('sessionChannel', undefined);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { useSignIn: useSignInAlone } = await import('#web/features/auth/mutations.ts');
  const { queryClient, use } = await openBrowser({ 'POST /api/login': () => json(SIGNED_IN) });
  const signIn = use(useSignInAlone);
  await act(() => signIn.current.mutateAsync({ identifier: 'OW10001', password: 'p' }));

  expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(SIGNED_IN);
});
