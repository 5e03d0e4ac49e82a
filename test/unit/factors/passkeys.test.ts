import { describe, expect, it } from 'vitest';
import { findRpId } from '#functions/adapters/webauthn/rp-id.ts';
import { makePasskeys } from '#functions/adapters/webauthn/simplewebauthn-passkeys.ts';
import { makeAuthenticator, type WrongAnswer } from '#test/support/webauthn/software-authenticator.ts';
import { W3C_VECTORS } from '#test/support/webauthn/w3c-vectors.ts';

const ORIGIN = 'https://portal.owconnect.example';
const CHALLENGE = Buffer.from('a challenge of the portal').toString('base64url');
const OTHER_CHALLENGE = Buffer.from('another challenge').toString('base64url');
const user = { id: 'aGFuZGxl', name: 'OW Connect (OW123)', displayName: 'OW Connect (OW123)' };

const passkeys = makePasskeys(ORIGIN);

const register = async (device: { isSynced?: boolean } = {}) => {
  const authenticator = makeAuthenticator({ origin: ORIGIN, ...device });
  const stored = await passkeys.checkAttestation(
    authenticator.register({ challenge: CHALLENGE, user }),
    CHALLENGE,
  );
  if (!stored) {
    throw new Error('The passkey was not accepted');
  }

  return { authenticator, stored };
};

const WRONG: [string, WrongAnswer][] = [
  ['another challenge', { challenge: OTHER_CHALLENGE }],
  ['another origin', { origin: 'https://portal.owconnect.example.evil.example' }],
  ['the same host without TLS', { origin: 'http://portal.owconnect.example' }],
  ['another domain', { rpId: 'owconnect.example' }],
  ['a user who was not verified', { isUserVerified: false }],
];

describe('the vectors of the W3C', () => {
  const { packedEs256, noneEs256 } = W3C_VECTORS;
  const example = makePasskeys('https://example.org');

  it('a registration with a verified user is accepted as the vector has it', async () => {
    const { attestation, challenge } = packedEs256.registration;

    expect(await example.checkAttestation(attestation, challenge)).toEqual({
      ...packedEs256.stored,
      transports: [],
    });
  });

  it('an assertion with a verified user is accepted', async () => {
    const { assertion, challenge } = packedEs256.authentication;

    expect(await example.checkAssertion(assertion, challenge, packedEs256.stored)).toEqual({
      counter: 0,
      isBackedUp: false,
    });
  });

  it('a registration and an assertion without a verified user are refused', async () => {
    const { registration, authentication, stored } = noneEs256;

    expect(await example.checkAttestation(registration.attestation, registration.challenge)).toBeUndefined();
    expect(
      await example.checkAssertion(authentication.assertion, authentication.challenge, stored),
    ).toBeUndefined();
  });

  it('an assertion is refused with the key of another vector', async () => {
    const { assertion, challenge } = packedEs256.authentication;
    const { publicKey } = noneEs256.stored;

    expect(
      await example.checkAssertion(assertion, challenge, { ...packedEs256.stored, publicKey }),
    ).toBeUndefined();
  });
});

describe('a new passkey', () => {
  it('a passkey is stored with its id, key, counter and transports', async () => {
    const { authenticator, stored } = await register();

    expect(stored).toEqual({
      credentialId: authenticator.id,
      publicKey: expect.stringMatching(/^[\w-]{90,}$/),
      counter: 1,
      isBackedUp: false,
      transports: ['internal'],
    });
  });

  it('a passkey of the longest allowed id is accepted', async () => {
    const authenticator = makeAuthenticator({ origin: ORIGIN });
    const attestation = authenticator.register({ challenge: CHALLENGE, user }, { idBytes: 1_023 });

    expect(await passkeys.checkAttestation(attestation, CHALLENGE)).toMatchObject({ counter: 1 });
  });

  it.each(WRONG)('a passkey with %s is refused', async (_, wrong) => {
    const authenticator = makeAuthenticator({ origin: ORIGIN });
    const attestation = authenticator.register({ challenge: CHALLENGE, user }, wrong);

    expect(await passkeys.checkAttestation(attestation, CHALLENGE)).toBeUndefined();
  });

  it('a passkey that names another id than the one that was signed for is refused', async () => {
    const authenticator = makeAuthenticator({ origin: ORIGIN });
    const attestation = authenticator.register({ challenge: CHALLENGE, user });
    const other = makeAuthenticator({ origin: ORIGIN }).id;

    expect(
      await passkeys.checkAttestation({ ...attestation, id: other, rawId: other }, CHALLENGE),
    ).toBeUndefined();
  });

  it('bytes that are no attestation are refused, and not a fault', async () => {
    const attestation = makeAuthenticator({ origin: ORIGIN }).register({ challenge: CHALLENGE, user });
    const response = { ...attestation.response, attestationObject: 'AAAA' };

    expect(await passkeys.checkAttestation({ ...attestation, response }, CHALLENGE)).toBeUndefined();
  });
});

describe('the answer of a passkey', () => {
  it('an answer is accepted with its new counter', async () => {
    const { authenticator, stored } = await register();

    expect(await passkeys.checkAssertion(authenticator.assert(CHALLENGE), CHALLENGE, stored)).toEqual({
      counter: 2,
      isBackedUp: false,
    });
  });

  it.each(WRONG)('an answer with %s is refused', async (_, wrong) => {
    const { authenticator, stored } = await register();

    expect(
      await passkeys.checkAssertion(authenticator.assert(CHALLENGE, wrong), CHALLENGE, stored),
    ).toBeUndefined();
  });

  it('an answer of another passkey is refused', async () => {
    const { stored } = await register();
    const other = await register();

    expect(
      await passkeys.checkAssertion(other.authenticator.assert(CHALLENGE), CHALLENGE, stored),
    ).toBeUndefined();
    expect(
      await passkeys.checkAssertion(
        { ...other.authenticator.assert(CHALLENGE), id: stored.credentialId, rawId: stored.credentialId },
        CHALLENGE,
        stored,
      ),
    ).toBeUndefined();
  });

  it('the answer of a registration is no answer of a sign-in', async () => {
    const { authenticator, stored } = await register();
    const assertion = authenticator.assert(CHALLENGE, { type: 'webauthn.create' });

    expect(await passkeys.checkAssertion(assertion, CHALLENGE, stored)).toBeUndefined();
  });

  it('a counter that did not rise is refused, because the passkey may have been copied', async () => {
    const { authenticator, stored } = await register();
    const assertion = authenticator.assert(CHALLENGE, { counter: 7 });

    expect(await passkeys.checkAssertion(assertion, CHALLENGE, { ...stored, counter: 7 })).toBeUndefined();
  });

  it.each([0, 3])(
    'a synced passkey is accepted with the counter %i, older than the last one',
    async (counter) => {
      const { authenticator, stored } = await register({ isSynced: true });
      const assertion = authenticator.assert(CHALLENGE, { counter });

      expect(await passkeys.checkAssertion(assertion, CHALLENGE, { ...stored, counter: 7 })).toEqual({
        counter,
        isBackedUp: true,
      });
    },
  );

  it('the challenge that an answer names is read, and none from what is no JSON', () => {
    const assertion = makeAuthenticator({ origin: ORIGIN }).assert(CHALLENGE);
    const withClientData = (clientDataJSON: string) => ({
      ...assertion,
      response: { ...assertion.response, clientDataJSON },
    });

    expect(passkeys.readChallenge(assertion)).toBe(CHALLENGE);
    expect(passkeys.readChallenge(withClientData('AAAA'))).toBeUndefined();
    expect(
      passkeys.readChallenge(withClientData(Buffer.from('{"challenge":7}').toString('base64url'))),
    ).toBeUndefined();
    expect(passkeys.readChallenge(withClientData(Buffer.from('null').toString('base64url')))).toBeUndefined();
  });
});

describe('the domain of passkeys', () => {
  it.each([
    ['https://portal.owconnect.example', 'portal.owconnect.example'],
    ['http://localhost:4000', 'localhost'],
    ['http://127.0.0.1:4000', undefined],
    ['http://[::1]:4000', undefined],
  ])('the domain of %s is %s', (origin, rpId) => {
    expect(findRpId(origin)).toBe(rpId);
  });

  it('a portal at an IP address accepts no passkey', async () => {
    const origin = 'http://127.0.0.1:4000';
    const attestation = makeAuthenticator({ origin }).register({ challenge: CHALLENGE, user });

    expect(await makePasskeys(origin).checkAttestation(attestation, CHALLENGE)).toBeUndefined();
  });
});
