import { expect, it, onTestFinished, vi } from 'vitest';
import { newPassword } from '#shared/contract/fields.ts';
import { generatePassword } from '#shared/generate-password.ts';

it('a generated password is four groups of four that the contract accepts', () => {
  const password = generatePassword();

  expect(password).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect(newPassword.parse(password)).toBe(password);
});

it('no character is one that people confuse when they read it out', () => {
  const many = Array.from({ length: 500 }, generatePassword).join('');

  expect(many).not.toMatch(/[IlOo01]/);
});

it('every character is as likely as any other: of all bytes, each comes from four', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    Object.assign(array, [bytes.pop()]);

    return array;
  });
  onTestFinished(() => random.mockRestore());

  const characters = Array.from({ length: 14 }, generatePassword).join('').replaceAll('-', '');
  const counts = [...Map.groupBy(characters, (character) => character).values()].map(({ length }) => length);

  expect(counts).toEqual(Array(56).fill(4));
  expect(bytes).toEqual([]);
});
