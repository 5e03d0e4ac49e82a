import { beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  freshdesk,
  letPass,
  makeContact,
  makeTicket,
  openLocalFreshdesk,
  readFaults,
} from '#test/support/local-freshdesk.ts';

openLocalFreshdesk();

const BYTES = Buffer.from([0, 255, 13, 10, 128, 45, 45]);

let contactId: number;

beforeEach(async () => {
  contactId = (await makeContact()).id;
});

const makeForm = (fields: Record<string, string>, files: [name: string, type: string, bytes?: Buffer][]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, type, bytes = BYTES] of files)
    form.append('attachments[]', new File([new Uint8Array(bytes)], name, { type }));

  return form;
};

const makeTicketWithFile = async (name = 'attachment1.jpg', type = 'image/jpeg') => {
  const { body } = await call(
    'POST',
    '/tickets',
    makeForm({ requester_id: String(contactId), subject: 'Ticket Title', description: 'this is a sample' }, [
      [name, type],
    ]),
  );

  return body;
};

describe('attachments', () => {
  it('come with a new ticket as in the documented example', async () => {
    const form = makeForm(
      { email: 'example@example.com', subject: 'Ticket Title', description: 'this is a sample ticket' },
      [
        ['attachment1.jpg', 'image/jpeg'],
        ['attachment2.jpg', 'image/jpeg'],
      ],
    );
    form.append('tags[]', 'a');
    form.append('tags[]', 'b');
    form.append('custom_fields[category]', 'Primary');

    const { status, body } = await call('POST', '/tickets', form);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      description: '<div>this is a sample ticket</div>',
      tags: ['a', 'b'],
      custom_fields: { category: 'Primary' },
      attachments: [
        { name: 'attachment1.jpg', content_type: 'image/jpeg', size: BYTES.length },
        { name: 'attachment2.jpg', content_type: 'image/jpeg', size: BYTES.length },
      ],
    });
  });

  it('come with a reply and with a note as in the documented examples', async () => {
    const ticket = await makeTicket(contactId);
    const reply = makeForm({ body: 'this is a sample reply' }, [['data.txt', 'text/plain']]);
    const note = makeForm({ body: 'Hi tom, Still Angry', private: 'false', user_id: String(contactId) }, [
      ['attachment1.ext', ''],
    ]);
    note.append('notify_emails[]', 'tom@yourcompany.com');

    expect(await call('POST', `/tickets/${ticket.id}/reply`, reply)).toMatchObject({
      status: 201,
      body: { attachments: [{ name: 'data.txt', content_type: 'text/plain' }] },
    });
    expect(await call('POST', `/tickets/${ticket.id}/notes`, note)).toMatchObject({
      status: 201,
      body: {
        private: false,
        user_id: contactId,
        notified_to: ['tom@yourcompany.com'],
        attachments: [{ name: 'attachment1.ext', content_type: 'application/octet-stream' }],
      },
    });
  });

  it('are added to a note as in the documented example', async () => {
    const ticket = await makeTicket(contactId);
    const { body } = await call('POST', `/tickets/${ticket.id}/notes`, { body: 'first' });

    const edited = await call(
      'PUT',
      `/conversations/${body.id}`,
      makeForm({ body: 'updated conversation' }, [['attachment1.txt', 'text/plain']]),
    );

    expect(edited.body).toMatchObject({
      body_text: 'updated conversation',
      attachments: [{ name: 'attachment1.txt' }],
    });
  });

  it('are refused together over 20 MB a ticket, the conversation counted in', async () => {
    const ticket = await makeTicket(contactId);
    const send = (megabytes: number) =>
      call(
        'POST',
        `/tickets/${ticket.id}/notes`,
        makeForm({ body: 'x' }, [['big.bin', '', Buffer.alloc(megabytes * 1024 * 1024)]]),
      );

    expect((await send(12)).status).toBe(201);
    expect(readFaults(await send(12))).toEqual(['attachments invalid_size']);
  });

  it('are deleted', async () => {
    const ticket = await makeTicketWithFile();

    expect((await call('DELETE', `/attachments/${ticket.attachments[0].id}`)).status).toBe(204);
    expect((await call('GET', `/tickets/${ticket.id}`)).body.attachments).toEqual([]);
  });
});

describe('the address of an attachment', () => {
  it('lies on an origin of its own and gives the bytes to anyone who has it', async () => {
    const { attachments } = await makeTicketWithFile('Ünter & <b>.png', 'image/png');

    const url = new URL(attachments[0].attachment_url);
    expect(url.origin).toBe(freshdesk.attachmentsUrl);
    expect(url.origin).not.toBe(freshdesk.url);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES);
  });

  it('ends after five minutes; the next reading gives another', async () => {
    const ticket = await makeTicketWithFile();
    letPass(301, 'seconds');

    expect((await fetch(ticket.attachments[0].attachment_url)).status).toBe(403);
    const { body } = await call('GET', `/tickets/${ticket.id}`);
    expect((await fetch(body.attachments[0].attachment_url)).status).toBe(200);
  });

  it('cannot be changed to that of another file', async () => {
    const first = await makeTicketWithFile();
    const second = await makeTicketWithFile('secret.pdf');
    const url = new URL(first.attachments[0].attachment_url);
    url.pathname = new URL(second.attachments[0].attachment_url).pathname;

    expect((await fetch(url)).status).toBe(403);
  });
});
