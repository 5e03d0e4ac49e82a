import { createHook } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';

/** Made by hash-wasm 4.13.0, the portal's earlier hash library. */
const OF_OTHERS = [
  [
    'A-test-password-1',
    '$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$BFg2o2ZG7I2EDsod2yYruZ7d8RKNHIu5s89YMs4FBGQ',
  ],
  [
    'pässwörd 🔑 with spaces ',
    '$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$Voxxmo21fCOW4MkrTBZFRx2X4g8XLq9imwdGFV7wEmw',
  ],
  [
    'A-test-password-1',
    '$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$0+5mMrBu84XXZvNBzakkFcIIkbbzsdwBUo5p7/G7Otg',
  ],
] as const;

describe('password hashes', () => {
  it('a password is hashed with argon2id into a PHC string, each time with a new salt', async () => {
    const [one, other] = [await passwords.hash('Eight-or-more'), await passwords.hash('Eight-or-more')];

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await passwords.verify('Eight-or-more', one)).toBe(true);
    expect(await passwords.verify('eight-or-more', one)).toBe(false);
  });

  it.each(OF_OTHERS)(
    'the password %j is verified against an argon2id hash made by other software',
    async (password, hash) => {
      expect(await passwords.verify(password, hash)).toBe(true);
      expect(await passwords.verify(`${password}!`, hash)).toBe(false);
    },
  );

  it('a password for an unknown account is never right', async () => {
    expect(await passwords.verifyNobody('')).toBe(false);
  });

  it("a password hash is outdated only if its parameters differ from today's", () => {
    expect(OF_OTHERS.map(([, hash]) => passwords.isOutdated(hash))).toEqual([false, false, true]);
  });

  it('verifying against a malformed hash fails, with an error that does not show the stored text', async () => {
    await expect(passwords.verify('x', 'a-plain-password')).rejects.toThrow(/^(?!.*a-plain-password)/);
  });

  it('no more passwords are hashed at once than there are processors, and at most three, to leave a thread free', async () => {
    const begun = new Set<number>();
    let atOnceMax = 0;
    const hooks = createHook({
      init: (id, type) => {
        if (type === 'ARGON2REQUEST') {
          begun.add(id);
        }
        atOnceMax = Math.max(atOnceMax, begun.size);
      },
      // Runs when the callback is called: the hash is done.
      before: (id) => begun.delete(id),
    }).enable();
    await Promise.all(Array.from({ length: 8 }, () => passwords.hash('Eight-or-more')));
    hooks.disable();

    expect(atOnceMax).toBe(Math.min(availableParallelism(), 3));
  });

  it('hashing passwords does not block the event loop', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all(Array.from({ length: 8 }, () => passwords.hash('Eight-or-more')));
    clearInterval(turning);

    expect(turns).toBeGreaterThan(1);
  });
});
