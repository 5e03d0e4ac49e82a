import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_EMAIL } from '#local/seed/demo-accounts.ts';
import { makeSeed } from '#local/seed/seed.ts';
import { seedHelpdesk } from '#local/seed/seed-helpdesk.ts';
import { HELPDESK_GROUPS } from '#local/seed/ticket-topics.ts';
import { call, freshdesk, openLocalFreshdesk, restart } from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk(beforeAll, afterAll);

const NOW = new Date('2026-11-20T10:00:00Z');
const seed = makeSeed({ clients: 60, now: NOW });
const demoClient = seed.users.find(({ User_Email }) => User_Email === CLIENT_EMAIL);

let contactIds: Map<string, number>;

beforeAll(async () => {
  await restart({ groups: HELPDESK_GROUPS });
  contactIds = await seedHelpdesk(
    freshdesk.context,
    seed.tickets,
    seed.users,
    (owNumber) => `local:${owNumber}`,
  );
});

const listTickets = async (query = '') =>
  (await call('GET', `/tickets?updated_since=2020-01-01&per_page=100&include=stats${query}`)).body;

const listDemoTickets = () => listTickets(`&requester_id=${contactIds.get(demoClient?.OWNumber ?? '')}`);

describe('the demo data of the helpdesk', () => {
  it('the demo client has a ticket of each status, an escalated one and an answered one', async () => {
    const tickets = await listDemoTickets();

    const statuses = tickets.map(({ status }: { status: number }) => status);
    expect([...new Set(statuses)].toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
    expect(tickets.some(({ is_escalated }: { is_escalated: boolean }) => is_escalated)).toBe(true);
    expect(
      tickets.some(
        ({ stats }: { stats: { first_responded_at: string | null } }) => stats.first_responded_at !== null,
      ),
    ).toBe(true);
  });

  it('thirty other clients have contacts in the demo data, each with an external id', async () => {
    expect(contactIds.size).toBe(31);
    const { body } = await call(
      'GET',
      `/contacts?unique_external_id=${encodeURIComponent(`local:${demoClient?.OWNumber}`)}`,
    );
    expect(body).toMatchObject([{ id: contactIds.get(demoClient?.OWNumber ?? ''), name: 'Naledi Mokoena' }]);
  });

  it('the demo data have a conversation of several pages, one with a file, and private notes', async () => {
    const conversations = [];
    for (const { id } of await listDemoTickets()) {
      conversations.push((await call('GET', `/tickets/${id}/conversations?per_page=100`)).body);
    }

    const entries = conversations.flat();
    expect(Math.max(...conversations.map(({ length }) => length))).toBeGreaterThan(30);
    expect(entries.some(({ attachments }) => attachments[0]?.name === 'router-log.txt')).toBe(true);
    expect(freshdesk.context.store.conversations.list().some((entry) => entry.private)).toBe(true);
  });

  it('no entry in the demo data is dated before its ticket or in the future', async () => {
    const { tickets, conversations } = freshdesk.context.store;

    for (const entry of conversations.list()) {
      expect(entry.created_at >= (tickets.find(entry.ticket_id)?.created_at ?? '')).toBe(true);
      expect(Date.parse(entry.created_at)).toBeLessThanOrEqual(NOW.getTime());
    }
  });

  it('the demo data show a client’s words as text', async () => {
    const [ticket] = (await listDemoTickets()).filter(({ subject }: { subject: string }) =>
      subject.startsWith('Mail bounces'),
    );

    expect((await call('GET', `/tickets/${ticket.id}`)).body).toMatchObject({
      subject: 'Mail bounces with "mailbox full"',
      description:
        '<div>Clients tell me that mail to info@ comes back. The message says:<br>552 5.2.2 mailbox full</div>',
    });
  });
});
