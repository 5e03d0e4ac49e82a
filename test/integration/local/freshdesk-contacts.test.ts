import { describe, expect, it } from 'vitest';
import {
  call,
  deleteContact,
  letPass,
  makeContact,
  makeTicket,
  openLocalFreshdesk,
  readFaults,
} from '#test/support/stand-ins/local-freshdesk.ts';

openLocalFreshdesk();

describe("a contact at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in creates a contact with the given fields and a new id", async () => {
    const created = await call('POST', '/contacts', { name: 'Super Man', email: 'superman@freshdesk.com' });

    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: created.body.id,
      name: 'Super Man',
      email: 'superman@freshdesk.com',
      unique_external_id: null,
      description: null,
      created_at: '2026-11-20T10:00:00Z',
      updated_at: '2026-11-20T10:00:00Z',
    });
  });

  it("the helpdesk's stand-in updates a contact, and keeps fields that were not sent", async () => {
    const { id } = await makeContact({ email: 'superman@freshdesk.com' });
    letPass(1, 'minutes');

    const updated = await call('PUT', `/contacts/${id}`, { name: 'Clark Kent', description: 'Journalist' });

    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({
      name: 'Clark Kent',
      email: 'superman@freshdesk.com',
      description: 'Journalist',
      updated_at: '2026-11-20T10:01:00Z',
    });
  });

  it.each([
    ['no name', { email: 'a@example.com' }, ['name missing_field']],
    ['an empty name', { name: '', email: 'a@example.com' }, ['name invalid_value']],
    ['neither an address nor an external id', { name: 'Nobody' }, ['email missing_field']],
    ['a malformed address', { name: 'A', email: 'somewhere' }, ['email invalid_value']],
    ['a number for a name', { name: 5, email: 'a@example.com' }, ['name datatype_mismatch']],
    ['an unknown field', { name: 'A', email: 'a@example.com', colour: 'red' }, ['colour invalid_field']],
    ['a name of 256 characters', { name: 'n'.repeat(256), email: 'a@example.com' }, ['name invalid_value']],
  ])("the helpdesk's stand-in refuses a contact with %s at that field", async (_case, body, faults) => {
    const answer = await call('POST', '/contacts', body);

    expect(answer.status).toBe(400);
    expect(answer.body.description).toBe('Validation failed');
    expect(readFaults(answer)).toEqual(faults);
  });

  it.each([
    ['email', 'taken@example.com', 'TAKEN@example.com'],
    ['unique_external_id', 'ow:7', 'ow:7'],
  ])(
    "the helpdesk's stand-in refuses a contact with the %s of another one with 409, which names that one",
    async (field, first, second) => {
      const { id } = await makeContact({ [field]: first });

      const answer = await call('POST', '/contacts', { name: 'Other', [field]: second });

      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        description: 'Validation failed',
        errors: [
          {
            field,
            additional_info: { user_id: id },
            message: 'It should be a unique value',
            code: 'duplicate_value',
          },
        ],
      });
    },
  );

  it("the helpdesk's stand-in keeps the unique values of a softly deleted contact", async () => {
    deleteContact((await makeContact()).id);

    const again = await call('POST', '/contacts', { name: 'Again', unique_external_id: 'test:1' });

    expect(again.status).toBe(409);
  });

  it("the helpdesk's stand-in refuses changes to a softly deleted contact until it is restored", async () => {
    const { id } = await makeContact();
    deleteContact(id);

    expect((await call('PUT', `/contacts/${id}`, { name: 'New' })).status).toBe(405);
    expect((await call('PUT', `/contacts/${id}/restore`)).status).toBe(204);
    expect((await call('PUT', `/contacts/${id}/restore`)).status).toBe(404);
    expect((await call('PUT', `/contacts/${id}`, { name: 'New' })).status).toBe(200);
  });
});

describe("deleting a contact for good at the helpdesk's stand-in", () => {
  it("the helpdesk's stand-in deletes a contact for good only after a soft delete", async () => {
    const { id } = await makeContact();

    expect((await call('DELETE', `/contacts/${id}/hard_delete`)).status).toBe(400);
    deleteContact(id);
    expect((await call('DELETE', `/contacts/${id}/hard_delete`)).status).toBe(204);
    expect((await call('PUT', `/contacts/${id}/restore`)).status).toBe(404);
  });

  it("the helpdesk's stand-in deletes a contact for good with force, and its tickets too", async () => {
    const { id } = await makeContact();
    const other = await makeContact({ unique_external_id: 'test:2' });
    const ticket = await makeTicket(id);
    const kept = await makeTicket(other.id);

    expect((await call('DELETE', `/contacts/${id}/hard_delete?force=true`)).status).toBe(204);
    expect((await call('GET', `/tickets/${ticket.id}`)).status).toBe(404);
    expect((await call('GET', `/tickets/${kept.id}`)).status).toBe(200);
    expect((await call('DELETE', `/contacts/${id}/hard_delete?force=true`)).status).toBe(404);
  });

  it("the helpdesk's stand-in never uses the id of a deleted contact again", async () => {
    const { id } = await makeContact();
    await call('DELETE', `/contacts/${id}/hard_delete?force=true`);

    expect((await makeContact()).id).toBeGreaterThan(id);
  });
});

describe("the list of contacts at the helpdesk's stand-in", () => {
  const names = async (query: string) =>
    (await call('GET', `/contacts${query}`)).body.map(({ name }: { name: string }) => name);

  it.each([
    ['', ['Rachel', 'Zola']],
    ['?unique_external_id=test%3A2', ['Zola']],
    ['?unique_external_id=test', []],
    ['?state=deleted', ['Gone']],
    ['?state=deleted&unique_external_id=test%3A3', ['Gone']],
    ['?per_page=1&page=2', ['Zola']],
  ])(`the helpdesk's stand-in lists contacts by name: query "%s" returns %j`, async (query, expected) => {
    await makeContact({ name: 'Zola', unique_external_id: 'test:2' });
    await makeContact({ name: 'Rachel' });
    deleteContact((await makeContact({ name: 'Gone', unique_external_id: 'test:3' })).id);

    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ['?state=gone', ['state invalid_value']],
    ['?colour=red', ['colour invalid_field']],
    ['?per_page=101', ['per_page invalid_value']],
    ['?page=0', ['page invalid_value']],
  ])("the helpdesk's stand-in refuses a list of contacts for %s", async (query, faults) => {
    const answer = await call('GET', `/contacts${query}`);

    expect(answer.status).toBe(400);
    expect(readFaults(answer)).toEqual(faults);
  });
});
