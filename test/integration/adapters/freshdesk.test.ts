import { beforeEach, describe, expect, it } from 'vitest';
import { FRESHDESK_PATIENCE } from '#functions/adapters/freshdesk/freshdesk-client.ts';
import { openConnection } from '#functions/adapters/freshdesk/freshdesk-connection.ts';
import { makeFreshdesk } from '#functions/adapters/freshdesk/freshdesk-helpdesk.ts';
import type { Helpdesk, HelpdeskClient } from '#functions/ports/helpdesk.ts';
import {
  API_KEY,
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
  restart,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

type Settings = Parameters<typeof makeFreshdesk>[1];

const open = (settings: Partial<Settings> = {}, key = API_KEY): Helpdesk =>
  makeFreshdesk(
    async () => key,
    {
      connect: () => openConnection(freshdesk.url),
      noteLimits: () => {},
      idPrefix: 'test',
      clientFields: ['cf_service'],
      attachmentAddresses: [`${freshdesk.attachmentsUrl}/cdn.freshdesk.com/`],
      ...settings,
    },
    { ...FRESHDESK_PATIENCE, timeLeftMs: () => 60_000 },
  );

const NALEDI: HelpdeskClient = {
  userId: 1,
  contactKey: '1',
  name: 'Naledi Mokoena',
  email: 'naledi@mail.example',
  isEmailVerified: false,
};
const VERIFIED = { ...NALEDI, isEmailVerified: true };

const view = (contactId: number) => freshdesk.context.store.contacts.find(contactId);

describe('a client’s contact', () => {
  it('a client’s contact is created once, with the prefix and the key of the client', async () => {
    const id = await open().ensureContact(NALEDI);

    expect(view(id)).toMatchObject({ name: 'Naledi Mokoena', unique_external_id: 'test:1' });
    expect(await open().ensureContact(NALEDI)).toBe(id);
    expect((await call('GET', '/contacts')).body).toHaveLength(1);
  });

  it('two deployments at the same helpdesk create separate contacts', async () => {
    const id = await open().ensureContact(NALEDI);

    expect(await open({ idPrefix: 'staging' }).ensureContact(NALEDI)).not.toBe(id);
  });

  it('a contact is created without an unverified email, so that it does not see somebody else’s tickets', async () => {
    const stranger = await makeContact({ email: NALEDI.email, unique_external_id: 'other' });

    const id = await open().ensureContact(NALEDI);

    expect(id).not.toBe(stranger.id);
    expect(view(id)).toMatchObject({
      email: null,
      description: 'Email address (not verified): naledi@mail.example',
    });
  });

  it('a contact gets the email address once it is verified', async () => {
    const id = await open().ensureContact(NALEDI);

    await open().updateContact(id, { ...VERIFIED, name: 'Naledi Dube' });

    expect(view(id)).toMatchObject({
      name: 'Naledi Dube',
      email: 'naledi@mail.example',
      description: 'Email address (verified): naledi@mail.example',
    });
  });

  it.each([
    ['its new address is not verified', NALEDI, { email: 'new@mail.example' }],
    ['another contact has its new address', VERIFIED, { email: 'taken@mail.example' }],
  ])('the email of a contact is removed when %s', async (_case, client, change) => {
    await makeContact({ email: 'taken@mail.example', unique_external_id: 'other' });
    const id = await open().ensureContact(VERIFIED);
    expect(view(id)).toMatchObject({ email: NALEDI.email });

    await open().updateContact(id, { ...client, ...change });

    expect(view(id)).toMatchObject({ email: null, unique_external_id: 'test:1' });
  });

  it('the email of a contact is left out if another contact has it', async () => {
    await makeContact({ email: NALEDI.email, unique_external_id: 'other' });

    const id = await open().ensureContact(VERIFIED);
    await open().updateContact(id, VERIFIED);

    expect(view(id)).toMatchObject({
      email: null,
      description: "Email address (verified, but another contact's): naledi@mail.example",
    });
  });

  it('the contact of a client is found again after an answer that was lost', async () => {
    freshdesk.failNext('contacts.create', 'drop-after');
    await expect(open().ensureContact(VERIFIED)).rejects.toMatchObject({ outcome: 'uncertain' });

    const id = await open().ensureContact(VERIFIED);

    expect(view(id)).toMatchObject({ unique_external_id: 'test:1', email: NALEDI.email });
    expect((await call('GET', '/contacts')).body).toHaveLength(1);
  });

  it('the contact of a client that an agent has deleted is restored', async () => {
    const id = await open().ensureContact(NALEDI);
    deleteContact(id);

    expect(await open().ensureContact(NALEDI)).toBe(id);
    expect(view(id)).toMatchObject({ deleted: false });
  });

  it('an update of a missing contact is ignored', async () => {
    const id = await open().ensureContact(NALEDI);
    deleteContact(id);

    await expect(open().updateContact(id, VERIFIED)).resolves.toBeUndefined();
    await expect(open().updateContact(7, VERIFIED)).resolves.toBeUndefined();
  });
});

describe('deleting a client’s contact', () => {
  it('a client’s contact and its tickets are deleted for good, and nobody else’s', async () => {
    const id = await open().ensureContact(NALEDI);
    const other = await open().ensureContact({ ...NALEDI, contactKey: '11' });
    const ticket = await makeTicket(id);
    const kept = await makeTicket(other);

    await open().deleteContact('1');

    expect(view(id)).toBeUndefined();
    expect((await call('GET', `/tickets/${ticket.id}`)).status).toBe(404);
    expect((await call('GET', `/tickets/${kept.id}`)).status).toBe(200);
  });

  it('a client’s contact that an agent has softly deleted is deleted', async () => {
    const id = await open().ensureContact(NALEDI);
    deleteContact(id);

    await open().deleteContact('1');

    expect(view(id)).toBeUndefined();
  });

  it('the deletion of a missing contact is ignored, also if another run was quicker', async () => {
    await open().ensureContact(NALEDI);
    freshdesk.failNext('contacts.hardDelete', { status: 404 });

    await expect(open().deleteContact('1')).resolves.toBeUndefined();
    await expect(open().deleteContact('2')).resolves.toBeUndefined();
  });
});

describe('tickets at the helpdesk', () => {
  let contactId: number;
  beforeEach(async () => {
    contactId = await open().ensureContact(NALEDI);
  });

  const newTicket = () => ({
    contactId,
    subject: 'Router <b>restarts</b>',
    description: 'It & "all"\r\nstops\nat <script>night</script>',
    priority: 3,
    groupId: undefined,
    tags: ['router', 'night'],
  });

  it('a ticket is created in the contact’s name, and the typed text keeps its lines', async () => {
    const [group] = await open().listGroups();

    const ticket = await open().createTicket({ ...newTicket(), groupId: group?.id });

    expect(ticket).toMatchObject({
      id: 1,
      contactId,
      subject: 'Router <b>restarts</b>',
      descriptionHtml: '<div>It &amp; &#34;all&#34;<br>stops<br>at &lt;script&gt;night&lt;/script&gt;</div>',
      status: 2,
      priority: 3,
      source: 2,
      groupId: group?.id,
      tags: ['router', 'night'],
      dueBy: null,
      createdAt: '2026-11-20T10:00:00.000Z',
      attachments: [],
    });
    expect(ticket.firstRespondedAt).toBeUndefined();
    expect(ticket.agentRespondedAt).toBeUndefined();
  });

  it('a ticket returns only the custom fields that clients may see', async () => {
    const { id } = await makeTicket(contactId);
    changeTicket(id, { custom_fields: { category: 'internal', cf_service: 'Fibre' } });

    expect((await open().findTicket(id))?.customFields).toEqual({ cf_service: 'Fibre' });
  });

  it('a ticket is found with its due time', async () => {
    const { id } = await open().createTicket(newTicket());

    expect(await open().findTicket(id)).toMatchObject({
      id,
      contactId,
      isEscalated: false,
      dueBy: '2026-11-21T10:00:00.000Z',
    });
  });

  it.each([
    ['missing', async () => 404],
    [
      'deleted',
      async () => {
        const { id } = await makeTicket(contactId);
        changeTicket(id, { deleted: true });
        return id;
      },
    ],
    [
      'marked as spam',
      async () => {
        const { id } = await makeTicket(contactId);
        changeTicket(id, { spam: true });
        return id;
      },
    ],
  ])('a ticket that is %s is not found, changed or replied to', async (_case, make) => {
    const id = await make();

    expect(await open().findTicket(id)).toBeUndefined();
    expect(await open().setStatus(id, 5)).toBeUndefined();
    expect(await open().addReply({ ticketId: id, contactId, body: 'x' })).toBeUndefined();
  });

  it('the status of a ticket can be changed', async () => {
    const { id } = await makeTicket(contactId);

    expect(await open().setStatus(id, 5)).toMatchObject({ id, status: 5 });
    expect(await open().findTicket(id)).toMatchObject({ status: 5 });
  });

  it('the fields for which the helpdesk refuses a ticket are named', async () => {
    await expect(
      open().createTicket({ ...newTicket(), groupId: 7, tags: ['t'.repeat(33)] }),
    ).rejects.toMatchObject({
      name: 'HelpdeskError',
      code: 'unprocessable',
      message: 'The helpdesk did not accept this.',
      outcome: 'refused',
      refusedFields: ['tags'],
    });
    await expect(open().createTicket({ ...newTicket(), groupId: 7 })).rejects.toMatchObject({
      refusedFields: ['groupId'],
    });
    deleteContact(contactId);
    await expect(open().createTicket(newTicket())).rejects.toMatchObject({ refusedFields: ['contactId'] });
  });
});

describe('the list of tickets', () => {
  const since = new Date('2026-11-20T10:00:00.750Z');

  it('tickets are listed from the oldest change, with the times of their first and last answers', async () => {
    const { id } = await makeContact();
    const first = await makeTicket(id, { subject: 'first' });
    letPass(1, 'minutes');
    await makeTicket(id, { subject: 'second' });
    letPass(1, 'minutes');
    await makeReply(first.id);
    letPass(1, 'minutes');
    await makeReply(first.id);

    const { tickets, hasMore, unreadable } = await open().listTickets({ updatedSince: since, page: 1 });

    expect(tickets).toMatchObject([
      { subject: 'second', descriptionHtml: '<div>It stopped.</div>', firstRespondedAt: null },
      {
        subject: 'first',
        firstRespondedAt: '2026-11-20T10:02:00.000Z',
        agentRespondedAt: '2026-11-20T10:03:00.000Z',
      },
    ]);
    expect({ hasMore, unreadable }).toEqual({ hasMore: false, unreadable: 0 });
  });

  it('tickets are listed a hundred a page, or those of one contact', async () => {
    freshdesk.setLimits({ total: 1000, ticketCreations: 1000 });
    const { id } = await makeContact();
    const other = await makeContact({ unique_external_id: 'test:2' });
    for (let count = 0; count < 101; count += 1) {
      await makeTicket(id);
    }
    await makeTicket(other.id, { subject: 'other' });

    const first = await open().listTickets({ updatedSince: since, page: 1 });
    const second = await open().listTickets({ updatedSince: since, page: 2 });
    expect([first.tickets.length, first.hasMore]).toEqual([100, true]);
    expect([second.tickets.length, second.hasMore]).toEqual([2, false]);
    const { tickets } = await open().listTickets({ updatedSince: since, page: 1, contactId: other.id });
    expect(tickets).toMatchObject([{ subject: 'other' }]);
  });

  it('deleted tickets and spam are left out of the list, and their ids are listed separately', async () => {
    const { id } = await makeContact();
    const deleted = await makeTicket(id);
    const spam = await makeTicket(id);
    changeTicket(deleted.id, { deleted: true });
    changeTicket(spam.id, { spam: true });
    letPass(31, 'days');

    const range = { updatedSince: since, page: 1 };
    expect((await open().listTickets(range)).tickets).toEqual([]);
    expect(await open().listRemovedTickets('deleted', range)).toEqual({
      ticketIds: [deleted.id],
      hasMore: false,
    });
    expect((await open().listRemovedTickets('spam', range)).ticketIds).toEqual([spam.id]);
  });
});

describe.each(['as-sent', 'by-author'] as const)(
  'a conversation, at a helpdesk that keeps notes %s',
  (noteDirection) => {
    let contactId: number;
    let ticketId: number;
    beforeEach(async () => {
      await restart({ noteDirection });
      contactId = await open().ensureContact(NALEDI);
      ticketId = (await makeTicket(contactId)).id;
    });

    const listTexts = async () =>
      (await open().listEntries(ticketId, contactId))?.entries.map(({ bodyText, isIncoming }) => [
        bodyText,
        isIncoming ? 'Support Agent' : 'You',
      ]);

    it('the client’s entries differ from the agents’', async () => {
      await open().addReply({ ticketId, contactId, body: 'Hello?\n<3' });
      await makeReply(ticketId);
      await makeNote(ticketId, { body: 'A public note', private: false });

      expect(await listTexts()).toEqual([
        ['Hello? <3', 'You'],
        ['We are on it.', 'Support Agent'],
        ['A public note', 'Support Agent'],
      ]);
    });

    it('a client’s reply is sent as a public note in their name, and returned', async () => {
      const entry = await open().addReply({ ticketId, contactId, body: 'a\nb & c' });

      expect(entry).toMatchObject({ isIncoming: false, bodyHtml: '<div>a<br>b &amp; c</div>' });
      expect((await call('GET', `/tickets/${ticketId}/conversations`)).body).toMatchObject([
        { id: entry?.id, private: false, incoming: true, user_id: contactId, source: 2 },
      ]);
    });

    it('a conversation has only replies and public notes', async () => {
      await makeNote(ticketId, { body: 'For us alone' });
      const forward = await makeReply(ticketId, 'Forwarded');
      freshdesk.context.store.conversations.save({ ...forward, source: 8 });

      expect(await listTexts()).toEqual([]);
    });

    it('a conversation of more than one page is read to its end', async () => {
      freshdesk.setLimits({ total: 1000 });
      for (let number = 1; number <= 101; number += 1) {
        await makeNote(ticketId, { body: `Note ${number}`, private: false });
      }

      const texts = await listTexts();
      expect(texts).toHaveLength(101);
      expect(texts?.at(-1)).toEqual(['Note 101', 'Support Agent']);
    });

    it('the conversation of a missing ticket is undefined', async () => {
      expect(await open().listEntries(404, contactId)).toBeUndefined();
    });
  },
);

describe('attachments at the helpdesk', () => {
  const attach = async () => {
    const { id } = await makeContact();
    const ticket = await makeTicket(id);
    await makeReply(ticket.id, 'See here', [new File(['content'], 'router.log', { type: 'text/plain' })]);

    return { ticketId: ticket.id, contactId: id };
  };

  const readAttachment = async (helpdesk: Helpdesk) => {
    const { ticketId, contactId } = await attach();
    const [entry] = (await helpdesk.listEntries(ticketId, contactId))?.entries ?? [];

    return entry?.attachments[0];
  };

  it('an attachment has name, type, size and, for some minutes, its bytes', async () => {
    const attachment = await readAttachment(open());
    expect(attachment).toMatchObject({ name: 'router.log', contentType: 'text/plain', sizeBytes: 7 });

    const address = attachment?.address ?? '';
    expect(Buffer.from((await open().fetchAttachment(address, 7)) ?? '').toString()).toBe('content');
    expect(await open().fetchAttachment(address, 6)).toBeUndefined();
    letPass(301, 'seconds');
    expect(await open().fetchAttachment(address, 7)).toBeUndefined();
  });

  it.each([
    ['another origin', () => ['https://s3.amazonaws.com/cdn.freshdesk.com/']],
    ['another folder of the origin', () => [`${freshdesk.attachmentsUrl}/cdn.freshdesk.co`]],
    ['none', () => []],
  ])('an attachment has no address where %s is allowed', async (_case, attachmentAddresses) => {
    const attachment = await readAttachment(open({ attachmentAddresses: attachmentAddresses() }));

    expect(attachment).toMatchObject({ name: 'router.log', address: undefined });
  });

  it('an attachment is fetched from no other address', async () => {
    expect(await open().fetchAttachment(`${freshdesk.url}/api/v2/tickets`, 1000)).toBeUndefined();
    expect(freshdesk.listCalls()).toEqual([]);
  });

  it('a redirect to an attachment is not followed', async () => {
    const helpdesk = open({ attachmentAddresses: [freshdesk.attachmentsUrl] });
    const { ticketId, contactId } = await attach();
    await fetch(`${freshdesk.agentUrl}/a/tickets/${ticketId}/entries`, {
      method: 'POST',
      headers: { origin: freshdesk.agentUrl },
      body: (() => {
        const form = new FormData();
        form.append('kind', 'reply');
        form.append('text', 'Like this');
        form.append('inline', 'yes');
        form.append('file', new File(['png'], 'a.png', { type: 'image/png' }));
        return form;
      })(),
    });
    const entries = (await helpdesk.listEntries(ticketId, contactId))?.entries;
    const [, src = ''] = /src="([^"]+)"/.exec(entries?.at(-1)?.bodyHtml ?? '') ?? [];

    await expect(helpdesk.fetchAttachment(src, 1000)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('groups and the check of the helpdesk', () => {
  it('all groups of the helpdesk are listed', async () => {
    expect((await open().listGroups()).map(({ name }) => name)).toEqual([
      'Administration',
      'Billing',
      'Hosting Support',
      'Network Operations',
    ]);
  });

  it('the check of the helpdesk passes with our key, and fails with another', async () => {
    await expect(open().check()).resolves.toBeUndefined();
    await expect(open({}, 'wrong').check()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
