import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { requireShownUser } from '#functions/http/shown-user.ts';
import { findAppError } from '#shared/errors.ts';

const NALEDI = { sessionId: 'session', userId: 7, role: 'client' } as const;

const refusalOf = (shown: string | undefined, claims: typeof NALEDI | undefined = NALEDI) => {
  const headers = shown === undefined ? {} : { 'x-user-id': shown };
  try {
    requireShownUser({ headers } as unknown as APIGatewayProxyEventV2, claims);

    return undefined;
  } catch (error) {
    return findAppError(error)?.code;
  }
};

it.each(['7', '07', undefined])('the shown user %s is accepted in the session of user 7', (shown) => {
  expect(refusalOf(shown)).toBeUndefined();
});

it.each(['8', '0', '77', '999999999999999'])(
  'the shown user %s is refused in the session of user 7',
  (shown) => {
    expect(refusalOf(shown)).toBe('other_user');
  },
);

it.each([
  '',
  ' ',
  'me',
  '-7',
  '+7',
  '7.0',
  '7e0',
  '0x7',
  '7, 7',
  '７',
  '7\u200b',
  '9'.repeat(16),
  '7'.repeat(10_000),
])('the text %j, which is no id, is refused as malformed', (shown) => {
  expect(refusalOf(shown)).toBe('invalid_request');
  expect(refusalOf(shown, undefined)).toBe('invalid_request');
});

it('a shown user without a session is left to the check of the session', () => {
  expect(refusalOf('7', undefined)).toBeUndefined();
});
