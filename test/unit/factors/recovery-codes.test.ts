import { expect, it, vi } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { checkRecoveryCode } from '#functions/domain/factors/check-factor.ts';
import { makeRecoveryCodes } from '#functions/domain/factors/make-recovery-codes.ts';
import { recoveryCode } from '#shared/contract/factors.ts';

it('ten codes are made, each of a place of its own and 16 characters, as they are typed', async () => {
  const { shown, stored } = await makeRecoveryCodes(passwords);

  expect(shown.map((code) => code.slice(0, 1)).join('')).toBe('ABCDEFGHIJ');
  expect(stored.map(({ place }) => place).join('')).toBe('ABCDEFGHIJ');
  expect(new Set(shown.map((code) => code.slice(2))).size).toBe(10);
  for (const code of shown) {
    expect(code).toMatch(/^[A-J](-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  }
});

it('a code is right in lower case and with spaces, at its own place alone', async () => {
  const { shown, stored } = await makeRecoveryCodes(passwords);
  const [first = '', second = ''] = shown;
  const typed = (text: string) => recoveryCode.parse(text);

  expect(await checkRecoveryCode(passwords, stored[0], typed(first))).toEqual({
    way: 'recovery',
    ...stored[0],
  });
  expect(
    await checkRecoveryCode(passwords, stored[0], typed(` ${first.toLowerCase().replaceAll('-', ' ')} `)),
  ).toMatchObject({ way: 'recovery', place: 'A' });
  expect(await checkRecoveryCode(passwords, stored[0], typed(second))).toBeUndefined();
});

it('a try costs one hash, also at a place without a code', async () => {
  const verify = vi.fn(async () => false);
  const verifyNobody = vi.fn(async () => false as const);

  await checkRecoveryCode({ verify, verifyNobody }, undefined, 'A0000000000000000');
  expect([verify.mock.calls.length, verifyNobody.mock.calls.length]).toEqual([0, 1]);

  await checkRecoveryCode({ verify, verifyNobody }, { place: 'A', hash: 'hash' }, 'A0000000000000000');
  expect([verify.mock.calls.length, verifyNobody.mock.calls.length]).toEqual([1, 1]);
});
