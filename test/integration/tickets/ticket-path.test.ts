import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSignedInUser } from '#test/support/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it('carries a ticket and a reply to the helpdesk and back', async () => {
  const client = await addSignedInUser(portal);
  const { cookie } = client;

  const ticket = await portal.call('POST', '/api/support/tickets', {
    cookie,
    body: { subject: 'The line is down', description: 'Since this morning.' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(ticket).toMatchObject({ status: 201, body: { subject: 'The line is down' } });

  const path = `/api/support/tickets/${ticket.body.id}`;
  const reply = await portal.call('POST', `${path}/replies`, { cookie, body: { body: 'It came back.' } });
  expect(reply.status).toBe(201);

  await portal.runJob('helpdesk-copy');
  const list = await portal.call('GET', '/api/support/tickets', { cookie });
  expect(JSON.stringify(list.body)).toContain('The line is down');
  const conversation = await portal.call('GET', `${path}/conversations`, { cookie });
  expect(JSON.stringify(conversation.body)).toContain('It came back.');
});
