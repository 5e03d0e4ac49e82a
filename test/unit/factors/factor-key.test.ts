import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { makeFactorKey } from '#functions/adapters/otpauth/otpauth-factor-key.ts';
import { checkTotp } from '#functions/domain/factors/check-factor.ts';

const KEY_ONE = { keyId: '1', key: 'one'.repeat(12) };
const KEY_TWO = { keyId: '2', key: 'two'.repeat(12) };
const NOW = new Date('2026-11-28T10:00:10Z');
const STEP = Math.floor(NOW.getTime() / 30_000);

const withSecret = (secret: object) => makeFactorKey(async () => JSON.stringify(secret));
const factorKey = withSecret(KEY_ONE);

const codeOf = (secret: string, stepsAway = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: NOW.getTime() + stepsAway * 30_000 });

describe('the code of an authenticator app', () => {
  it.each([-1, 0, 1])('the code of the step %i is accepted, with its step', async (away) => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');

    expect(await factorKey.findStep(7, made, codeOf(made.secret, away), NOW)).toEqual({
      step: STEP + away,
      resealed: undefined,
    });
  });

  it.each([-2, 2])('the code of the step %i is refused', async (away) => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');

    expect(await factorKey.findStep(7, made, codeOf(made.secret, away), NOW)).toBeUndefined();
  });

  it('a code of a step that was used, or of one before it, is refused', async () => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');
    const check = (stepsAway: number, lastStep: number) =>
      checkTotp(
        factorKey,
        { userId: 7, stored: { ...made, lastStep }, code: codeOf(made.secret, stepsAway) },
        NOW,
      );

    expect(await check(0, STEP - 1)).toMatchObject({ way: 'code', step: STEP, resealed: undefined });
    expect(await check(0, STEP)).toBeUndefined();
    expect(await check(-1, STEP)).toBeUndefined();
    expect(await check(1, STEP)).toMatchObject({ step: STEP + 1 });
  });

  it('the vector of RFC 6238 is accepted', async () => {
    const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer });

    expect(TOTP.generate({ secret, timestamp: 59_000 })).toBe('287082');
  });

  it('the address of the QR code names the product and the OW number, and no issuer beside it', async () => {
    const { uri, secret } = await factorKey.makeSecret(7, 'OW Connect (OW123)');

    expect(uri).toBe(
      `otpauth://totp/OW%20Connect%20(OW123)?secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe('a sealed secret', () => {
  it('a secret that was copied to the row of another account does not open', async () => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');

    await expect(factorKey.findStep(8, made, codeOf(made.secret), NOW)).rejects.toThrow('does not open');
  });

  it('an altered secret does not open', async () => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');
    const altered = `${made.sealed.slice(0, -2)}${made.sealed.endsWith('AA') ? 'BB' : 'AA'}`;

    await expect(
      factorKey.findStep(7, { ...made, sealed: altered }, codeOf(made.secret), NOW),
    ).rejects.toThrow('does not open');
  });

  it('the sealed text does not hold the secret, and is another one each time', async () => {
    const one = await factorKey.makeSecret(7, 'OW Connect (OW123)');
    const two = await factorKey.makeSecret(7, 'OW Connect (OW123)');

    expect(one.secret).not.toBe(two.secret);
    expect(one.sealed).not.toBe(two.sealed);
    expect(Buffer.from(one.sealed, 'base64url').toString('latin1')).not.toContain(
      Buffer.from(Secret.fromBase32(one.secret).bytes).toString('latin1'),
    );
  });

  it('a secret of the key before a rotation opens, and is sealed again with the new key', async () => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');
    const rotated = withSecret({ ...KEY_TWO, previous: KEY_ONE });

    const found = await rotated.findStep(7, made, codeOf(made.secret), NOW);

    expect(found?.resealed).toEqual({ sealed: expect.any(String), keyId: '2' });
    const afterwards = withSecret(KEY_TWO);
    expect(
      found?.resealed && (await afterwards.findStep(7, found.resealed, codeOf(made.secret), NOW)),
    ).toEqual({ step: STEP, resealed: undefined });
  });

  it('a secret whose key is gone is a fault that names the key and no secret', async () => {
    const made = await factorKey.makeSecret(7, 'OW Connect (OW123)');

    await expect(withSecret(KEY_TWO).findStep(7, made, codeOf(made.secret), NOW)).rejects.toThrow(
      'The factor key 1 is in the secret neither as the current nor as the previous one',
    );
  });
});
