import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';

/** The administrator and the client of unit tests, as the gate hands them to a handler. */
export const ADMIN = {
  userId: 1,
  role: 'admin',
  sessionId: 'of the admin',
  levelMin: 1,
  isProven: true,
  address: '198.51.100.7',
  checkedAt: new Date('2026-11-20T10:00:00Z'),
} as const satisfies SessionUser;

export const CLIENT = {
  userId: 7,
  role: 'client',
  sessionId: 'of the client',
  levelMin: 1,
  isProven: true,
  address: '203.0.113.9',
  checkedAt: new Date('2026-11-20T10:00:00Z'),
} as const satisfies SessionUser;
