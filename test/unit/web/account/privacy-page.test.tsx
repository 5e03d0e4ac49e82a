// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BACKUP_DAYS } from '#shared/retention.ts';
import { PROVIDER } from '#test/support/provider.ts';
import { PrivacyPage } from '#web/screens/privacy-page.tsx';
import { json, openBrowser } from '../screen.tsx';

it('the privacy notice names the company, its vendors, the times, the rights and the regulator', async () => {
  const { show } = await openBrowser();
  const { container } = show(<PrivacyPage />);
  const words = container.textContent;

  for (const part of [
    PROVIDER.name,
    PROVIDER.registrationNumber,
    ...PROVIDER.addressLines,
    PROVIDER.phone,
    'Amazon Web Services',
    'Google',
    'Freshdesk',
    'eight years',
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

it('a privacy notice whose provider cannot be read still tells the rest, and offers another try', async () => {
  const { show } = await openBrowser({ 'GET /api/provider': () => json({ message: 'Not now.' }, 503) });
  show(<PrivacyPage />);

  expect((await screen.findByRole('alert')).textContent).toContain('could not be read');
  expect(screen.getByRole('heading', { name: 'Your rights' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
