// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { Activity, ClientService } from '#shared/contract/client.ts';
import { dayAfter, nameDay } from '#shared/dates.ts';
import { makeOwnUser } from '#test/support/users/made-users.ts';
import { FixedDetails } from '#web/features/account/fixed-details.tsx';
import { AccountInformation } from '#web/features/client/account-information.tsx';
import { ClientStats } from '#web/features/client/client-stats.tsx';
import { groupSignIns } from '#web/features/client/group-sign-ins.ts';
import { clientStatsQuery } from '#web/features/client/queries.ts';
import { RecentActivity } from '#web/features/client/recent-activity.tsx';
import { ServiceCards } from '#web/features/client/service-cards.tsx';
import { ServiceList } from '#web/features/client/service-list.tsx';
import { ServicesTab } from '#web/features/services/services-tab.tsx';
import { rememberSeenAnswer } from '#web/features/tickets/answers-seen.ts';
import { AnyNewAnswer } from '#web/features/tickets/new-answer.tsx';
import { UserFacts } from '#web/features/users/record/user-facts.tsx';
import { json, openBrowser } from '../screen.tsx';
import { NO_OWN_DAYS } from '../service-days.ts';

const NAMELESS = makeOwnUser({ User_Name: ' ', User_Surname: '' });

it('the dashboard counts active services and open tickets', async () => {
  const { show } = await openBrowser({
    'GET /api/client/stats': () =>
      json({ activeServices: 4, openTickets: 1012, waitingTickets: 0, isBilled: true, answeredTickets: [] }),
  });
  const { container } = show(<ClientStats renderNewAnswer={() => null} />);

  await screen.findByText('4');
  expect(container.textContent).toBe('Active Services4Open Tickets1\u00A0012');
});

it('the dashboard marks its tickets, which lead to Support, until the client has seen each new answer', async () => {
  onTestFinished(() => localStorage.clear());
  const at = (day: number) => `2026-11-0${day}T09:00:00.000Z`;
  const statsOf = (...days: number[]) => ({
    activeServices: 4,
    openTickets: 2,
    waitingTickets: 0,
    isBilled: true,
    answeredTickets: days.map((day, index) => ({ id: index + 11, agent_responded_at: at(day) })),
  });
  const { show, queryClient } = await openBrowser({ 'GET /api/client/stats': () => json(statsOf(1, 2)) });
  show(<ClientStats renderNewAnswer={(answered) => <AnyNewAnswer userId={41} answered={answered} />} />);
  await screen.findByText('4');
  expect(screen.queryByText('New answer')).toBeNull();

  act(() => queryClient.setQueryData(clientStatsQuery.queryKey, statsOf(3, 4)));
  expect(await screen.findByText('New answer')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Tickets' }).getAttribute('href')).toBe(
    '/client?section=support',
  );

  act(() => rememberSeenAnswer(41, 12, [at(4)]));
  expect(screen.getByText('New answer')).toBeTruthy();
  act(() => rememberSeenAnswer(41, 11, [at(3)]));
  expect(screen.queryByText('New answer')).toBeNull();
});

it.each([
  ['the cards of a client', <UserFacts key="shown" user={NAMELESS} />],
  ['the account information', <AccountInformation key="shown" user={NAMELESS} />],
])("in %s, a missing name is shown as 'Not provided'", async (_, shown) => {
  const { show } = await openBrowser();
  show(shown);

  expect(screen.getByText('Full name').nextSibling?.textContent).toBe('Not provided');
});

it("a client's own card keeps the mark of a verified address while mail to it comes back", async () => {
  const { show } = await openBrowser();
  show(<AccountInformation user={makeOwnUser({ mail: 'blocked' })} />);

  expect(screen.getByText('Verified')).toBeTruthy();
  expect(screen.queryByText('Mail comes back')).toBeNull();
});

it.each([
  ['the dashboard', <ServiceList key="shown" />],
  ['Active Services', <ServiceCards key="shown" />],
])('a client without services gets a link to ask for one in %s', async (_, shown) => {
  const { show } = await openBrowser({ 'GET /api/client/services': () => json([]) });
  show(shown);

  expect(await screen.findByText('No services yet')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Ask for a service' })).getAttribute('href')).toBe(
    'mailto:accounts@acme.test',
  );
});

it('the services tab shows in words that it is loading', async () => {
  const { show } = await openBrowser();
  show(<ServicesTab userId={7} />);

  expect(screen.getByText('Loading services...')).toBeTruthy();
});

const SIM: ClientService = {
  id: 3,
  serviceName: 'Uncapped 4G/5G data',
  serviceDescription: '',
  serviceType: '4G/5G Data',
  serviceCategory: 'SIM Card',
  username: null,
  msisdn: '+27829972106',
  simSerialNumber: '8927074870433499244',
  status: 'Active',
  ...NO_OWN_DAYS,
  monthlyCost: 337.5,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

it('a service says until when it is billed, what it costs later, and when it ends', async () => {
  const [later = '', end = ''] = [400, 800].map((days) => dayAfter(new Date(), days));
  const { show } = await openBrowser({
    'GET /api/client/services': () =>
      json([{ ...SIM, billedUntil: later, nextPrice: { from: later, amount: 399 }, billUntil: end }]),
  });
  const { container } = show(<ServiceCards />);
  await screen.findAllByText('Number');

  expect((container.textContent ?? '').replace(/\s/g, ' ')).toContain(
    `Billed until ${nameDay(later)} · R 399,00 from ${nameDay(later)} · Last day ${nameDay(end)}`,
  );
});

it('the services say what the active ones cost together, and each its number and SIM as people read them', async () => {
  const pending = { ...SIM, id: 4, status: 'Pending' as const, monthlyCost: 89 };
  const { show } = await openBrowser({
    'GET /api/client/services': () => json([SIM, { ...SIM, id: 5 }, pending]),
  });
  const { container } = show(<ServiceCards />);
  await screen.findAllByText('Number');

  expect(container.textContent).toContain('R\u00A0675,00 a month for 2 active services');
  expect(screen.getAllByText('+27 82 997 2106')).toHaveLength(3);
  expect(screen.getAllByText('8927 0748 7043 3499 244')).toHaveLength(3);
  expect(screen.queryByText('Username')).toBeNull();
});

it('a service leads to a ticket that names it', async () => {
  const { show } = await openBrowser({ 'GET /api/client/services': () => json([SIM]) });
  show(<ServiceCards />);
  const link = await screen.findByRole('link', { name: 'Get help with this' });

  expect(link.getAttribute('href')).toBe('/client?section=support&open=ticket.new%3Aservice%3A3');
});

it('a service on the dashboard says its number and leads to its card', async () => {
  const { show } = await openBrowser({ 'GET /api/client/services': () => json([SIM]) });
  show(<ServiceList />);
  const link = await screen.findByRole('link', { name: /Uncapped/ });

  expect(link.textContent).toContain('+27 82 997 2106');
  expect(link.getAttribute('href')).toBe('/client?section=services#service-3');
});

const activity = (id: number, activityType: Activity['activityType'], description: string): Activity => ({
  id,
  activityType,
  description,
  date: '2026-11-01T08:00:00.000Z',
});

it('sign-ins that follow each other are one activity, and no other activities are joined', () => {
  const groups = groupSignIns([
    activity(5, 'login', 'Signed in'),
    activity(4, 'login', 'Signed in'),
    activity(3, 'payment', 'Invoice issued'),
    activity(2, 'payment', 'Invoice issued'),
    activity(1, 'login', 'Signed in'),
  ]);

  expect(groups.map(({ activity: { id }, count }) => [id, count])).toEqual([
    [5, 2],
    [3, 1],
    [2, 1],
    [1, 1],
  ]);
});

it('an activity leads to the section it is about, and shows its exact time on hover', async () => {
  const { show } = await openBrowser({
    'GET /api/client/activities': () =>
      json([
        activity(4, 'login', 'Signed in'),
        activity(3, 'payment', 'Invoice issued'),
        activity(2, 'support', 'Ticket created'),
        activity(1, 'service_change', 'Service added'),
      ]),
  });
  show(<RecentActivity />);
  await screen.findByText('Signed in');

  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/client?section=invoices',
    '/client?section=support',
    '/client?section=services',
  ]);
  expect(screen.getAllByTitle('Nov 01, 2026 10:00')).toHaveLength(4);
});

it("in a client's profile, the ID number is masked and the date of birth is in words", async () => {
  const { show } = await openBrowser();
  const person = {
    ...NAMELESS,
    User_RegNo: '9204155800086',
    User_DOB_Day: 15,
    User_DOB_Month: 4,
    User_DOB_Year: 1992,
  };
  const { container } = show(<FixedDetails user={{ ...NAMELESS, ...person }} howToChange="Write to us" />);

  expect(screen.getByText('920415 ••• ••••')).toBeTruthy();
  expect(screen.getByText('15 April 1992')).toBeTruthy();
  expect(container.textContent).not.toContain('5800086');
});
