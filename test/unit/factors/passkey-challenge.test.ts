import { expect, it } from 'vitest';
import { makeSessionTokens } from '#functions/adapters/crypto/jose-session-tokens.ts';
import { makePasskeys } from '#functions/adapters/webauthn/simplewebauthn-passkeys.ts';
import { checkAssertion } from '#functions/domain/factors/check-factor.ts';
import { makeChallenge, readChallenge, toUserHandle } from '#functions/domain/factors/passkey-challenge.ts';
import { makeAuthenticator } from '#test/support/webauthn/software-authenticator.ts';

const KEY_ONE = { kid: '1', key: 'one'.repeat(12) };
const KEY_TWO = { kid: '2', key: 'two'.repeat(12) };
const NOW = new Date('2026-11-28T10:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const tokensOf = (keys: object) => makeSessionTokens(async () => JSON.stringify(keys));
const tokens = tokensOf(KEY_ONE);

it('a challenge holds for five minutes, and its end is stored with it', async () => {
  const challenge = await makeChallenge(tokens, NOW);

  expect(await readChallenge(tokens, challenge, later(299))).toEqual({
    hash: expect.any(String),
    expiresAt: later(300),
  });
  expect(await readChallenge(tokens, challenge, later(300))).toBeUndefined();
});

it('two challenges of one moment differ, also in their hash', async () => {
  const [one, two] = [await makeChallenge(tokens, NOW), await makeChallenge(tokens, NOW)];

  expect(one).not.toBe(two);
  expect((await readChallenge(tokens, one, NOW))?.hash).not.toBe(
    (await readChallenge(tokens, two, NOW))?.hash,
  );
});

it('a challenge stays the same text when a browser decodes it and encodes it again', async () => {
  const challenge = await makeChallenge(tokens, NOW);

  expect(Buffer.from(challenge, 'base64url').toString('base64url')).toBe(challenge);
});

it('a challenge of a registration holds in its session alone, and one of a sign-in in none', async () => {
  const registering = await makeChallenge(tokens, NOW, 'session one');
  const signingIn = await makeChallenge(tokens, NOW);

  expect(await readChallenge(tokens, registering, NOW, 'session one')).toBeDefined();
  expect(await readChallenge(tokens, registering, NOW, 'session two')).toBeUndefined();
  expect(await readChallenge(tokens, registering, NOW)).toBeUndefined();
  expect(await readChallenge(tokens, signingIn, NOW, 'session one')).toBeUndefined();
});

it('a challenge with another end, random part or fingerprint is refused', async () => {
  const challenge = await makeChallenge(tokens, NOW);
  const end = String(later(600).getTime());

  for (const altered of [
    end + challenge.slice(13),
    `${challenge.slice(0, 13)}${'0'.repeat(32)}${challenge.slice(45)}`,
    challenge.slice(0, 45) + 'A'.repeat(43),
    challenge.slice(0, -1),
    `${challenge}A`,
    '',
  ]) {
    expect(await readChallenge(tokens, altered, NOW), altered).toBeUndefined();
  }
});

it('a challenge of the session key before a rotation holds, and one of a key that is gone does not', async () => {
  const challenge = await makeChallenge(tokens, NOW);

  expect(await readChallenge(tokensOf({ ...KEY_TWO, previous: KEY_ONE }), challenge, NOW)).toBeDefined();
  expect(await readChallenge(tokensOf(KEY_TWO), challenge, NOW)).toBeUndefined();
});

it('an answer that names another account than the passkey’s is refused', async () => {
  const origin = 'https://portal.owconnect.example';
  const passkeys = makePasskeys(origin);
  const device = makeAuthenticator({ origin });
  const handle = crypto.randomUUID();
  const challenge = await makeChallenge(tokens, NOW);
  const user = { id: toUserHandle(handle), name: '', displayName: '' };
  const made = await passkeys.checkAttestation(device.register({ challenge, user }), challenge);
  if (!made) {
    throw new Error('The passkey was not accepted');
  }
  const stored = { ...made, id: 'passkey', userId: 7, handle };
  const check = (userHandle: string | undefined) =>
    checkAssertion(
      { passkeys, sessionTokens: tokens },
      { assertion: device.assert(challenge, { userHandle }), stored },
      NOW,
    );

  expect(await check(toUserHandle(handle))).toMatchObject({
    way: 'passkey',
    passkeyId: 'passkey',
    counter: 2,
  });
  expect(await check(undefined)).toMatchObject({ counter: 3 });
  expect(await check(toUserHandle(crypto.randomUUID()))).toBeUndefined();
});
