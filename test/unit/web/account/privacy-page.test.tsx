// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Vendor } from '#shared/privacy.ts';
import { BACKUP_DAYS } from '#shared/retention.ts';
import { PROVIDER } from '#test/support/provider.ts';
import { PrivacyPage } from '#web/screens/public/privacy-page.tsx';
import { json, openBrowser } from '../screen.tsx';

it('the privacy notice names the company, what it holds of the bank, the times, the rights and the regulator', async () => {
  const { show } = await openBrowser();
  const { container } = show(<PrivacyPage />);
  const words = container.textContent;

  for (const part of [
    PROVIDER.name,
    PROVIDER.registrationNumber,
    ...PROVIDER.addressLines,
    PROVIDER.phone,
    'Amazon Web Services',
    'lines of our bank account',
    "bank's own words of payments, which may hold a name",
    'eight years',
    'age analyses of closed months keep number, name and amounts for eight years',
    '12 months',
    `Backups: ${BACKUP_DAYS} days`,
    'logs: 90 days',
    'object to its use',
    'POPIAComplaints@inforegulator.org.za',
  ]) {
    expect(words).toContain(part);
  }
  expect(screen.getByRole('link', { name: PROVIDER.email }).getAttribute('href')).toBe(
    `mailto:${PROVIDER.email}`,
  );
});

const AT_HOME = { vendors: [], databaseCountry: 'South Africa', copyCountry: null };

const PARTS: Record<Vendor, RegExp> = {
  drive: /Google keeps the PDF files/,
  helpdesk: /Freshdesk keeps support tickets/,
  firewall: /network address.*30 days, in the United States/,
};

it.each<[Vendor[], string | undefined]>([
  [[], undefined],
  [['drive'], 'Google'],
  [['helpdesk'], 'Freshdesk'],
  [['drive', 'helpdesk', 'firewall'], 'Amazon Web Services, Google and Freshdesk'],
  [['firewall'], 'Amazon Web Services'],
])(
  'a privacy notice of a deployment with %j names these of its vendors and no other',
  async (vendors, abroad) => {
    const { show } = await openBrowser({
      'GET /api/provider': () => json({ ...PROVIDER, ...AT_HOME, vendors }),
    });
    const { container } = show(<PrivacyPage />);
    await screen.findByText(/Amazon Web Services runs/);

    const words = container.textContent;
    expect(
      Object.entries(PARTS)
        .filter(([, part]) => part.test(words))
        .map(([vendor]) => vendor),
    ).toEqual(vendors);
    expect(/nothing else\.(.*) may keep data outside/.exec(words)?.[1]?.trim()).toBe(abroad);
  },
);

it.each([
  ['nothing but the database at home', AT_HOME, 'database in South Africa', undefined],
  [
    'copies in another country',
    { ...AT_HOME, copyCountry: 'Ireland' },
    `copy of each night’s backup in Ireland, ${BACKUP_DAYS} days, in case all in South Africa is lost`,
    'Amazon Web Services',
  ],
  [
    'the database itself in another country',
    { ...AT_HOME, databaseCountry: 'Germany' },
    'database in Germany',
    'Amazon Web Services',
  ],
])('a privacy notice names the countries of %s', async (_what, places, words, abroad) => {
  const { show } = await openBrowser({ 'GET /api/provider': () => json({ ...PROVIDER, ...places }) });
  const { container } = show(<PrivacyPage />);
  await screen.findByText(/Amazon Web Services runs/);

  expect(container.textContent).toContain(words);
  expect(container.textContent?.includes('copy of each night')).toBe(places.copyCountry !== null);
  expect(
    /nothing else\.(.*) may keep data outside South Africa/.exec(container.textContent ?? '')?.[1]?.trim(),
  ).toBe(abroad);
});

it('a privacy notice whose provider cannot be read still tells the rest, and offers another try', async () => {
  const { show } = await openBrowser({ 'GET /api/provider': () => json({ message: 'Not now.' }, 503) });
  show(<PrivacyPage />);

  expect((await screen.findByRole('alert')).textContent).toContain('could not be read');
  expect(screen.getByRole('heading', { name: 'Your rights' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
