// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { OwnUser } from '#shared/contract/auth.ts';
import { makeOwnUser } from '#test/support/users/made-users.ts';
import { ChangeEmailDialog } from '#web/features/account/change-email-dialog.tsx';
import { ChangePasswordDialog } from '#web/features/account/change-password-dialog.tsx';
import { DetailsForm } from '#web/features/account/details-form.tsx';
import { EmailCard } from '#web/features/account/email-card.tsx';
import { MailSwitch } from '#web/features/account/mail-switch.tsx';
import { sessionQuery } from '#web/lib/session/session.ts';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

/** The hook reads the user from a guarded route, which a component alone does not have. */
vi.mock('#web/lib/session/session.ts', async (importOriginal) => {
  const session = await importOriginal<typeof import('#web/lib/session/session.ts')>();

  return { ...session, useUser: () => useQuery(session.sessionQuery).data };
});

const OWN = makeOwnUser({ User_Town: 'Randburg', User_Code: '2194', version: 4 });

const noContent = () => new Response(null, { status: 204 });

const openOwn = async (answers: Answers, user: OwnUser = OWN) => {
  const browser = await openBrowser(answers);
  browser.queryClient.setQueryData(sessionQuery.queryKey, user);
  browser.use(() => useQuery(sessionQuery));

  return { ...browser, readOwn: () => browser.queryClient.getQueryData(sessionQuery.queryKey) };
};

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

describe("the form of one's own details", () => {
  const showForm = async (answers: Answers) => {
    const own = await openOwn(answers);
    own.show(<DetailsForm user={OWN} isShownAt={() => false} />);

    return own;
  };

  it("the form of one's own details sends only what was changed, with the version, and shows the answer", async () => {
    const { sent, readOwn } = await showForm({
      'PUT /api/user': () => json({ ...OWN, User_Town: 'Paarl', version: 5 }),
    });
    type('Town', 'Paarl');
    await press('Save changes');

    await waitFor(() => expect(readOwn()).toMatchObject({ User_Town: 'Paarl', version: 5 }));
    expect(sent).toEqual([{ route: 'PUT /api/user', body: { User_Town: 'Paarl', version: 4 } }]);
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  });

  it('details that were typed stay when somebody else has saved first, and the person chooses', async () => {
    const theirs = { ...OWN, User_Town: 'Stellenbosch', User_Code: '7600', version: 5 };
    const answers: Answers = {
      'PUT /api/user': () => json({ message: 'Changed meanwhile', current: theirs }, 409),
    };
    const { sent } = await showForm(answers);
    type('Town', 'Paarl');
    await press('Save changes');

    const note = await screen.findByText('Your details were changed while you were editing');
    expect(note.parentElement?.textContent).toContain('Taken over from their save: Postal code');
    expect(screen.getByLabelText<HTMLInputElement>('Town').value).toBe('Paarl');
    expect(screen.getByLabelText<HTMLInputElement>('Postal code').value).toBe('7600');
    // A country's own codes may have letters.
    expect(screen.getByLabelText('Postal code').getAttribute('inputmode')).toBeNull();

    answers['PUT /api/user'] = () => json({ ...theirs, User_Town: 'Paarl', version: 6 });
    const town = screen.getByRole('group', { name: 'Town: mine or theirs' });
    await act(async () => fireEvent.click(within(town).getByText(/^Keep mine/)));
    await press('Save changes');
    await waitFor(() => expect(screen.queryByText(/were changed while/)).toBeNull());
    expect(sent.at(-1)).toEqual({ route: 'PUT /api/user', body: { User_Town: 'Paarl', version: 5 } });
  });

  it('details are saved again by themselves if the account changed elsewhere, such as by the mail switch', async () => {
    const current = { ...OWN, mailsAreOn: false, version: 5 };
    const answers: Answers = {
      'PUT /api/user': () => {
        answers['PUT /api/user'] = () => json({ ...current, User_Town: 'Paarl', version: 6 });
        return json({ message: 'Changed meanwhile', current }, 409);
      },
    };
    const { sent, readOwn } = await showForm(answers);
    type('Town', 'Paarl');
    await press('Save changes');

    await waitFor(() => expect(readOwn()).toMatchObject({ User_Town: 'Paarl', version: 6 }));
    expect(sent.map(({ body }) => body)).toEqual([
      { User_Town: 'Paarl', version: 4 },
      { User_Town: 'Paarl', version: 5 },
    ]);
    expect(screen.queryByText(/were changed while/)).toBeNull();
  });
});

describe("the change of one's own password", () => {
  const change = async (answers: Answers) => {
    const steps = dialogSteps();
    const own = await openOwn(answers, { ...OWN, mustChangePassword: true });
    own.show(<ChangePasswordDialog {...steps} subject={undefined} />);
    await screen.findByLabelText('Current password');
    type('Current password', 'the old one');
    type('New password', 'a longer new one');
    await press('Change password');

    return { ...own, ...steps };
  };

  it('a wrong current password is shown at its field, and what was typed stays', async () => {
    const { onDone } = await change({
      'PUT /api/user/password': () =>
        json({ message: 'Invalid', fields: { currentPassword: 'This is not your password.' } }, 400),
    });

    expect(await screen.findByText('This is not your password.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a longer new one');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('a refusal without a field at fault is shown beside the fields', async () => {
    await change({ 'PUT /api/user/password': () => json({ message: 'Wait a minute.' }, 429) });

    expect((await screen.findByRole('alert')).textContent).toContain('Wait a minute.');
  });

  it('a changed password closes the dialog, and nothing asks for a new one any more', async () => {
    const { onDone, readOwn } = await change({
      'PUT /api/user/password': noContent,
      'GET /api/user': () => json(OWN),
    });

    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(readOwn()?.mustChangePassword).toBe(false);
  });
});

describe("the change of one's own address", () => {
  it('a requested address is named by the account, which is read again', async () => {
    const { onDone, ...steps } = dialogSteps();
    const { show, sent, readOwn } = await openOwn({
      'POST /api/user/email': () => json({}, 202),
      'GET /api/user': () => json({ ...OWN, pendingEmail: 'new@example.co.za' }),
    });
    show(<ChangeEmailDialog {...steps} onDone={onDone} subject={undefined} />);
    await screen.findByLabelText('New email address');
    type('New email address', 'new@example.co.za');
    type('Current password', 'my password');
    await press('Send the link');

    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    await waitFor(() => expect(readOwn()?.pendingEmail).toBe('new@example.co.za'));
    expect(sent[0]).toEqual({
      route: 'POST /api/user/email',
      body: { User_Email: 'new@example.co.za', currentPassword: 'my password' },
    });
  });

  it('the waiting address is filled in when its link is asked for again', async () => {
    const { show } = await openOwn({}, { ...OWN, pendingEmail: 'new@example.co.za' });
    show(<ChangeEmailDialog {...dialogSteps()} subject={undefined} />);

    const field = await screen.findByLabelText<HTMLInputElement>('New email address');
    expect(field.value).toBe('new@example.co.za');
  });

  it('a change of address can be ended while it waits', async () => {
    const waiting = { ...OWN, pendingEmail: 'new@example.co.za' };
    const { show, readOwn } = await openOwn(
      { 'DELETE /api/user/email': noContent, 'GET /api/user': () => json(OWN) },
      waiting,
    );
    show(<EmailCard user={waiting} />);
    expect(screen.getByText('new@example.co.za')).toBeTruthy();
    await press('Keep the present address');

    await waitFor(() => expect(readOwn()?.pendingEmail).toBeNull());
  });

  it('a change of address is made at once for an administrator of a portal that sends no mail', async () => {
    const user = { ...OWN, mail: 'off', user_role: 'admin' } as const;
    const { show, readOwn } = await openOwn(
      {
        'POST /api/user/email': () => json({}, 202),
        'GET /api/user': () => json({ ...user, User_Email: 'new@example.co.za' }),
      },
      user,
    );
    show(
      <>
        <EmailCard user={user} />
        <ChangeEmailDialog {...dialogSteps()} subject={undefined} />
      </>,
    );
    expect(screen.getByText('Change email', { selector: 'a' })).toBeTruthy();
    expect(await screen.findByText(/You sign in with the new address at once/)).toBeTruthy();
    type('New email address', 'new@example.co.za');
    type('Current password', 'my password');
    await press('Change email');

    await waitFor(() => expect(readOwn()?.User_Email).toBe('new@example.co.za'));
  });

  it('a change of address is not offered to a client where the portal sends no mail', async () => {
    const user = { ...OWN, mail: 'off' } as const;
    const steps = dialogSteps();
    const { show } = await openOwn({}, user);
    show(
      <>
        <EmailCard user={user} />
        <ChangeEmailDialog {...steps} subject={undefined} />
      </>,
    );

    expect(screen.queryByText('Change email', { selector: 'a' })).toBeNull();
    expect(await screen.findByText('Your address cannot be changed here')).toBeTruthy();
    expect(screen.queryByLabelText('New email address')).toBeNull();
    await press('Back to your account');
    expect(steps.onClose).toHaveBeenCalledOnce();
  });
});

it.each([
  [{ ...OWN }, 'Verified'],
  [{ ...OWN, emailVerified: false }, 'Not verified'],
  [{ ...OWN, mail: 'blocked' as const }, 'Mail stopped'],
])('the card of the address says how it stands', async (user, words) => {
  const { show } = await openOwn({}, user);
  show(<EmailCard user={user} />);

  expect(screen.getByText(words, { exact: true })).toBeTruthy();
});

it('the link that verifies an address can be sent again', async () => {
  const { show, sent } = await openOwn({ 'POST /api/user/verification': () => json({}, 202) });
  show(<EmailCard user={{ ...OWN, emailVerified: false }} />);
  await press('Send the link again');

  expect(sent).toEqual([{ route: 'POST /api/user/verification', body: undefined }]);
});

it('the mail switch is saved at once, without the version of an edit', async () => {
  const { show, sent, readOwn } = await openOwn({
    'PUT /api/user': () => json({ ...OWN, mailsAreOn: false, version: 5 }),
  });
  show(<MailSwitch user={OWN} />);
  const mailSwitch = screen.getByRole('switch', { name: /invoices, payments and tickets/ });
  await act(async () => fireEvent.click(mailSwitch));

  await waitFor(() => expect(readOwn()?.mailsAreOn).toBe(false));
  expect(sent).toEqual([{ route: 'PUT /api/user', body: { mailsAreOn: false } }]);
});
