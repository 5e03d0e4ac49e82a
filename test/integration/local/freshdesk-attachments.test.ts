import { describe, expect, it } from 'vitest';
import {
  call,
  freshdesk,
  letPass,
  makeContact,
  makeReply,
  makeTicket,
  openLocalFreshdesk,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

const BYTES = new Uint8Array([0, 255, 13, 10, 128, 45, 45]);

const createTicketWithFile = async (name = 'attachment1.jpg', type = 'image/jpeg') => {
  const { id } = await makeTicket((await makeContact({ unique_external_id: crypto.randomUUID() })).id);
  await makeReply(id, 'See here', [new File([BYTES], name, { type })]);

  return id;
};

const readAttachment = async (ticketId: number) => {
  const [entry] = (await call('GET', `/tickets/${ticketId}/conversations`)).body;

  return entry.attachments[0];
};

const readAddress = async (ticketId: number) => new URL((await readAttachment(ticketId)).attachment_url);

it("the helpdesk's stand-in lists an attachment with name, type and size", async () => {
  expect(await readAttachment(await createTicketWithFile())).toMatchObject({
    name: 'attachment1.jpg',
    content_type: 'image/jpeg',
    size: BYTES.length,
  });
});

describe("the address of an attachment at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in serves an attachment from a separate origin to anyone who has its address", async () => {
    const url = await readAddress(await createTicketWithFile('Ünter & <b>.png', 'image/png'));

    expect(url.origin).toBe(freshdesk.attachmentsUrl);
    expect(url.origin).not.toBe(freshdesk.url);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES);
  });

  it('the address of an attachment expires after five minutes, and the next read returns a new one', async () => {
    const ticketId = await createTicketWithFile();
    const address = await readAddress(ticketId);
    letPass(301, 'seconds');

    expect((await fetch(address)).status).toBe(403);
    expect((await fetch(await readAddress(ticketId))).status).toBe(200);
  });

  it('the address of an attachment cannot be changed to that of another file', async () => {
    const url = await readAddress(await createTicketWithFile());
    url.pathname = (await readAddress(await createTicketWithFile('secret.pdf'))).pathname;

    expect((await fetch(url)).status).toBe(403);
  });
});
