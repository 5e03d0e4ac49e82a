import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashLinkToken, makeLinkToken } from '#functions/domain/links/link-token.ts';

it('a token of a link is 32 random bytes in characters that an address carries as they are', () => {
  const tokens = Array.from({ length: 100 }, makeLinkToken);

  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
});

it('a token of a link is stored as its SHA-256', async () => {
  const token = makeLinkToken();

  expect(await hashLinkToken(token)).toBe(createHash('sha256').update(token).digest('base64url'));
});
