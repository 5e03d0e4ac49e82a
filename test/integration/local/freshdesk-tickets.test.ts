import { describe, expect, it } from 'vitest';
import {
  call,
  changeTicket,
  deleteContact,
  freshdesk,
  letPass,
  makeContact,
  makeNote,
  makeReply,
  makeTicket,
  openLocalFreshdesk,
  readFaults,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

const groupId = async (name: string): Promise<number> =>
  (await call('GET', '/groups')).body.find((group: { name: string }) => group.name === name).id;

describe("a ticket at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in creates a ticket as in the documented example", async () => {
    const { id } = await makeContact();
    const created = await call('POST', '/tickets', {
      requester_id: id,
      description: 'Details about the issue...',
      subject: 'Support Needed...',
      priority: 1,
      status: 2,
    });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      cc_emails: [],
      fwd_emails: [],
      reply_cc_emails: [],
      email_config_id: null,
      group_id: null,
      priority: 1,
      responder_id: null,
      source: 2,
      status: 2,
      subject: 'Support Needed...',
      id: 1,
      type: null,
      to_emails: null,
      product_id: null,
      fr_escalated: false,
      spam: false,
      is_escalated: false,
      created_at: '2026-11-20T10:00:00Z',
      updated_at: '2026-11-20T10:00:00Z',
      due_by: null,
      fr_due_by: null,
      description_text: 'Details about the issue...',
      description: '<div>Details about the issue...</div>',
      custom_fields: {},
      tags: [],
      attachments: [],
    });
  });

  it("the helpdesk's stand-in creates a ticket of the named contact with the given fields and due times", async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id, {
      priority: 4,
      status: 3,
      group_id: await groupId('Billing'),
      tags: ['vip'],
    });

    expect((await call('GET', `/tickets/${ticket.id}`)).body).toMatchObject({
      requester_id: id,
      priority: 4,
      status: 3,
      tags: ['vip'],
      due_by: '2026-11-20T18:00:00Z',
      fr_due_by: '2026-11-20T11:00:00Z',
    });
  });

  it.each([
    ['no requester', { requester_id: undefined }, ['requester_id missing_field']],
    ['an unknown requester', { requester_id: 7 }, ['requester_id invalid_value']],
    ['no subject', { subject: undefined }, ['subject missing_field']],
    ['an empty description', { description: '' }, ['description invalid_value']],
    ['a subject of 256 characters', { subject: 's'.repeat(256) }, ['subject invalid_value']],
    ['an unknown status', { status: 9 }, ['status invalid_value']],
    ['text for a priority', { priority: 'high' }, ['priority datatype_mismatch']],
    ['a priority of 5', { priority: 5 }, ['priority invalid_value']],
    ['an unknown group', { group_id: 7 }, ['group_id invalid_value']],
    ['a tag of 33 characters', { tags: ['t'.repeat(33)] }, ['tags invalid_value']],
    ['no list of tags', { tags: null }, ['tags datatype_mismatch']],
    ['an unknown field', { colour: 'red' }, ['colour invalid_field']],
  ])("the helpdesk's stand-in refuses a ticket with %s at that field", async (_case, fields, faults) => {
    const { id } = await makeContact();
    const answer = await call('POST', '/tickets', {
      requester_id: id,
      subject: 'A',
      description: 'B',
      ...fields,
    });

    expect(answer.status).toBe(400);
    expect(readFaults(answer)).toEqual(faults);
  });

  it("the helpdesk's stand-in refuses a ticket of a deleted contact", async () => {
    const { id } = await makeContact();
    deleteContact(id);

    const answer = await call('POST', '/tickets', { requester_id: id, subject: 'A', description: 'B' });

    expect(readFaults(answer)).toEqual(['requester_id invalid_value']);
  });

  it("the helpdesk's stand-in escalates a ticket that is due until somebody resolves it", async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id, { priority: 4 });
    letPass(1, 'days');

    expect((await call('GET', `/tickets/${ticket.id}`)).body).toMatchObject({
      is_escalated: true,
      fr_escalated: true,
    });
    await call('PUT', `/tickets/${ticket.id}`, { status: 4 });
    expect((await call('GET', `/tickets/${ticket.id}`)).body.is_escalated).toBe(false);
  });
});

describe("viewing a ticket at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in records when a ticket was answered first, resolved, closed and reopened", async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id);
    const statsAfter = async (minutes: number, act: () => Promise<unknown>) => {
      letPass(minutes, 'minutes');
      await act();
      return (await call('GET', '/tickets?include=stats')).body[0].stats;
    };
    const setStatus = (status: number) => () => call('PUT', `/tickets/${ticket.id}`, { status });

    expect(await statsAfter(1, () => makeNote(ticket.id))).toMatchObject({ first_responded_at: null });
    expect(await statsAfter(1, () => makeReply(ticket.id))).toMatchObject({
      first_responded_at: '2026-11-20T10:02:00Z',
    });
    expect(await statsAfter(1, () => makeReply(ticket.id))).toMatchObject({
      first_responded_at: '2026-11-20T10:02:00Z',
      agent_responded_at: '2026-11-20T10:03:00Z',
    });
    expect(await statsAfter(1, setStatus(4))).toMatchObject({ resolved_at: '2026-11-20T10:04:00Z' });
    expect(await statsAfter(1, setStatus(5))).toMatchObject({
      resolved_at: '2026-11-20T10:04:00Z',
      closed_at: '2026-11-20T10:05:00Z',
    });
    expect(await statsAfter(1, setStatus(2))).toMatchObject({
      resolved_at: null,
      closed_at: null,
      reopened_at: '2026-11-20T10:06:00Z',
    });
  });

  it("the helpdesk's stand-in answers 404 for a missing ticket", async () => {
    expect(await call('GET', '/tickets/404')).toMatchObject({ status: 404, body: undefined });
  });
});

describe("updating a ticket at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in changes only the status of a ticket", async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id, { tags: ['kept'] });
    letPass(1, 'minutes');

    const updated = await call('PUT', `/tickets/${ticket.id}`, { status: 3 });

    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({
      status: 3,
      tags: ['kept'],
      description: '<div>It stopped.</div>',
      updated_at: '2026-11-20T10:01:00Z',
    });
  });

  it("the helpdesk's stand-in refuses to update a deleted ticket with 405, and notes to it with 404", async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id);
    changeTicket(ticket.id, { deleted: true });

    expect((await call('GET', `/tickets/${ticket.id}`)).body.deleted).toBe(true);
    expect((await call('PUT', `/tickets/${ticket.id}`, { status: 5 })).status).toBe(405);
    expect((await call('POST', `/tickets/${ticket.id}/notes`, { body: 'x' })).status).toBe(404);
  });

  it("the helpdesk's stand-in refuses to update a ticket marked as spam with 405", async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id);
    changeTicket(ticket.id, { spam: true });

    expect((await call('GET', `/tickets/${ticket.id}`)).body.spam).toBe(true);
    expect((await call('PUT', `/tickets/${ticket.id}`, { status: 5 })).status).toBe(405);
  });

  it.each([
    [{ status: 1 }, ['status invalid_value']],
    [{ id: 5 }, ['id invalid_field']],
  ])("the helpdesk's stand-in refuses to update a ticket with %j", async (fields, faults) => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id);

    expect(readFaults(await call('PUT', `/tickets/${ticket.id}`, fields))).toEqual(faults);
  });
});

describe("the list of tickets at the helpdesk's stand-in", () => {
  const subjects = async (query: string) =>
    (await call('GET', `/tickets${query}`)).body.map(({ subject }: { subject: string }) => subject);

  const fill = async () => {
    const anna = await makeContact({ name: 'Anna', unique_external_id: 'ow:1' });
    const ben = await makeContact({ name: 'Ben', unique_external_id: 'ow:2' });
    const old = await makeTicket(anna.id, { subject: 'old', status: 5 });
    letPass(31, 'days');
    await makeTicket(anna.id, { subject: 'anna', priority: 4, status: 3 });
    letPass(1, 'minutes');
    await makeTicket(ben.id, { subject: 'ben', priority: 1 });
    changeTicket((await makeTicket(ben.id, { subject: 'deleted' })).id, { deleted: true });
    changeTicket((await makeTicket(ben.id, { subject: 'spam' })).id, { spam: true });

    return { anna, ben, old };
  };

  it.each([
    ['', ['ben', 'anna']],
    ['?filter=deleted', ['deleted']],
    ['?filter=spam', ['spam']],
    ['?updated_since=2026-10-01', ['ben', 'anna', 'old']],
    ['?updated_since=2026-12-21T10:00:00Z', ['ben', 'anna']],
    ['?updated_since=2026-12-21T12:00:00%2B02:00', ['ben', 'anna']],
    ['?updated_since=2026-12-21T10:00:01', ['ben']],
    ['?updated_since=2026-10-01&order_by=updated_at&order_type=asc', ['old', 'anna', 'ben']],
    ['?order_by=due_by&order_type=asc', ['anna', 'ben']],
    ['?order_by=status&order_type=desc', ['anna', 'ben']],
    ['?per_page=1&page=2', ['anna']],
  ])(`the helpdesk's stand-in lists tickets: query "%s" returns %j`, async (query, expected) => {
    await fill();

    expect(await subjects(query)).toEqual(expected);
  });

  it("the helpdesk's stand-in lists a requester’s tickets, including old ones that were touched", async () => {
    const { anna, old } = await fill();
    expect(await subjects(`?requester_id=${anna.id}&order_by=status&order_type=desc`)).toEqual(['anna']);
    await makeNote(old.id);

    expect(await subjects(`?requester_id=${anna.id}&updated_since=2026-12-21T10:00:00Z`)).toEqual([
      'anna',
      'old',
    ]);
  });

  it("the helpdesk's stand-in returns descriptions and stats of a list only on request", async () => {
    await fill();

    const [plain] = (await call('GET', '/tickets')).body;
    expect(plain).not.toHaveProperty('description');
    expect(plain).not.toHaveProperty('stats');
    expect(plain).not.toHaveProperty('attachments');
    const [full] = (await call('GET', '/tickets?include=description,stats')).body;
    expect(full).toMatchObject({
      description: '<div>It stopped.</div>',
      description_text: 'It stopped.',
      stats: { first_responded_at: null },
    });
  });

  it("the helpdesk's stand-in links each page of a list to the next one by the Link header", async () => {
    await fill();
    const first = await call('GET', '/tickets?updated_since=2026-10-01&per_page=2');

    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    expect(next).toBe(`${freshdesk.url}/api/v2/tickets?updated_since=2026-10-01&per_page=2&page=2`);
    const last = await call('GET', new URL(next).pathname.replace('/api/v2', '') + new URL(next).search);
    expect(last.body).toHaveLength(1);
    expect(last.headers.get('link')).toBeNull();
  });

  it.each([
    ['?filter=mine', ['filter invalid_value']],
    ['?order_by=subject', ['order_by invalid_value']],
    ['?order_type=up', ['order_type invalid_value']],
    ['?include=secrets', ['include invalid_value']],
    ['?updated_since=yesterday', ['updated_since invalid_value']],
    ['?updated_since=2026-13-45', ['updated_since invalid_value']],
    ['?requester_id=7', ['requester_id invalid_value']],
    ['?per_page=101', ['per_page invalid_value']],
    ['?per_page=none&page=301', ['page invalid_value', 'per_page invalid_value']],
    ['?status=2', ['status invalid_field']],
  ])("the helpdesk's stand-in refuses a list of tickets for %s", async (query, faults) => {
    const answer = await call('GET', `/tickets${query}`);

    expect(answer.status).toBe(400);
    expect(readFaults(answer)).toEqual(faults);
  });
});
