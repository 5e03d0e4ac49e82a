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

describe('a contact', () => {
  it('is created with what was said, and known by a new id', async () => {
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

  it('is updated, and keeps what was not said', async () => {
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
    ['nothing to be reached or known by', { name: 'Nobody' }, ['email missing_field']],
    ['no real address', { name: 'A', email: 'somewhere' }, ['email invalid_value']],
    ['a number for a name', { name: 5, email: 'a@example.com' }, ['name datatype_mismatch']],
    ['an unknown field', { name: 'A', email: 'a@example.com', colour: 'red' }, ['colour invalid_field']],
    ['a name of 256 characters', { name: 'n'.repeat(256), email: 'a@example.com' }, ['name invalid_value']],
  ])('with %s is refused at that field', async (_case, body, faults) => {
    const answer = await call('POST', '/contacts', body);

    expect(answer.status).toBe(400);
    expect(answer.body.description).toBe('Validation failed');
    expect(readFaults(answer)).toEqual(faults);
  });

  it.each([
    ['email', 'taken@example.com', 'TAKEN@example.com'],
    ['unique_external_id', 'ow:7', 'ow:7'],
  ])('with the %s of another is refused with 409, which names the other', async (field, first, second) => {
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
  });

  it('keeps its unique values while it is deleted softly', async () => {
    deleteContact((await makeContact()).id);

    const again = await call('POST', '/contacts', { name: 'Again', unique_external_id: 'test:1' });

    expect(again.status).toBe(409);
  });

  it('that is deleted softly is not changed until it is restored, which is done once', async () => {
    const { id } = await makeContact();
    deleteContact(id);

    expect((await call('PUT', `/contacts/${id}`, { name: 'New' })).status).toBe(405);
    expect((await call('PUT', `/contacts/${id}/restore`)).status).toBe(204);
    expect((await call('PUT', `/contacts/${id}/restore`)).status).toBe(404);
    expect((await call('PUT', `/contacts/${id}`, { name: 'New' })).status).toBe(200);
  });
});

describe('deleting a contact for good', () => {
  it('needs a soft delete before it', async () => {
    const { id } = await makeContact();

    expect((await call('DELETE', `/contacts/${id}/hard_delete`)).status).toBe(400);
    deleteContact(id);
    expect((await call('DELETE', `/contacts/${id}/hard_delete`)).status).toBe(204);
    expect((await call('PUT', `/contacts/${id}/restore`)).status).toBe(404);
  });

  it('or force, and takes the tickets along', async () => {
    const { id } = await makeContact();
    const other = await makeContact({ unique_external_id: 'test:2' });
    const ticket = await makeTicket(id);
    const kept = await makeTicket(other.id);

    expect((await call('DELETE', `/contacts/${id}/hard_delete?force=true`)).status).toBe(204);
    expect((await call('GET', `/tickets/${ticket.id}`)).status).toBe(404);
    expect((await call('GET', `/tickets/${kept.id}`)).status).toBe(200);
    expect((await call('DELETE', `/contacts/${id}/hard_delete?force=true`)).status).toBe(404);
  });

  it('gives its id to nobody else', async () => {
    const { id } = await makeContact();
    await call('DELETE', `/contacts/${id}/hard_delete?force=true`);

    expect((await makeContact()).id).toBeGreaterThan(id);
  });
});

describe('the list of contacts', () => {
  const names = async (query: string) =>
    (await call('GET', `/contacts${query}`)).body.map(({ name }: { name: string }) => name);

  it.each([
    ['', ['Rachel', 'Zola']],
    ['?unique_external_id=test%3A2', ['Zola']],
    ['?unique_external_id=test', []],
    ['?state=deleted', ['Gone']],
    ['?state=deleted&unique_external_id=test%3A3', ['Gone']],
    ['?per_page=1&page=2', ['Zola']],
  ])('with %s shows %j, by name', async (query, expected) => {
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
  ])('refuses %s', async (query, faults) => {
    const answer = await call('GET', `/contacts${query}`);

    expect(answer.status).toBe(400);
    expect(readFaults(answer)).toEqual(faults);
  });
});
