import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPicture } from '#local/freshdesk/inline-pictures.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';
import { SECURITY_HEADERS } from '#shared/edge.ts';
import {
  addClient,
  addFile,
  forgetOutage,
  listCallsOf,
  openOwnTicket,
  say,
} from '#test/support/helpdesk/conversations.ts';
import { addTicketMessage } from '#test/support/helpdesk/helpdesk-copy.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
  portal.freshdesk.setLimits({ total: 100_000 });
});
afterAll(() => portal.stop());

beforeEach(() => forgetOutage(portal));

/** Fetches a file without following redirects. */
const fetchFile = async (cookie: string, ticketId: number, attachmentId: number | string) => {
  const answer = await fetch(`${portal.url}/api/support/tickets/${ticketId}/attachments/${attachmentId}`, {
    headers: { cookie },
    redirect: 'manual',
  });

  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};
const messageOf = ({ bytes }: { bytes: Uint8Array }): string =>
  JSON.parse(new TextDecoder().decode(bytes)).message;

const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
const MEGABYTE = 1024 * 1024;

describe('an attachment', () => {
  it.each([
    ['the description', 'files', ['tickets.view']],
    ['an entry', 'reply', ['tickets.view', 'conversations.list']],
  ])(
    'an attachment of %s is downloaded with the same bytes, to be saved and never displayed',
    async (_of, where, expected) => {
      const id = await addFile(portal, { name: 'Router "14" – näher.html', type: 'text/html', bytes: BYTES });
      const { cookie, ticketId } = await openOwnTicket(portal, { files: where === 'files' ? [id] : [] });
      if (where === 'reply') {
        say(portal, ticketId, 'See the file', { files: [id] });
      }

      const { result, calls } = await listCallsOf(portal, () => fetchFile(cookie, ticketId, id));

      expect(result.status).toBe(200);
      expect(result.bytes).toEqual(BYTES);
      expect(Object.fromEntries(result.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition':
          'attachment; filename="Router _14_ _ n_her.html"; filename*=UTF-8\'\'Router%20_14_%20%E2%80%93%20n%C3%A4her.html',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(calls).toEqual(expected);
    },
  );

  it.each([
    [4 * MEGABYTE, 200],
    [4 * MEGABYTE + 1, 303],
  ])('a download of an attachment of %d bytes is answered with %d', async (bytes, status) => {
    const id = await addFile(portal, { bytes: new Uint8Array(bytes) });
    const { cookie, ticketId } = await openOwnTicket(portal, { files: [id] });

    const answer = await fetchFile(cookie, ticketId, id);

    expect(answer.status).toBe(status);
    if (status === 200) {
      expect(answer.bytes).toHaveLength(bytes);
    } else {
      const location = answer.headers.get('location') ?? '';
      expect(new URL(location).origin).toBe(portal.freshdesk.attachmentsUrl);
      expect((await (await fetch(location)).arrayBuffer()).byteLength).toBe(bytes);
    }
  });

  it.each(['private note', 'forward'] as const)('an attachment of a %s is not found', async (as) => {
    const id = await addFile(portal);
    const { cookie, ticketId } = await openOwnTicket(portal);
    say(portal, ticketId, `Look at this ${toPicture(id + 1_000, 'x')}`, { as, files: [id] });

    for (const wanted of [id, id + 1_000]) {
      const answer = await fetchFile(cookie, ticketId, wanted);
      expect([answer.status, messageOf(answer)]).toEqual([404, 'File not found']);
    }
  });

  it('an attachment that does not exist or belongs to another ticket, own or foreign, is not found', async () => {
    const id = await addFile(portal);
    const other = await openOwnTicket(portal, { files: [id] });
    const { cookie, ticketId, userId } = await openOwnTicket(portal);
    const waiting = await addTicketMessage(portal, userId, {});

    for (const [ticket, file, message] of [
      [ticketId, id, 'File not found'],
      [ticketId, 999_999, 'File not found'],
      [other.ticketId, id, 'Ticket not found'],
      [999_999, id, 'Ticket not found'],
      [-waiting, id, 'File not found'],
    ] as const) {
      const answer = await fetchFile(cookie, ticket, file);
      expect([answer.status, messageOf(answer)]).toEqual([404, message]);
    }
  });

  it('an attachment of a ticket that now belongs to somebody else at the helpdesk is not found', async () => {
    const id = await addFile(portal);
    const { cookie, ticketId } = await openOwnTicket(portal, { files: [id] });
    const { context } = portal.freshdesk;
    const { contactId } = await addClient(portal);
    saveTicket(context, { ...findTicket(context, ticketId), requester_id: contactId });

    expect((await fetchFile(cookie, ticketId, id)).status).toBe(404);
  });

  it.each(['x', '-1', '1.5', '0'])('the attachment id %s is refused as malformed', async (id) => {
    const { cookie, ticketId } = await openOwnTicket(portal);

    expect((await fetchFile(cookie, ticketId, id)).status).toBe(400);
  });
});

describe('an inline picture of a ticket', () => {
  it.each(['the description', 'an entry'])(
    'a request for an inline picture of %s is redirected to its address at the helpdesk',
    async (where) => {
      const id = await addFile(portal, { name: 'a.png', type: 'image/png', bytes: BYTES });
      const location = portal.freshdesk.context.inlineUrl(id);
      const picture = `<p><img src="${location}" class="inline-image" data-id="${id}"></p>`;
      const { cookie, ticketId } = await openOwnTicket(
        portal,
        where === 'an entry' ? {} : { description: picture },
      );
      if (where === 'an entry') {
        say(portal, ticketId, picture);
      }

      const { status, headers } = await fetchFile(cookie, ticketId, id);

      expect(status).toBe(303);
      expect(headers.get('location')).toBe(location);
      const shown = await fetch(location);
      expect(new Uint8Array(await shown.arrayBuffer())).toEqual(BYTES);
    },
  );

  it('an inline picture leads to its checked address, however the text spells it', async () => {
    const { host, protocol } = new URL(portal.freshdesk.attachmentsUrl);
    const { cookie, ticketId } = await openOwnTicket(portal, {
      description: `<img data-id="77" src="${protocol}\\\\${host}\\a b.png">`,
    });

    const { status, headers } = await fetchFile(cookie, ticketId, 77);

    expect([status, headers.get('location')]).toEqual([303, `${protocol}//${host}/a%20b.png`]);
  });

  it.each(['https://evil.example/a.png', 'javascript:alert(1)', '//evil.example/a.png', '/api/logout', ''])(
    'an inline picture with the address "%s" is not found',
    async (src) => {
      const { cookie, ticketId } = await openOwnTicket(portal, {
        description: `<img data-id="77" src="${src}">`,
      });

      expect((await fetchFile(cookie, ticketId, 77)).status).toBe(404);
    },
  );
});

describe('downloading a file when the helpdesk fails', () => {
  it('an attachment answers "Ticket not found" when the helpdesk answers 404 for its ticket', async () => {
    const id = await addFile(portal);
    const { cookie, ticketId } = await openOwnTicket(portal, { files: [id] });
    portal.freshdesk.failNext('tickets.view', { status: 404 });

    const answer = await fetchFile(cookie, ticketId, id);

    expect([answer.status, messageOf(answer)]).toEqual([404, 'Ticket not found']);
  });

  it('no files are fetched for any client after two tickets and the agent’s own record have failed', async () => {
    const id = await addFile(portal);
    const clients = await Promise.all([1, 2, 3].map(() => openOwnTicket(portal, { files: [id] })));
    portal.freshdesk.failNext('tickets.view', { status: 500 }, 2);
    portal.freshdesk.failNext('agents.me', { status: 500 });

    const { result, calls } = await listCallsOf(portal, async () => {
      const answers = [];
      for (const { cookie, ticketId } of clients) {
        answers.push(await fetchFile(cookie, ticketId, id));
      }

      return answers;
    });

    expect(result.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(calls.toSorted()).toEqual(['agents.me', 'tickets.view', 'tickets.view']);
  });
});

describe('the content security policy of an answer', () => {
  it('the site’s security headers are on every answer that is not a file from outside', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    const answers = [
      await portal.call('GET', '/api/user', { cookie }),
      await portal.call('GET', '/api/user'),
      await portal.call('GET', '/api/nothing', { cookie }),
      await portal.call('GET', `/api/support/tickets/${ticketId}/conversations`, { cookie }),
      await fetchFile(cookie, ticketId, 1),
    ];

    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject(SECURITY_HEADERS);
    }
  });
});
