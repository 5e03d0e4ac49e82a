// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { followNavigation, showError, toast, useToasts } from '#web/lib/browser/toast.ts';
import { ApiError } from '#web/lib/reads/api-error.ts';
import { openBrowser } from '../screen.tsx';

describe('the end of a toast', () => {
  const openToast = async () => {
    const { router, use } = await openBrowser();
    followNavigation(router);
    const toasts = use(useToasts);
    act(() => toast({ title: 'User updated successfully' }));

    return { router, isOpen: () => toasts.current[0]?.isOpen };
  };

  it('does not come with the navigation that the toast came with', async () => {
    const { router, isOpen } = await openToast();
    await act(() => router.navigate({ to: '/client' }));

    expect(isOpen()).toBe(true);
  });

  it.each([
    ['a press', () => fireEvent.pointerDown(document.body)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Enter' })],
  ])('comes with a navigation after %s', async (_name, press) => {
    const { router, isOpen } = await openToast();
    act(() => {
      press();
    });
    expect(isOpen()).toBe(true);
    await act(() => router.navigate({ to: '/client' }));

    expect(isOpen()).toBe(false);
  });

  it('comes with Back, which no press on the page announces', async () => {
    const { router, isOpen } = await openToast();
    await act(() => router.navigate({ to: '/client' }));
    act(() => {
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await act(() => router.navigate({ to: '/admin' }));

    expect(isOpen()).toBe(false);
  });
});

it.each([
  ['the session has ended', new ApiError(401, 'Please sign in.')],
  ['a new password is needed', new ApiError(403, 'No', { code: 'password_change_required' })],
])('a failed write shows no toast if %s, which its own page says', async (_name, error) => {
  const { use } = await openBrowser();
  const toasts = use(useToasts);
  act(() => toast({ title: 'User updated successfully' }));
  act(() => showError('Reply Failed')(error));

  expect(toasts.current).toMatchObject([{ title: 'User updated successfully' }]);
});
