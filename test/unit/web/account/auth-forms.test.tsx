// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { Offers } from '#web/features/auth/offers.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const ACCOUNT = {
  'First Name': 'Naledi',
  'Last Name': 'Khumalo',
  'Email Address': 'naledi@example.co.za',
  'Phone Number': '082 123 4567',
  'ID Number or Passport Number': 'A01234567',
  Password: 'a long enough one',
  'Confirm Password': 'a long enough one',
};

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(fieldOf(label), { target: { value } });
/** Waits for the sentence under a field, as a screen reader reads it with the field. */
const expectDescription = (label: string, sentence: string) =>
  waitFor(() => {
    const ids = (fieldOf(label).getAttribute('aria-describedby') ?? '').split(' ');
    const sentences = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    expect(sentences.join(' '), label).toBe(sentence);
  });

it.each<[string, ReactNode, Record<string, string>]>([
  ['Sign In', <SignInForm key="form" />, { 'Email Address': 'naledi@example.co.za', Password: 'p' }],
  ['Create Account', <RegisterForm key="form" />, ACCOUNT],
])(
  "the button '%s' keeps its label next to a spinner, and cannot be pressed twice while it waits",
  async (name, form, typed) => {
    const { sent, show } = await openBrowser();
    show(form);
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    expect(button.querySelector('.chakra-spinner')).toBeNull();

    for (const [label, value] of Object.entries(typed)) {
      fireEvent.input(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.click(button);

    await waitFor(() => expect(button.querySelector('.chakra-spinner')).not.toBeNull());
    expect(button.disabled).toBe(true);
    expect(button.textContent).toContain(name);
    expect(sent.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
  },
);

it.each([
  ['株式会社', true],
  ['Société Ñandú', false],
  ['Почта', false],
])(
  'the registration of company %s warns that an invoice cannot print its name: %s',
  async (company, isWarned) => {
    const { show } = await openBrowser();
    show(<RegisterForm />);
    const field = screen.getByLabelText('Company (Optional)');
    fireEvent.input(field, { target: { value: 'プ' } });
    await screen.findByText(/^An invoice cannot print/);

    fireEvent.input(field, { target: { value: company } });
    await waitFor(() => expect(screen.queryByText(/^An invoice cannot print/) !== null).toBe(isWarned));
  },
);

it('the sign-in form names empty fields under them, and focuses the first', async () => {
  const { show } = await openBrowser();
  show(<SignInForm />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));

  await waitFor(() => expect(document.activeElement).toBe(fieldOf('Email Address')));
  await expectDescription('Email Address', 'Email address or OW number is required');
  await expectDescription('Password', 'Password is required');
});

/** Fills the registration with these changes, and sends it. */
const submitRegistration = async (change: Record<string, string>, answers: Answers = {}) => {
  const browser = await openBrowser(answers);
  browser.show(
    <>
      <RegisterForm />
      <Toaster />
    </>,
  );
  for (const [label, value] of Object.entries({ ...ACCOUNT, ...change })) {
    type(label, value);
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));

  return browser;
};

const EMPTY = Object.fromEntries(Object.keys(ACCOUNT).map((label) => [label, '']));

it('each required field of the registration says so under it', async () => {
  const { sent } = await submitRegistration(EMPTY);

  await waitFor(() => expect(document.activeElement).toBe(fieldOf('First Name')));
  for (const [label, message] of Object.entries({
    'First Name': 'First name is required',
    'Last Name': 'Last name is required',
    'Email Address': 'Email address is required',
    'Phone Number': 'Phone number is required',
    'ID Number or Passport Number': 'ID Number or Passport Number is required',
    Password: 'Password must be at least 8 characters',
    'Company (Optional)': '',
  })) {
    await expectDescription(label, message);
  }
  expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
});

it.each([
  ['Confirm Password', 'another one', "Passwords don't match"],
  [
    'ID Number or Passport Number',
    '9001015009088',
    'This is not a valid South African ID number; please check its digits',
  ],
])('a refused registration names the field %s and keeps the rest', async (label, value, message) => {
  await submitRegistration({ [label]: value });

  await expectDescription(label, message);
  expect(fieldOf('First Name').value).toBe('Naledi');
});

it('a registration that fails says in the form what to do, because the toast says why, and keeps the typed text', async () => {
  const message = 'The portal cannot reach its database.';
  await submitRegistration({}, { 'POST /api/register': () => json({ message, code: 'unavailable' }, 503) });

  const title = await screen.findByText('What you typed is still here');
  expect(title.parentElement?.textContent).toBe('What you typed is still hereTry again in a moment.');
  expect(fieldOf('First Name').value).toBe('Naledi');
});

it("'Forgot password?' leads nowhere without mail, and is not announced as the current page", async () => {
  const { show, router, sent } = await openBrowser({
    'GET /api/auth-options': () => json({ passwordReset: false }),
  });
  show(<SignInForm />);
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain('GET /api/auth-options'));
  type('Email Address', 'half@typed');
  const before = router.state.location.href;
  const link = screen.getByText('Forgot password?');
  expect(link.hasAttribute('aria-current')).toBe(false);

  expect(fireEvent.click(link), 'the browser follows no link').toBe(false);
  expect(router.state.location.href).toBe(before);
  expect(fieldOf('Email Address').value).toBe('half@typed');
});

it("the sign-in page shows the provider's offers with their prices", async () => {
  const { show } = await openBrowser();
  show(<Offers />);
  const offers = within(screen.getByRole('region', { name: 'Our services' })).getAllByRole('listitem');

  expect(offers.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/4G\/5G.*30Mbps.*R337.*month/),
    expect.stringMatching(/Fixed 5G.*R397/),
    expect.stringMatching(/hosting.*\.co\.za.*R129/),
  ]);
});
