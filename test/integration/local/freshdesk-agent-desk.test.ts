import { beforeEach, describe, expect, it } from 'vitest';
import { AGENTS } from '#local/freshdesk/context.ts';
import {
  call,
  changeTicket,
  freshdesk,
  makeContact,
  makeTicket,
  openLocalFreshdesk,
  restart,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

const HOSTILE = '<img src=x onerror=alert(1)>';

let ticketId: number;

beforeEach(async () => {
  const { id } = await makeContact({ email: 'naledi@mail.example', name: `Naledi ${HOSTILE}` });
  ticketId = (await makeTicket(id, { subject: `No signal ${HOSTILE}`, tags: [HOSTILE] })).id;
});

const show = async (path: string) => {
  const answer = await fetch(`${freshdesk.agentUrl}${path}`);

  return { status: answer.status, text: await answer.text() };
};

const send = (
  path: string,
  fields: Record<string, string>,
  files: File[] = [],
  origin = freshdesk.agentUrl,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  for (const file of files) {
    form.append('file', file);
  }

  return fetch(`${freshdesk.agentUrl}/a/tickets/${ticketId}/${path}`, {
    method: 'POST',
    body: form,
    headers: { origin },
    redirect: 'manual',
  });
};

const conversation = async () => (await call('GET', `/tickets/${ticketId}/conversations`)).body;

describe("the agents’ desk of the helpdesk's stand-in", () => {
  it('the agents’ desk lists tickets, all or of one status, and links to each', async () => {
    expect((await show('/')).text).toContain(`href="/a/tickets/${ticketId}"`);
    expect((await show('/?status=2')).text).toContain('No signal');
    expect((await show('/?status=5')).text).not.toContain('No signal');
  });

  it("the agents’ desk sends an agent's reply to a ticket, and returns to it", async () => {
    const answer = await send('entries', {
      agent: String(AGENTS[1].id),
      kind: 'reply',
      text: 'Please restart it.\r\nThen <call> us.',
    });

    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/a/tickets/${ticketId}`);
    expect(await conversation()).toMatchObject([
      {
        body: '<div><div>Please restart it.</div><div>Then &lt;call&gt; us.</div></div>',
        source: 0,
        private: false,
        user_id: AGENTS[1].id,
        to_emails: ['naledi@mail.example'],
      },
    ]);
    expect((await show(`/a/tickets/${ticketId}`)).text).toContain('Then &lt;call&gt; us.');
  });

  it.each([
    ['private', true],
    ['public', false],
  ])('the agents’ desk writes a %s note', async (kind, isPrivate) => {
    await send('entries', { kind, text: 'For us' });

    expect(await conversation()).toMatchObject([{ source: 2, private: isPrivate, incoming: false }]);
  });

  it('the agents’ desk sends HTML unchanged if it is marked as HTML', async () => {
    await send('entries', { kind: 'reply', text: '<div><b>Done</b></div>', markup: 'yes' });

    expect(await conversation()).toMatchObject([{ body: '<div><b>Done</b></div>', body_text: 'Done' }]);
  });

  it('the agents’ desk attaches files to a reply', async () => {
    await send('entries', { kind: 'reply', text: 'See here' }, [new File(['log'], 'router.log')]);

    expect(await conversation()).toMatchObject([{ attachments: [{ name: 'router.log', size: 3 }] }]);
    expect((await show(`/a/tickets/${ticketId}`)).text).toContain('router.log');
  });

  it('the agents’ desk refuses more than 20 MB of files in a ticket with its conversation', async () => {
    const attach = (megabytes: number) =>
      send('entries', { kind: 'reply', text: 'x' }, [
        new File([new Uint8Array(megabytes * 1024 * 1024)], 'big.bin'),
      ]);

    expect((await attach(12)).status).toBe(303);
    expect((await attach(12)).status).toBe(400);
    expect(await conversation()).toHaveLength(1);
  });

  it('the agents’ desk embeds a picture whose address redirects to the bytes until the contact is deleted', async () => {
    const picture = new File(['png'], 'plan "A".png', { type: 'image/png' });
    await send('entries', { kind: 'reply', text: 'Like this', inline: 'yes' }, [picture]);

    const [entry] = await conversation();
    expect(entry.attachments).toEqual([]);
    expect(entry.body).toContain('alt="plan &#34;A&#34;.png"');
    const [, src = ''] = /<img src="([^"]+)" class="inline-image" data-id="\d+"/.exec(entry.body) ?? [];
    expect(new URL(src).origin).toBe(freshdesk.attachmentsUrl);
    expect((await fetch(src, { redirect: 'manual' })).status).toBe(302);
    expect(await (await fetch(src)).text()).toBe('png');

    await restart();
    const [again] = await conversation();
    const [, newSrc = ''] = /<img src="([^"]+)"/.exec(again.body) ?? [];
    expect(await (await fetch(newSrc)).text()).toBe('png');

    const { requester_id } = (await call('GET', `/tickets/${ticketId}`)).body;
    await call('DELETE', `/contacts/${requester_id}/hard_delete?force=true`);
    expect((await fetch(newSrc)).status).toBe(404);
  });

  it('the agents’ desk sets the status of a ticket', async () => {
    expect((await send('status', { status: '3' })).status).toBe(303);

    expect((await call('GET', `/tickets/${ticketId}`)).body.status).toBe(3);
    expect((await show(`/a/tickets/${ticketId}`)).text).toContain('<option value="3" selected>Pending');
  });

  it('the agents’ desk shows a contact with its tickets at the addresses of both of Freshdesk’s designs', async () => {
    const { body } = await call('GET', `/tickets/${ticketId}`);
    await call('PUT', `/contacts/${body.requester_id}`, {
      description: 'Email (not verified): n@mail.example',
    });

    for (const path of ['/a/contacts', '/contacts']) {
      const { text } = await show(`${path}/${body.requester_id}`);
      expect(text).toContain('<h1>Naledi');
      expect(text).toContain('test:1');
      expect(text).toContain('Email (not verified): n@mail.example');
      expect(text).toContain('No signal');
    }
  });

  it('the agents’ desk names the author of each entry, and keeps the lines of the text', async () => {
    const { body } = await call('GET', `/tickets/${ticketId}`);
    await call('POST', `/tickets/${ticketId}/notes`, {
      body: 'It stopped.<br>Since noon.',
      user_id: body.requester_id,
      incoming: true,
      private: false,
    });
    await send('entries', { agent: String(AGENTS[1].id), kind: 'reply', text: 'We look.\nPlease wait.' });

    const { text } = await show(`/a/tickets/${ticketId}`);
    expect(text).toMatch(
      /class="client"><p class="meta"><strong>Naledi .*<\/strong> \(client\) · public note/,
    );
    expect(text).toContain('It stopped.\nSince noon.');
    expect(text).toMatch(/class="agent"><p class="meta"><strong>Pieter van Wyk<\/strong> \(agent\) · reply/);
    expect(text).toContain('We look.\nPlease wait.');
  });

  it('the agents’ desk marks the tickets that wait for an answer', async () => {
    expect((await show('/')).text).toContain('Waits for an answer');
    await send('entries', { kind: 'private', text: 'For us' });
    expect((await show('/')).text).toContain('Waits for an answer');

    await send('entries', { kind: 'reply', text: 'Done' });
    expect((await show('/')).text).not.toContain('Waits for an answer');
  });

  it('the agents’ desk shows texts of others as text and never as markup', async () => {
    await send('entries', { kind: 'private', text: HOSTILE });
    await call('POST', `/tickets/${ticketId}/notes`, { body: HOSTILE });
    changeTicket(ticketId, { description: HOSTILE });
    const { body } = await call('GET', `/tickets/${ticketId}`);

    for (const path of ['/', `/a/tickets/${ticketId}`, `/a/contacts/${body.requester_id}`]) {
      expect((await show(path)).text).not.toContain('<img');
    }
  });

  it('the agents’ desk accepts no reply to a deleted ticket', async () => {
    changeTicket(ticketId, { deleted: true });

    expect((await show(`/a/tickets/${ticketId}`)).text).toContain('takes no answers');
    expect((await send('entries', { kind: 'reply', text: 'x' })).status).toBe(405);
  });

  it.each([
    ['an empty text', 'entries', { kind: 'reply', text: ' ' }],
    ['an unknown kind', 'entries', { kind: 'shout', text: 'x' }],
    ['an author who is not an agent', 'entries', { kind: 'reply', text: 'x', agent: '1' }],
    ['an unknown status', 'status', { status: '1' }],
  ])('the agents’ desk refuses %s', async (_case, path, fields) => {
    expect((await send(path, fields)).status).toBe(400);
    expect(await conversation()).toEqual([]);
  });

  it('the agents’ desk refuses forms of another site', async () => {
    const answer = await send('entries', { kind: 'reply', text: 'x' }, [], 'https://evil.example');

    expect(answer.status).toBe(403);
    expect(await conversation()).toEqual([]);
  });

  it.each(['/a/tickets/404', '/a/contacts/404', '/nowhere'])(
    'the agents’ desk answers 404 at %s',
    async (path) => {
      expect((await show(path)).status).toBe(404);
    },
  );
});
