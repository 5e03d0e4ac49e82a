// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { UserSummary } from '#shared/contract/users.ts';
import { makeUserDetail, makeUserSummary } from '#test/support/users/made-users.ts';
import { InviteDialog } from '#web/features/users/invite-dialog.tsx';
import { dialogSteps } from '../dialog-steps.ts';
import { json, openBrowser } from '../screen.tsx';

const openDialog = async (
  invitation: UserSummary['invitation'],
  answer = () => new Response(null, { status: 202 }),
) => {
  const { show, sent } = await openBrowser({
    'GET /api/admin/users/7': () =>
      json(makeUserDetail({ User_Id: 7, User_Email: 'thandi@example.com', emailVerified: false })),
    'GET /api/admin/users/7/summary': () => json(makeUserSummary({ invitation })),
    'POST /api/admin/users/7/invitation': answer,
  });
  show(<InviteDialog subject={7} {...dialogSteps()} />);

  return sent;
};

const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Invite' });

it('an invitation is ordered once its question, which names the address, is answered', async () => {
  const sent = await openDialog({ obstacle: null, invitedAt: null });
  await screen.findByText('thandi@example.com');
  fireEvent.click(await button());

  await expect.poll(() => sent.map(({ route }) => route)).toContain('POST /api/admin/users/7/invitation');
});

it('a client who cannot be invited now is not asked about, and the dialog says why', async () => {
  await openDialog({ obstacle: 'invited', invitedAt: new Date().toISOString() });

  await screen.findByText('Invited today. A client is invited once in 7 days.');
  expect((await button()).disabled).toBe(true);
});

it('a refused invitation is told in the dialog, which stays', async () => {
  await openDialog({ obstacle: null, invitedAt: null }, () =>
    json({ message: 'This client has already signed in.', code: 'conflict' }, 409),
  );
  fireEvent.click(await button());

  await screen.findByText('This client has already signed in.');
  expect(screen.getByText('Nobody was invited')).toBeTruthy();
});
