// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { UserDetail } from '#shared/contract/users.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { ClientInformation } from '#web/features/users/record/client-information.tsx';
import { json, openBrowser } from '../screen.tsx';

const CLIENT = makeUserDetail();

const show = async (support: UserDetail['support']) => {
  const browser = await openBrowser({ 'GET /api/admin/users/7': () => json({ ...CLIENT, support }) });
  browser.show(<ClientInformation userId={7} />);
  await screen.findByText('Thandi Nkosi');
};

const CONTACT_URL = 'https://owconnect.freshdesk.com/a/contacts/900';

describe("the line about support in an administrator's view of a client", () => {
  it.each([
    [0, 'No open tickets'],
    [1, '1 open ticket'],
    [2, '2 open tickets'],
    [1012, '1\u00A0012 open tickets'],
  ])('the client information shows %s open tickets as "%s"', async (openTickets, text) => {
    await show({ openTickets, contactUrl: null });

    expect(screen.getByText('Support').nextSibling?.textContent).toBe(text);
    expect(screen.queryByRole('link', { name: /helpdesk/ })).toBeNull();
  });

  it("the link to a client's contact opens in a new tab without access to this one", async () => {
    await show({ openTickets: 2, contactUrl: CONTACT_URL });

    expect(screen.getByText('Support').nextSibling?.textContent).toBe(
      '2 open tickets · Open in the helpdesk',
    );
    const link = screen.getByRole('link', { name: 'Open in the helpdesk' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      CONTACT_URL,
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('the client information has no line about support without a helpdesk', async () => {
    await show(null);

    expect(screen.queryByText('Support')).toBeNull();
  });
});
