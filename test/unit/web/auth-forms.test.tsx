// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { openBrowser } from './screen.tsx';

const ACCOUNT = {
  'First Name': 'Naledi',
  'Last Name': 'Khumalo',
  'Email Address': 'naledi@example.co.za',
  'Phone Number': '082 123 4567',
  'ID Number or Passport Number': 'A01234567',
  Password: 'a long enough one',
  'Confirm Password': 'a long enough one',
};

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
