import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSessionTokens } from '#functions/adapters/crypto/jose-session-tokens.ts';

const KEY_ONE = { kid: '1', key: 'one'.repeat(12) };
const KEY_TWO = { kid: '2', key: 'two'.repeat(12) };

const inAnHour = () => new Date(Date.now() + 3_600_000);
const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

/** Makes a secret like one in Secrets Manager that counts how often it is read. */
const makeSecret = (value: object) => {
  const secret = {
    value,
    reads: 0,
    read: async () => {
      secret.reads += 1;

      return JSON.stringify(secret.value);
    },
  };

  return secret;
};

const claimsOf = (sessionId: string) => ({ sessionId, userId: 7, role: 'client' }) as const;

it('a session token carries its session, and the user and role that the session started for', async () => {
  const tokens = makeSessionTokens(makeSecret(KEY_ONE).read);

  expect(await tokens.verify(await tokens.sign(claimsOf('session'), inAnHour()))).toEqual(
    claimsOf('session'),
  );
});

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('the session key', () => {
  it('the session key is read before the first request, which waits for that reading', async () => {
    const secret = makeSecret(KEY_ONE);
    const tokens = makeSessionTokens(secret.read);
    expect(secret.reads).toBe(1);

    await tokens.sign(claimsOf('session'), inAnHour());
    expect(secret.reads).toBe(1);
  });

  it('the first request reads the session key again if it could not be read at the start', async () => {
    const secret = makeSecret(KEY_ONE);
    const read = vi.fn(secret.read).mockRejectedValueOnce(new Error('The key store is away'));
    const tokens = makeSessionTokens(read);

    const token = await tokens.sign(claimsOf('session'), inAnHour());
    expect(await tokens.verify(token)).toEqual(claimsOf('session'));
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('the session key is read at most once in ten minutes', async () => {
    const secret = makeSecret(KEY_ONE);
    const tokens = makeSessionTokens(secret.read);
    for (let requests = 0; requests < 3; requests += 1) {
      expect(await tokens.verify(await tokens.sign(claimsOf('session'), inAnHour()))).toMatchObject({
        sessionId: 'session',
      });
    }
    minutesPass(9.9);
    await tokens.sign(claimsOf('session'), inAnHour());
    expect(secret.reads).toBe(1);

    minutesPass(0.2);
    await tokens.sign(claimsOf('session'), inAnHour());
    expect(secret.reads).toBe(2);
  });

  it('a renewal every five minutes keeps requests from waiting for the session key', async () => {
    const secret = makeSecret(KEY_ONE);
    const tokens = makeSessionTokens(secret.read);
    const token = await tokens.sign(claimsOf('session'), inAnHour());
    for (let renewals = 0; renewals < 3; renewals += 1) {
      minutesPass(5);
      await tokens.renew();
    }
    expect(secret.reads).toBe(4);

    minutesPass(9.9);
    expect(await tokens.verify(token)).toEqual(claimsOf('session'));
    expect(secret.reads).toBe(4);
  });

  it('a renewal directly after the start reads the session key once', async () => {
    const secret = makeSecret(KEY_ONE);
    await makeSessionTokens(secret.read).renew();

    expect(secret.reads).toBe(1);
  });

  it('while the key store is away the session key is used until it is ten minutes old, and no longer', async () => {
    const secret = makeSecret(KEY_ONE);
    const read = vi.fn(secret.read);
    const tokens = makeSessionTokens(read);
    const token = await tokens.sign(claimsOf('session'), inAnHour());

    read.mockRejectedValue(new Error('The key store is away'));
    minutesPass(5);
    await expect(tokens.renew()).rejects.toThrow('The key store is away');
    minutesPass(4.9);
    expect(await tokens.verify(token)).toEqual(claimsOf('session'));

    minutesPass(0.2);
    await expect(tokens.verify(token)).rejects.toThrow('The key store is away');
  });

  it('a key that was replaced without overlap verifies nothing ten minutes later, and nothing after a renewal', async () => {
    const secret = makeSecret(KEY_ONE);
    const [renewed, visited] = [makeSessionTokens(secret.read), makeSessionTokens(secret.read)];
    const leaked = await renewed.sign(claimsOf('leaked'), inAnHour());
    await visited.verify(leaked);

    secret.value = KEY_TWO;
    minutesPass(5);
    await renewed.renew();
    expect(await renewed.verify(leaked)).toBeUndefined();

    minutesPass(5.1);
    expect(await visited.verify(leaked)).toBeUndefined();
  });

  it('during a key rotation both keys verify session tokens; afterwards only the new key does', async () => {
    const secret = makeSecret(KEY_ONE);
    const tokens = makeSessionTokens(secret.read);
    const old = await tokens.sign(claimsOf('old'), inAnHour());

    secret.value = { ...KEY_TWO, previous: KEY_ONE };
    minutesPass(10.1);
    const renewed = await tokens.sign(claimsOf('new'), inAnHour());
    expect(await tokens.verify(old)).toMatchObject({ sessionId: 'old' });
    expect(await tokens.verify(renewed)).toMatchObject({ sessionId: 'new' });

    secret.value = KEY_TWO;
    minutesPass(10.1);
    expect(await tokens.verify(old)).toBeUndefined();
    expect(await tokens.verify(renewed)).toMatchObject({ sessionId: 'new' });
  });

  it('a function verifies a token signed with a key newer than the one it has cached', async () => {
    const secret = makeSecret(KEY_ONE);
    const slow = makeSessionTokens(secret.read);
    await slow.sign(claimsOf('session'), inAnHour());

    secret.value = { ...KEY_TWO, previous: KEY_ONE };
    const token = await makeSessionTokens(secret.read).sign(claimsOf('session'), inAnHour());
    expect(await slow.verify(token)).toMatchObject({ sessionId: 'session' });
  });

  it('tokens with an unknown kid cause at most one read of the session key a minute', async () => {
    const secret = makeSecret(KEY_ONE);
    const tokens = makeSessionTokens(secret.read);
    const forged = await makeSessionTokens(makeSecret(KEY_TWO).read).sign(claimsOf('session'), inAnHour());
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await tokens.verify(forged)).toBeUndefined();
    }
    expect(secret.reads).toBe(2);

    minutesPass(1.1);
    for (let tries = 0; tries < 20; tries += 1) {
      await tokens.verify(forged);
    }
    expect(secret.reads).toBe(3);
  });
});

describe('a session key that is announced before it signs', () => {
  it('a key announced as previous verifies at once when it signs, even after tokens with unknown kids', async () => {
    const secret = makeSecret(KEY_ONE);
    const tokens = makeSessionTokens(secret.read);
    const forged = await makeSessionTokens(makeSecret({ ...KEY_TWO, kid: 'garbage' }).read).sign(
      claimsOf('session'),
      inAnHour(),
    );
    const old = await tokens.sign(claimsOf('old'), inAnHour());

    secret.value = { ...KEY_ONE, previous: KEY_TWO };
    minutesPass(10.1);
    expect(await tokens.verify(old)).toMatchObject({ sessionId: 'old' });
    await tokens.verify(forged);

    secret.value = { ...KEY_TWO, previous: KEY_ONE };
    await tokens.verify(forged);
    const renewed = await makeSessionTokens(secret.read).sign(claimsOf('new'), inAnHour());
    expect(await tokens.verify(renewed)).toMatchObject({ sessionId: 'new' });
    expect(await tokens.verify(old)).toMatchObject({ sessionId: 'old' });
  });
});

describe('a fingerprint by the session key', () => {
  it('a fingerprint is recognised by both keys of a rotation, and only for its own text', async () => {
    const secret = makeSecret(KEY_ONE);
    const fingerprint = await makeSessionTokens(secret.read).fingerprint('text');
    secret.value = { ...KEY_TWO, previous: KEY_ONE };
    const tokens = makeSessionTokens(secret.read);

    expect(await tokens.isFingerprint(fingerprint, 'text')).toBe(true);
    expect(await tokens.isFingerprint(await tokens.fingerprint('text'), 'text')).toBe(true);
    expect(await tokens.isFingerprint(fingerprint, 'another text')).toBe(false);
    expect(await tokens.isFingerprint('', 'text')).toBe(false);
    expect(await makeSessionTokens(makeSecret(KEY_TWO).read).isFingerprint(fingerprint, 'text')).toBe(false);
  });

  it('equal texts have equal fingerprints, other texts have others, and a fingerprint shows no text', async () => {
    const tokens = makeSessionTokens(makeSecret(KEY_ONE).read);
    const fingerprint = await tokens.fingerprint('someone@example.com');

    expect(await tokens.fingerprint('someone@example.com')).toBe(fingerprint);
    expect(await tokens.fingerprint('someone.else@example.com')).not.toBe(fingerprint);
    expect(fingerprint).toMatch(/^[\w-]{43}$/);
  });

  it('a fingerprint depends on the key, so it cannot be guessed without it', async () => {
    const fingerprints = await Promise.all(
      [KEY_ONE, KEY_TWO].map((key) => makeSessionTokens(makeSecret(key).read).fingerprint('OW10001')),
    );

    expect(fingerprints[0]).not.toBe(fingerprints[1]);
  });

  it('fingerprint() never produces the signature of a session token, even of a token that a caller chose', async () => {
    const tokens = makeSessionTokens(makeSecret(KEY_ONE).read);
    const [header, payload] = (await tokens.sign(claimsOf('stolen'), inAnHour())).split('.');
    const signature = await tokens.fingerprint(`${header}.${payload}`);

    expect(await tokens.verify(`${header}.${payload}.${signature}`)).toBeUndefined();
  });
});
