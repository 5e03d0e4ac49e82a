import { beforeEach, describe, expect, it } from 'vitest';
import { AGENTS } from '#local/freshdesk/context.ts';
import {
  call,
  changeTicket,
  letPass,
  makeContact,
  makeNote,
  makeReply,
  makeTicket,
  openLocalFreshdesk,
  readFaults,
  restart,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

let contactId: number;
let ticketId: number;

beforeEach(async () => {
  contactId = (await makeContact({ email: 'sample@yourcustomer.com' })).id;
  ticketId = (await makeTicket(contactId)).id;
});

describe("a note at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in creates a note as in the documented example", async () => {
    const note = await call('POST', `/tickets/${ticketId}/notes`, {
      body: 'Hi tom, Still Angry',
      private: false,
    });

    expect(note.status).toBe(201);
    expect(note.body).toMatchObject({
      body_text: 'Hi tom, Still Angry',
      body: '<div>Hi tom, Still Angry</div>',
      incoming: false,
      private: false,
      user_id: AGENTS[0].id,
      support_email: null,
      ticket_id: ticketId,
      notified_to: [],
      attachments: [],
    });
    expect(note.body).not.toHaveProperty('source');
  });

  it("the helpdesk's stand-in makes a note private and not incoming by default", async () => {
    await makeNote(ticketId);

    const [entry] = (await call('GET', `/tickets/${ticketId}/conversations`)).body;
    expect(entry).toMatchObject({ private: true, incoming: false, source: 2 });
  });

  it("the helpdesk's stand-in accepts a note of a contact, and does not change the ticket's status", async () => {
    changeTicket(ticketId, { status: 3 });
    const note = await makeNote(ticketId, { private: false, incoming: true, user_id: contactId });

    expect(note).toMatchObject({ user_id: contactId, incoming: true, private: false });
    expect((await call('GET', `/tickets/${ticketId}`)).body.status).toBe(3);
  });

  it.each([
    ['as-sent', undefined, false],
    ['as-sent', true, true],
    ['by-author', undefined, true],
  ] as const)(
    "the helpdesk's stand-in (%s) reports a contact's note with incoming %j as incoming: %j",
    async (noteDirection, incoming, expected) => {
      await restart({ noteDirection });

      const note = await makeNote(ticketId, { user_id: contactId, ...(incoming && { incoming }) });

      expect(note).toMatchObject({ incoming: expected });
    },
  );

  it.each([
    ['no body', {}, ['body missing_field']],
    ['an empty body', { body: '' }, ['body invalid_value']],
    ['an unknown author', { body: 'x', user_id: 7 }, ['user_id invalid_value']],
    ['an unknown field', { body: 'x', status: 2 }, ['status invalid_field']],
    ['text for a flag', { body: 'x', private: 'no' }, ['private datatype_mismatch']],
  ])("the helpdesk's stand-in refuses a note with %s at that field", async (_case, body, faults) => {
    const answer = await call('POST', `/tickets/${ticketId}/notes`, body);

    expect(answer.status).toBe(400);
    expect(readFaults(answer)).toEqual(faults);
  });
});

describe("a conversation at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in lists replies and notes, oldest first, with the documented fields", async () => {
    await makeReply(ticketId);
    letPass(1, 'minutes');
    await makeNote(ticketId, { body: 'Please reply as soon as possible.' });

    const { body } = await call('GET', `/tickets/${ticketId}/conversations`);

    expect(body[0]).toMatchObject({ source: 0, private: false, support_email: 'support@owconnect.example' });
    expect(body[1]).toEqual({
      body_text: 'Please reply as soon as possible.',
      body: '<div>Please reply as soon as possible.</div>',
      id: body[1].id,
      incoming: false,
      private: true,
      user_id: AGENTS[0].id,
      support_email: null,
      source: 2,
      ticket_id: ticketId,
      created_at: '2026-11-20T10:01:00Z',
      updated_at: '2026-11-20T10:01:00Z',
      from_email: null,
      to_emails: [],
      cc_emails: [],
      bcc_emails: [],
      attachments: [],
      last_edited_at: null,
      last_edited_user_id: null,
    });
  });

  it("the helpdesk's stand-in lists 30 entries of a conversation a page", async () => {
    for (let number = 1; number <= 31; number += 1) {
      await makeNote(ticketId, { body: `Note ${number}` });
    }

    const first = await call('GET', `/tickets/${ticketId}/conversations`);
    expect(first.body).toHaveLength(30);
    expect(first.headers.get('link')).toContain('page=2');
    const second = await call('GET', `/tickets/${ticketId}/conversations?page=2`);
    expect(second.body).toMatchObject([{ body_text: 'Note 31' }]);
    expect(second.headers.get('link')).toBeNull();
  });

  it("the helpdesk's stand-in answers 404 for the conversation of a missing ticket", async () => {
    expect((await call('GET', '/tickets/404/conversations')).status).toBe(404);
    expect((await call('POST', '/tickets/404/notes', { body: 'x' })).status).toBe(404);
  });
});

it("the helpdesk's stand-in returns the text of an entry without markup", async () => {
  const note = await makeNote(ticketId, {
    body: '<div><p>Tom &amp; <b>Ben</b></p>a<br>b &lt;i&gt;<style>p { color: red }</style></div>',
  });

  expect(note).toMatchObject({ body_text: 'Tom & Ben a b <i>' });
});
