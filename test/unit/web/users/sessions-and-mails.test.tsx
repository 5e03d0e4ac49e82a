// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Mail } from '#shared/contract/mails.ts';
import type { Session } from '#shared/contract/sessions.ts';
import { MAIL_STATES } from '#shared/mails/mail-kinds.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { ClientMails } from '#web/features/mails/client-mails.tsx';
import { OwnMails } from '#web/features/mails/own-mails.tsx';
import { ClientSessions } from '#web/features/sessions/client-sessions.tsx';
import { OwnSessions } from '#web/features/sessions/own-sessions.tsx';
import { json, openBrowser } from '../screen.tsx';

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};

const noContent = () => new Response(null, { status: 204 });

const HERE: Session = {
  id: '00000000-0000-4000-8000-000000000001',
  browser: 'Firefox',
  system: 'Windows',
  address: '41.13.20.0/24',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: '2026-11-23T08:00:00.000Z',
  signedInBy: 'passkey',
  isCurrent: true,
};
const ELSEWHERE: Session = {
  ...HERE,
  id: '00000000-0000-4000-8000-000000000002',
  browser: 'Safari',
  system: 'iOS',
  isCurrent: false,
};
const UNNAMED: Session = {
  ...ELSEWHERE,
  id: '00000000-0000-4000-8000-000000000003',
  browser: null,
  system: null,
  address: null,
};

describe("the list of one's own sessions", () => {
  it('the list of sessions begins with this browser, whose session ends by logging out alone', async () => {
    const { show } = await openBrowser({ 'GET /api/user/sessions': () => json([ELSEWHERE, HERE, UNNAMED]) });
    show(<OwnSessions />);

    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => within(row).queryByText('This browser') !== null)).toEqual([true, false, false]);
    expect(
      rows.map((row) => within(row).getByRole('button', { name: /^(Log out|End)/ }).textContent),
    ).toEqual(['Log out', 'End', 'End']);
    expect(screen.getByText('Firefox on Windows')).toBeTruthy();
    expect(screen.getByText('Unknown browser')).toBeTruthy();
  });

  it('a session says in words when it was used, when it began, how and from which network', async () => {
    const ofSix: Session = { ...ELSEWHERE, id: UNNAMED.id, signedInBy: 'code', address: '2001:db8:1:2::/64' };
    const { show } = await openBrowser({ 'GET /api/user/sessions': () => json([HERE, ofSix]) });
    show(<OwnSessions />);

    const [here, other] = await screen.findAllByRole('listitem');
    expect(here?.textContent).toContain(
      'In use nowSigned in Nov 20, 2026 10:00, with a passkeyFrom the network 41.13.20.x',
    );
    expect(other?.textContent).toMatch(
      /^Safari on iOSLast used .*Signed in Nov .*with password and codeFrom the network 2001:db8:1:2:x/,
    );
  });

  it('one session ends at once, the list is read again and the focus stays', async () => {
    let sessions = [HERE, ELSEWHERE];
    const { show } = await openBrowser({
      'GET /api/user/sessions': () => json(sessions),
      [`DELETE /api/user/sessions/${ELSEWHERE.id}`]: () => {
        sessions = [HERE];
        return noContent();
      },
    });
    show(<OwnSessions />);
    await press('End Safari on iOS, signed in Nov 20, 2026 10:00');

    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Where you are signed in'));
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });

  it('a person is asked once before all other sessions end', async () => {
    const { show, sent } = await openBrowser({
      'GET /api/user/sessions': () => json([HERE, ELSEWHERE]),
      'DELETE /api/user/sessions': noContent,
    });
    show(<OwnSessions />);
    await press('End all others');
    expect(sent.filter(({ route }) => route.startsWith('DELETE'))).toEqual([]);

    const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' });
    await act(async () => fireEvent.click(within(question).getByRole('button', { name: 'End all others' })));
    await waitFor(() => expect(sent.map(({ route }) => route)).toContain('DELETE /api/user/sessions'));
  });
});

it("an administrator ends a client's session by the client's own address", async () => {
  const { show, sent } = await openBrowser({
    'GET /api/admin/users/7/sessions': () => json([ELSEWHERE]),
    [`DELETE /api/admin/users/7/sessions/${ELSEWHERE.id}`]: noContent,
  });
  show(<ClientSessions userId={7} />);
  await press('End Safari on iOS, signed in Nov 20, 2026 10:00');

  await waitFor(() =>
    expect(sent.map(({ route }) => route)).toContain(`DELETE /api/admin/users/7/sessions/${ELSEWHERE.id}`),
  );
});

const MAIL: Mail = {
  id: '00000000-0000-4000-8000-000000000011',
  kind: 'invoice',
  subject: 'Invoice INV-2026-000123 from OW Connect',
  to: 'naledi@example.co.za',
  state: 'delivered',
  reason: null,
  createdAt: '2026-11-23T08:00:00.000Z',
  sentAt: '2026-11-23T08:01:00.000Z',
};

describe('the list of mails', () => {
  it('each state of a mail is said in words, with the reason of a mail that was not sent', async () => {
    const mails = MAIL_STATES.map((state, index) => ({
      ...MAIL,
      id: `00000000-0000-4000-8000-00000000002${index}`,
      state,
      reason: state === 'skipped' ? 'Mail is switched off' : null,
    }));
    const { show } = await openBrowser({ 'GET /api/user/mails': () => json(mails) });
    show(<OwnMails />);

    const [, ...rows] = await screen.findAllByRole('row');
    const words = rows.map((row) => row.querySelector('.chakra-badge')?.textContent?.toLowerCase());
    expect(words).toEqual([...MAIL_STATES.filter((state) => state !== 'skipped'), 'not sent']);
    expect(screen.getByText('Mail is switched off')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull();
  });

  it('an administrator is offered to send again only the mail of a document that does not wait', async () => {
    const waiting = { ...MAIL, id: '00000000-0000-4000-8000-000000000012', state: 'waiting' };
    const reset = { ...MAIL, id: '00000000-0000-4000-8000-000000000013', kind: 'reset', subject: 'Reset' };
    const note = { ...MAIL, id: '00000000-0000-4000-8000-000000000014', kind: 'credit-note' };
    const { show, sent } = await openBrowser({
      'GET /api/admin/users/7/mails': () => json([waiting, MAIL, reset, note]),
      [`POST /api/admin/mails/${MAIL.id}/resend`]: () => json(waiting, 202),
    });
    show(<ClientMails userId={7} client={makeUserDetail()} />);
    const again = await screen.findAllByRole('button', { name: /^Send again/ });
    expect(again).toHaveLength(2);
    await act(async () => fireEvent.click(again[0] ?? expect.unreachable()));

    const reads = () => sent.filter(({ route }) => route === 'GET /api/admin/users/7/mails');
    await waitFor(() => expect(reads()).toHaveLength(2));
  });

  it('a mail is not offered again while no mail goes to its client', async () => {
    const { show } = await openBrowser({ 'GET /api/admin/users/7/mails': () => json([MAIL]) });
    show(<ClientMails userId={7} client={makeUserDetail({ emailVerified: false })} />);

    expect(await screen.findAllByText(MAIL.subject)).not.toEqual([]);
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
  });
});
