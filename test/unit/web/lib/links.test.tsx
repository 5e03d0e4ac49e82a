// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LINK_GONE } from '#shared/errors.ts';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { followLinks } from '#web/lib/address/opened-links.ts';
import { keepEmailToSignIn, readEmailToSignIn, sessionQuery } from '#web/lib/session/session.ts';
import { ForgotPage } from '#web/screens/public/forgot-page.tsx';
import { NotMePage } from '#web/screens/public/not-me-page.tsx';
import { ResetPage } from '#web/screens/public/reset-page.tsx';
import { VerifyPage } from '#web/screens/public/verify-page.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const TOKEN = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
const NADIA = { User_Id: 7, User_Email: 'nadia@example.co.za', user_role: 'client', emailVerified: false };
const ok = () => new Response(null, { status: 204 });
/** What an invitation answers; a reset answers nothing. */
const invited = () => json({ purpose: 'invite' });
const usedInvitation = (User_Email: string) => () => json({ User_Email });
const gone = () => json({ message: LINK_GONE, code: 'gone' }, 410);

/** Opens the link of a mail, as the browser has it when the portal's scripts begin. */
const openLink = (path: string, token = TOKEN) => {
  history.replaceState(null, '', `${path}#${token}`);
  followLinks();
};

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** The focus follows the text by an effect, which may run later than the text is found. */
const expectFocusOn = (element: HTMLElement) =>
  expect.poll(() => document.activeElement === element, { message: element.outerHTML }).toBe(true);

beforeEach(() => {
  keepEmailToSignIn('');
});

describe('the token of a link', () => {
  it.each(['/reset-password', '/verify-email', '/not-me'])(
    'the token of a link is removed from the address and the history of %s before anything is asked',
    (path) => {
      const entries = history.length;
      const fetch = vi.spyOn(globalThis, 'fetch');
      openLink(path);

      expect(location.pathname + location.hash).toBe(path);
      expect(history.length).toBe(entries);
      expect(JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }])).not.toContain(
        TOKEN,
      );
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('the token of another link on the same page takes the place of the first', async () => {
    openLink('/not-me', 'first');
    const { sent, show } = await openBrowser();
    show(<NotMePage />);
    act(() => {
      history.replaceState(null, '', '/not-me#second');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    fireEvent.click(screen.getByRole('button', { name: 'This was not me' }));

    await expect.poll(() => sent).toMatchObject([{ route: 'POST /api/not-me', body: { token: 'second' } }]);
    expect(location.hash).toBe('');
  });

  it('the token of another page stays', () => {
    openLink('/auth', 'section');

    expect(location.hash).toBe('#section');
  });
});

describe('the page that sets a new password', () => {
  const show = async (answers: Answers) => {
    openLink('/reset-password');
    const browser = await openBrowser({ 'POST /api/password-reset/check': ok, ...answers });
    browser.show(<ResetPage />);

    return browser;
  };
  const setPassword = async (password: string) => {
    fireEvent.input(await screen.findByLabelText('New password'), { target: { value: password } });
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
  };

  it.each([
    ['has ended', gone],
    ['was cut', () => json({ message: 'No', fields: { token: 'Token is required' } }, 400)],
  ])('a link that %s is reported, with the way to a new one', async (_, answer) => {
    await show({ 'POST /api/password-reset/check': answer });

    await heading('This link has ended');
    expect(screen.getByText(LINK_GONE)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  it('a refused password keeps the link and what was typed', async () => {
    await show({
      'POST /api/password-reset/confirm': () =>
        json({ message: 'No', fields: { User_Pass_Bkp: 'Too easy to guess.' } }, 400),
    });
    await setPassword('password1');

    await screen.findByText('Too easy to guess.');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('password1');
  });

  it('a link that ends while the password is typed is reported as ended', async () => {
    await show({ 'POST /api/password-reset/confirm': gone });
    await setPassword('a quiet river');

    await expectFocusOn(await heading('This link has ended'));
  });

  it('a new password leads to the sign-in page, which says why', async () => {
    const { router } = await show({
      'POST /api/password-reset/confirm': ok,
      'GET /api/user': () => json({ message: 'No' }, 401),
    });
    await setPassword('a quiet river');

    await expect.poll(() => router.state.location.href).toBe('/auth?ended=reset');
    expect(readEmailToSignIn()).toBeUndefined();
  });

  it('an invited client reads of no old password, and finds the address filled in at the sign-in', async () => {
    const { router } = await show({
      'POST /api/password-reset/check': invited,
      'POST /api/password-reset/confirm': usedInvitation('nadia@example.co.za'),
      'GET /api/user': () => json({ message: 'No' }, 401),
    });
    const field = await screen.findByLabelText('Password');
    await heading('Choose your password');
    expect(document.body.textContent).not.toMatch(/\bold\b|\bnew\b|changed/i);
    await expectFocusOn(field);
    fireEvent.input(field, { target: { value: 'a quiet river' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));

    await expect.poll(() => router.state.location.href).toBe('/auth?ended=reset');
    expect(readEmailToSignIn()).toBe('nadia@example.co.za');
  });

  it('until the link is checked, the page names neither an old password nor a first one', async () => {
    await show({ 'POST /api/password-reset/check': () => new Promise<Response>(() => {}) });

    await heading('Choose a password');
    expect(document.body.textContent).not.toMatch(/\bold\b|new password|your password/i);
  });

  it('another account that is signed in is named, and its session does not end unasked', async () => {
    await show({ 'POST /api/password-reset/confirm': ok, 'GET /api/user': () => json(NADIA) });
    await setPassword('a quiet river');

    await heading('The password is changed');
    expect(screen.getByText('nadia@example.co.za')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });

  it('a link that could not be checked can be tried again', async () => {
    const answers = [() => json({ message: 'The portal cannot reach its database.' }, 503)];
    await show({ 'POST /api/password-reset/check': () => (answers.shift() ?? ok)() });
    await screen.findByText('The portal cannot reach its database.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByLabelText('New password')).toBeTruthy();
  });
});

describe('the page that verifies an address', () => {
  const show = async (answers: Answers, user: object | null = null) => {
    openLink('/verify-email');
    const browser = await openBrowser({ 'POST /api/email-verification/check': ok, ...answers });
    browser.queryClient.setQueryData(sessionQuery.queryKey, user as never);
    browser.show(<VerifyPage />);

    return browser;
  };
  const verify = async () => fireEvent.click(await screen.findByRole('button', { name: 'Verify address' }));
  const refuse = () => json({ message: 'Please sign in.' }, 401);

  it('a link that verifies is checked, and used only after a click', async () => {
    const { sent } = await show({});
    await screen.findByRole('button', { name: 'Verify address' });

    expect(sent).toEqual([{ route: 'POST /api/email-verification/check', body: { token: TOKEN } }]);
  });

  it('a visitor with a link that verifies is led to the sign-in page and back', async () => {
    await show({ 'POST /api/email-verification': refuse });
    await verify();

    await expectFocusOn(await heading('Sign in first'));
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/auth?returnTo=%2Fverify-email',
    );
  });

  it('the session of another account stays, and logging out is offered', async () => {
    const { queryClient } = await show({ 'POST /api/email-verification': refuse }, NADIA);
    await verify();

    await heading('This link is for another account');
    expect(screen.getByText('nadia@example.co.za')).toBeTruthy();
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(NADIA);
  });

  it('a person is told that somebody else has registered the address meanwhile', async () => {
    const taken = 'This email address is already registered.';
    await show({ 'POST /api/email-verification': () => json({ message: taken }, 409) }, NADIA);
    await verify();

    await heading('This address is taken');
    expect(screen.getByText(taken)).toBeTruthy();
  });

  it.each([
    [false, 'This link has ended'],
    [true, 'Nothing left to do'],
  ])('an ended link is told of; the address is verified: %s', async (emailVerified, title) => {
    await show({ 'POST /api/email-verification/check': gone }, { ...NADIA, emailVerified });

    await heading(title);
  });
});

describe('a forgotten password', () => {
  const ask = async () => fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  const typed = () => screen.getByLabelText<HTMLInputElement>('Email Address').value;

  it.each([
    ['nadia@example.co.za', 'Email Login', 'nadia@example.co.za'],
    ['OW10007', 'OW Number', ''],
  ])(
    'a sign-in name %s, typed as %s, is carried over to the forgotten-password form as %j',
    async (identifier, kind, carried) => {
      const { show } = await openBrowser({ 'GET /api/auth-options': () => json({ passwordReset: true }) });
      const { unmount } = show(<SignInForm />);
      fireEvent.click(screen.getByText(kind, { selector: 'label *, label' }));
      fireEvent.input(screen.getByRole('textbox'), { target: { value: identifier } });
      const link = screen.getByText('Forgot password?');
      await expect.poll(() => link.getAttribute('href')).toBe('/forgot-password');
      fireEvent.click(link);
      unmount();
      show(<ForgotPage />);

      expect(typed()).toBe(carried);
    },
  );

  it('a second mail to the same address waits a minute, one to another address does not', async () => {
    keepEmailToSignIn('nadia@example.co.za');
    const { show, sent } = await openBrowser({
      'POST /api/password-reset': () => json({ message: 'On its way.' }, 202),
    });
    show(<ForgotPage />);
    await ask();
    const again = await screen.findByRole('button', { name: /^Send again in \d+ s$/ });
    fireEvent.click(again);
    await act(async () => undefined);
    expect(sent).toHaveLength(1);

    fireEvent.input(screen.getByLabelText('Email Address'), { target: { value: 'nadja@example.co.za' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await expect.poll(() => sent).toHaveLength(2);
  });

  it('a link that was not sent is explained at the field or above the button, and nothing typed is lost', async () => {
    const refusals = [
      () => json({ message: 'No', fields: { User_Email: 'Invalid email address' } }, 400),
      () => json({ message: 'Too many attempts. Please try again in 12 minutes.' }, 429),
    ];
    keepEmailToSignIn('nadia@example.co.za');
    const { show } = await openBrowser({ 'POST /api/password-reset': () => (refusals.shift() ?? ok)() });
    show(<ForgotPage />);
    await ask();
    await screen.findByText('Invalid email address');
    await ask();
    await screen.findByText('Too many attempts. Please try again in 12 minutes.');

    expect(typed()).toBe('nadia@example.co.za');
  });
});
