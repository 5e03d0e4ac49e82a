import { describe, expect, it } from 'vitest';
import { accountsNamedAt } from '#functions/http/idempotency.ts';

describe('the accounts that a kept answer names', () => {
  it.each([
    ['the client in the path', '/api/users/{userId}/x', { params: { userId: 7 } }, { userIds: [7] }],
    ['the client in the body', '/api/invoices', { body: { userId: 7, lineItems: [] } }, { userIds: [7] }],
    [
      'all clients of a bulk act',
      '/api/admin/statement-mails',
      { body: { userIds: [7, 8] } },
      { userIds: [7, 8] },
    ],
    [
      'the client in the body and the record in the path',
      '/api/admin/payments/{id}/move',
      { params: { id: 3 }, body: { userId: 7 } },
      { userIds: [7], record: { kind: 'payment', id: 3 } },
    ],
    [
      'those of a month',
      '/api/admin/closings/{month}/opening',
      { params: { month: '2026-10' } },
      { userIds: [], record: { kind: 'closing', id: '2026-10' } },
    ],
    ['nobody where the request names none', '/api/admin/vat-reports', { body: {} }, { userIds: [] }],
  ] as const)('are %s', (_, path, request, expected) => {
    expect(accountsNamedAt(path)(request)).toEqual(expected);
  });

  it('a route whose path names another kind of record is refused while it is loaded', () => {
    expect(() => accountsNamedAt('/api/admin/services/{id}')).toThrow('/api/admin/services/{id}');
  });
});
