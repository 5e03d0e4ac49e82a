// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSignIn } from '#web/features/auth/mutations.ts';
import { dropStoredDraft, readStoredDraft, storeDraft } from '#web/lib/forms/stored-drafts.ts';
import { sessionQuery, useLogOut } from '#web/lib/session/session.ts';
import { json, openBrowser } from '../screen.tsx';

const NALEDI = { User_Id: 7, User_Name: 'Naledi', user_role: 'client' };
const SIPHO = { User_Id: 8, User_Name: 'Sipho', user_role: 'client' };
const CREDENTIALS = { identifier: 'OW10001', password: 'p' };

const keptOf = ({ User_Id }: typeof NALEDI) => readStoredDraft(User_Id, 'reply-3');

beforeEach(() => {
  sessionStorage.clear();
  storeDraft(NALEDI.User_Id, 'reply-3', { body: 'half a' });
});

it('a stored draft can be read only by the same person and under the same name', () => {
  expect(keptOf(NALEDI)).toEqual({ body: 'half a' });
  expect(keptOf(SIPHO)).toBeUndefined();
  expect(readStoredDraft(NALEDI.User_Id, 'reply-4')).toBeUndefined();
});

it('a dropped draft is deleted', () => {
  dropStoredDraft(NALEDI.User_Id, 'reply-3');

  expect(keptOf(NALEDI)).toBeUndefined();
});

it('a stored draft is kept for the person who signs in again', async () => {
  const { use } = await openBrowser({ 'POST /api/login': () => json(NALEDI) });
  const signIn = use(useSignIn);
  await act(() => signIn.current.mutateAsync(CREDENTIALS));

  expect(keptOf(NALEDI)).toEqual({ body: 'half a' });
});

it('a stored draft is deleted when another person signs in', async () => {
  const { use } = await openBrowser({ 'POST /api/login': () => json(SIPHO) });
  const signIn = use(useSignIn);
  await act(() => signIn.current.mutateAsync(CREDENTIALS));

  expect(keptOf(NALEDI)).toBeUndefined();
});

it('a stored draft is deleted when a page is opened for another person, who signed in elsewhere', async () => {
  const { queryClient } = await openBrowser({ 'GET /api/user': () => json(SIPHO) });
  await queryClient.fetchQuery(sessionQuery);

  expect(keptOf(NALEDI)).toBeUndefined();
});

it('a stored draft is kept when a page is opened after the session has ended', async () => {
  const { queryClient } = await openBrowser({ 'GET /api/user': () => json({ message: 'No session' }, 401) });
  await queryClient.fetchQuery(sessionQuery);

  expect(keptOf(NALEDI)).toEqual({ body: 'half a' });
});

it.each([
  ['succeeds', () => new Response(null, { status: 204 })],
  ['fails', () => json({ message: 'The database is away.' }, 503)],
])('a logout that %s deletes the stored draft, and nothing else of the tab', async (_, answer) => {
  sessionStorage.setItem('scroll', '12');
  const { use } = await openBrowser({ 'POST /api/logout': answer });
  const logOut = use(useLogOut);
  await act(() => logOut.current.mutateAsync().catch(() => undefined));

  expect(keptOf(NALEDI)).toBeUndefined();
  expect(sessionStorage.getItem('scroll')).toBe('12');
});

it('drafts in a browser without session storage cause no error', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeDraft(NALEDI.User_Id, 'reply-3', { body: 'x' });
  dropStoredDraft(NALEDI.User_Id, 'reply-3');

  expect(keptOf(NALEDI)).toBeUndefined();
  vi.unstubAllGlobals();
});
