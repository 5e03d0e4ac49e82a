// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useToasts } from '#web/lib/browser/toast.ts';
import { useExport } from '#web/lib/browser/use-export.ts';
import { api } from '#web/lib/reads/api.ts';
import { json, openBrowser } from '../screen.tsx';

const EXPORT = 'GET /api/admin/users/export?for=excel';
const FILE_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="users-2026-11-28.csv"',
};

afterEach(() => vi.restoreAllMocks());

/** Saves the file of the users, and returns the new toasts and the names of the saved files. */
const exportUsers = async (answer: () => Response, refusal?: { isShown: boolean }) => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { use } = await openBrowser({ [EXPORT]: answer });
  const save = use(() => useExport(api.users.export, refusal));
  const toasts = use(useToasts);
  const before = toasts.current;
  await act(() => save.current.mutateAsync({ query: { for: 'excel' } }).catch(() => undefined));

  return { saved, toasts: toasts.current.filter((one) => !before.includes(one)) };
};

const refuse = () => json({ message: 'Please narrow the search or the filters.' }, 409);

it('a file that was exported is saved, and a toast names it', async () => {
  const { saved, toasts } = await exportUsers(() => new Response('OW number', { headers: FILE_HEADERS }));

  expect(saved).toEqual(['users-2026-11-28.csv']);
  expect(toasts).toMatchObject([
    { title: 'Export ready', description: 'users-2026-11-28.csv is in your downloads.', tone: 'success' },
  ]);
});

it('a toast says why a file could not be made', async () => {
  const { saved, toasts } = await exportUsers(refuse);

  expect(saved).toEqual([]);
  expect(toasts).toMatchObject([
    {
      title: 'The file could not be made',
      description: 'Please narrow the search or the filters.',
      tone: 'error',
    },
  ]);
});

it('a refusal that the screen shows in its place appears in no toast', async () => {
  const { toasts } = await exportUsers(refuse, { isShown: true });

  expect(toasts).toEqual([]);
});
