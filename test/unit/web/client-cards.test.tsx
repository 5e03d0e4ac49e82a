// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { User } from '#shared/contract/auth.ts';
import { UserFacts } from '#web/components/user-facts.tsx';
import { AccountInformation } from '#web/features/client/account-information.tsx';
import { ClientStats } from '#web/features/client/client-stats.tsx';
import { ServiceCards } from '#web/features/client/service-cards.tsx';
import { ServiceList } from '#web/features/client/service-list.tsx';
import { ServicesTab } from '#web/features/services/services-tab.tsx';
import { json, openBrowser } from './screen.tsx';

const NAMELESS: User = {
  User_Id: 7,
  User_Name: ' ',
  User_Surname: '',
  User_Email: 'naledi@example.co.za',
  User_Mobile: null,
  User_RegNo: null,
  OWNumber: 'OW10007',
  user_role: 'client',
  User_Org: null,
  User_Address: null,
  User_Town: null,
  User_Code: null,
  User_State: null,
  User_Country: null,
  User_VAT: null,
  User_Ref: null,
  User_DOB_Day: null,
  User_DOB_Month: null,
  User_DOB_Year: null,
  User_Status: 1,
  User_Debit: 0,
  emailVerified: false,
};

it('the dashboard counts active services and open tickets', async () => {
  const { show } = await openBrowser({
    'GET /api/client/stats': () => json({ activeServices: 4, openTickets: 1012 }),
  });
  const { container } = show(<ClientStats />);

  await screen.findByText('4');
  expect(container.textContent).toBe('Active Services4Open Tickets1\u00A0012');
});

it.each([
  ['the cards of a client', <UserFacts key="shown" user={NAMELESS} />],
  ['the account information', <AccountInformation key="shown" user={NAMELESS} />],
])("in %s, a missing name is shown as 'Not provided'", async (_, shown) => {
  const { show } = await openBrowser();
  show(shown);

  expect(screen.getByText('Full name').nextSibling?.textContent).toBe('Not provided');
});

it.each([
  ['the dashboard', <ServiceList key="shown" />],
  ['Active Services', <ServiceCards key="shown" />],
])('a client without services gets a link to ask for one in %s', async (_, shown) => {
  const { show } = await openBrowser({ 'GET /api/client/services': () => json([]) });
  show(shown);

  expect(await screen.findByText('No services yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a service' }).getAttribute('href')).toMatch(/^mailto:.+@/);
});

it('the services tab shows in words that it is loading', async () => {
  const { show } = await openBrowser();
  show(<ServicesTab userId={7} />);

  expect(screen.getByText('Loading services...')).toBeTruthy();
});
