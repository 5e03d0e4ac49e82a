// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, toast, useToasts } from '#web/lib/browser/toast.ts';
import { openBrowser } from '../screen.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a dismissed toast is closed at once, and removed after 1,000,000 ms', async () => {
  const { use } = await openBrowser();
  const toasts = use(useToasts);
  act(() => toast({ title: 'User updated successfully' }));
  act(() => dismissToast(toasts.current[0]?.id ?? 0));
  expect(toasts.current).toMatchObject([{ title: 'User updated successfully', isOpen: false }]);

  act(() => vi.advanceTimersByTime(999_999));
  expect(toasts.current).toHaveLength(1);
  act(() => vi.advanceTimersByTime(1));
  expect(toasts.current).toEqual([]);
});
