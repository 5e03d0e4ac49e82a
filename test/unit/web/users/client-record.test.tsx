// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { UserDetail } from '#shared/contract/users.ts';
import { makeUserDetail, makeUserSummary } from '#test/support/users/made-users.ts';
import { ClientInformation } from '#web/features/users/record/client-information.tsx';
import { ClientSummary } from '#web/features/users/record/client-summary.tsx';
import { ResetPasswordDialog } from '#web/features/users/reset-password-dialog.tsx';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const CLIENT = makeUserDetail();

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};

it("the client's information names the address that waits, a password that must be changed and the block", async () => {
  const { show } = await openBrowser({
    'GET /api/admin/users/7': () =>
      json({
        ...CLIENT,
        mail: 'blocked',
        mailBlock: { address: 'naledi@example.co.za', reason: 'bounce', since: '2026-11-20T08:00:00.000Z' },
        pendingEmail: 'new@example.co.za',
        mustChangePassword: true,
      }),
  });
  const { container } = show(<ClientInformation userId={7} />);
  await screen.findByText('No mail goes to naledi@example.co.za');

  expect(container.textContent).toContain('Mail to this address came back, Nov 20, 2026 10:00.');
  expect(container.textContent).toContain('new@example.co.za Waits for its link');
  expect(container.textContent).toContain('Must be changed at the next sign-in');
});

it.each([
  [false, 1],
  [true, 0],
])(
  'the password of a client whose address is verified: %s says %i times when they were invited',
  async (emailVerified, times) => {
    const invitation = { obstacle: null, invitedAt: new Date().toISOString() };
    const { show } = await openBrowser({
      'GET /api/admin/users/7': () => json({ ...CLIENT, emailVerified }),
      'GET /api/admin/users/7/summary': () => json(makeUserSummary({ invitation, lastSignInAt: null })),
    });
    show(
      <>
        <ClientInformation userId={7} />
        <ClientSummary userId={7} />
      </>,
    );
    await screen.findByText('Never');
    await screen.findByRole('link', { name: /^thandi@example.com/ });

    const password = screen.getByText('Password').nextSibling?.textContent;
    expect(password?.match(/Invited today/g) ?? []).toHaveLength(times);
    expect(screen.getByText('Last sign-in').nextSibling?.textContent).toBe('NeverInvited today');
  },
);

it.each([
  [{ mail: 'blocked' as const }, 'Mail comes back'],
  [{ mail: 'blocked' as const, emailVerified: false }, 'Mail comes back'],
  [{ mail: 'on' as const }, 'Verified'],
  [{ mail: 'on' as const, emailVerified: false }, 'Not verified'],
])('the record marks the address of a client with %o by: %s', async (change, mark) => {
  const { show } = await openBrowser({ 'GET /api/admin/users/7': () => json({ ...CLIENT, ...change }) });
  show(<ClientInformation userId={7} />);

  const address = await screen.findByRole('link', { name: /^thandi@example.com/ });
  expect(address.textContent).toBe(`thandi@example.com ${mark}`);
});

it("an administrator lets mail go again to a client's blocked address", async () => {
  let mailBlock: UserDetail['mailBlock'] = {
    address: 'naledi@example.co.za',
    reason: 'complaint',
    since: '2026-11-20T08:00:00.000Z',
  };
  const { show } = await openBrowser({
    'GET /api/admin/users/7': () => json({ ...CLIENT, mailBlock }),
    'DELETE /api/admin/users/7/mail-block': () => {
      mailBlock = null;
      return new Response(null, { status: 204 });
    },
  });
  show(<ClientInformation userId={7} />);
  await press('Try again');

  await waitFor(() => expect(screen.queryByText('No mail goes to naledi@example.co.za')).toBeNull());
});

describe('the reset of a password', () => {
  const open = async (answers: Answers, user: Partial<UserDetail> = {}) => {
    const steps = dialogSteps();
    const browser = await openBrowser({
      'GET /api/admin/users/7': () => json({ ...CLIENT, ...user }),
      ...answers,
    });
    browser.show(<ResetPasswordDialog subject={{ userId: 7, choice: undefined }} {...steps} />);

    return { ...browser, ...steps };
  };
  it('a reset sends a link unless the administrator chooses to set a password', async () => {
    const { onDone } = await open({
      'POST /api/admin/users/7/password-reset': () => json({}, 202),
    });
    expect((await screen.findByText('thandi@example.com')).tagName).toBe('B');
    await press('Send the link');

    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it('a reset that sent no link stays open and shows why', async () => {
    const message = 'The address of this administrator is not verified.';
    const { onDone } = await open({
      'POST /api/admin/users/7/password-reset': () => json({ message }, 409),
    });
    await press('Send the link');

    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('a reset only sets a password where the portal sends no mail', async () => {
    await open({}, { mail: 'off' });

    expect(await screen.findByLabelText(/^New password/)).toBeTruthy();
    expect(screen.queryByText('Send a link')).toBeNull();
  });

  it.each<[Partial<UserDetail>, string]>([
    [{ mail: 'off' }, 'This portal sends no mail.'],
    [{ User_Status: 0 }, 'This account is not active.'],
    [
      { user_role: 'admin', emailVerified: false },
      'An administrator gets a link only at a verified email address.',
    ],
    [{ mail: 'blocked' }, 'The address is blocked.'],
  ])('no link is offered to an account with %o, and why is said: %s', async (user, reason) => {
    await open({}, user);

    expect(await screen.findByText(`No link can be sent: ${reason}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull();
  });

  it('a link is offered after a complaint, because a complaint does not stop what somebody asks for', async () => {
    const address = 'thandi@example.com';
    await open(
      {},
      { mail: 'blocked', mailBlock: { address, reason: 'complaint', since: '2026-11-01T08:00:00Z' } },
    );

    expect(await screen.findByRole('button', { name: 'Send the link' })).toBeTruthy();
  });

  it('administrators are led to My account to set their own password', async () => {
    await open({ 'GET /api/user': () => json(CLIENT) }, { mail: 'off' });
    const link = await screen.findByRole('link', { name: 'Open My account' });

    expect(link.getAttribute('href')).toBe('/admin?section=account&tab=security&open=own.password');
    expect(screen.queryByLabelText(/^New password/)).toBeNull();
  });
});
