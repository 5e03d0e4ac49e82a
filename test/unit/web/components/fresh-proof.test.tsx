// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OwnUser } from '#shared/contract/auth.ts';
import { allRoutes } from '#shared/contract/index.ts';
import { PROOF_REQUIRED } from '#shared/errors.ts';
import { LateParts } from '#web/components/shell/late-parts.tsx';
import { wordActs } from '#web/components/shell/proof-words.ts';
import { showError, useToasts } from '#web/lib/browser/toast.ts';
import { api, takeWritten } from '#web/lib/reads/api.ts';
import { sessionQuery } from '#web/lib/session/session.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const refused = () => json({ code: 'proof_required', message: PROOF_REQUIRED }, 403);

const DELETE = 'DELETE /api/admin/users/7';
const given = () => new Response(null, { status: 204 });

/** Answers refusals until proof was given. */
const openPlace = async (proof: () => Response, answers: Answers = { [DELETE]: given }) => {
  const seen = { proofs: 0 };
  const once = (answer: () => Response | Promise<Response>) => () => (seen.proofs > 0 ? answer() : refused());
  const browser = await openBrowser({
    'POST /api/user/proof': () => {
      const answer = proof();
      seen.proofs += answer.ok ? 1 : 0;

      return answer;
    },
    ...Object.fromEntries(Object.entries(answers).map(([route, answer]) => [route, once(answer)])),
  });
  browser.queryClient.setQueryData(sessionQuery.queryKey, { User_Id: 1 } as OwnUser);
  browser.show(<LateParts />);
  takeWritten();

  return browser;
};

const giveAnswer = async (typed: string) => {
  const field = await screen.findByLabelText('Password');
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
};

const start = <Answer,>(call: () => Promise<Answer>) => {
  let promise: Promise<Answer> | undefined;
  act(() => {
    promise = call();
    promise.catch(() => undefined);
  });

  return promise as Promise<Answer>;
};

it('a request without fresh proof asks for the password, says what is about to happen, and goes on with its own answer', async () => {
  const { sent } = await openPlace(given, { 'PUT /api/admin/users/7': () => json({ User_Id: 7 }) });
  const body = { user_role: 'admin', version: 3 } as const;
  const saved = start(() => api.users.update({ params: { User_Id: 7 }, body }));

  const said = await screen.findByText("You are about to change somebody's role, access or password.");
  expect(said.closest('[role=dialog]')).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  await giveAnswer('the password');

  await expect(saved).resolves.toEqual({ User_Id: 7 });
  expect(sent.filter(({ route }) => route !== 'GET /api/user/factors')).toEqual([
    { route: 'PUT /api/admin/users/7', body },
    { route: 'POST /api/user/proof', body: { password: 'the password' } },
    { route: 'PUT /api/admin/users/7', body },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a request that is repeated after the proof keeps its idempotency key', async () => {
  await openPlace(given, { 'POST /api/admin/write-offs': () => json({}) });
  const keys: (string | null)[] = [];
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/admin/write-offs') {
      keys.push(new Headers(init.headers).get('idempotency-key'));
    }

    return send(path, init);
  });
  const written = start(() =>
    api['write-offs'].clients({ body: {} as never, idempotencyKey: 'the-key-of-the-form' }),
  );
  await giveAnswer('the password');
  await written;

  expect(keys).toEqual(['the-key-of-the-form', 'the-key-of-the-form']);
});

it('a wrong password is said at its field, and the request still waits', async () => {
  const sentence = 'This is not your password.';
  const { sent } = await openPlace(() => json({ message: sentence, fields: { password: sentence } }, 400));
  start(() => api.users.delete({ params: { User_Id: 7 } }));
  await giveAnswer('not the password');

  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Not confirmed')).toBeNull();
  expect(sent.filter(({ route }) => route === DELETE)).toHaveLength(1);
});

it.each([
  ['too many tries', 429, 'Too many attempts. Please try again in 15 minutes.'],
  ['an outage', 503, 'The portal is not available just now.'],
])('%s is said in the dialog, which stays', async (_, status, sentence) => {
  await openPlace(() => json({ message: sentence }, status));
  start(() => api.users.delete({ params: { User_Id: 7 } }));
  await giveAnswer('the password');

  expect((await screen.findByText(sentence)).closest('[role=dialog]')).not.toBeNull();
});

it('a session that ends meanwhile takes the question away', async () => {
  const { queryClient } = await openPlace(given);
  const deleted = start(() => api.users.delete({ params: { User_Id: 7 } }));
  await screen.findByLabelText('Password');
  act(() => queryClient.setQueryData(sessionQuery.queryKey, null));

  await expect(deleted).rejects.toMatchObject({ status: 401 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('one dialog asks for all requests that were refused, and lets all of them go on', async () => {
  const file = () => new Response('a,b', { headers: { 'content-type': 'text/csv' } });
  const { queryClient } = await openPlace(given, {
    'GET /api/admin/debtors.csv': file,
    'GET /api/admin/users/export': file,
  });
  const readAgain = vi.spyOn(queryClient, 'invalidateQueries');
  const files = start(() =>
    Promise.all([api.debtors.export({ query: {} }), api.users.export({ query: {} })]),
  );

  await waitFor(() =>
    expect(screen.getByRole('dialog').textContent).toContain(
      'You are about to export all clients who owe, and to export all clients of the list.',
    ),
  );
  await giveAnswer('the password');
  expect(await files).toHaveLength(2);
  // The proof changes no record.
  expect(readAgain).not.toHaveBeenCalled();
});

it('who cancels is told calmly that nothing was changed, and the request is not repeated', async () => {
  const { sent, use } = await openPlace(given, { [DELETE]: given });
  const toasts = use(useToasts);
  const deleted = start(() =>
    api.users.delete({ params: { User_Id: 7 } }).catch((error) => {
      showError('The account was not deleted')(error);
      throw error;
    }),
  );
  await screen.findByLabelText('Password');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  await expect(deleted).rejects.toMatchObject({
    status: 403,
    code: 'declined',
    message: 'Nothing was changed.',
  });
  expect(toasts.current[0]).toMatchObject({ title: 'Nothing was changed.' });
  expect(toasts.current[0]?.tone).toBeUndefined();
  expect(sent.filter(({ route }) => route === DELETE)).toHaveLength(1);
});

it('every act that needs fresh proof is said in words', () => {
  const needing = allRoutes.flatMap(([id, { needsProof }]) => (needsProof ? [id] : []));

  expect(needing.filter((id) => !wordActs([id]))).toEqual([]);
});
