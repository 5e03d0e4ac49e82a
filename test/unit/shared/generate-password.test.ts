import { expect, it } from 'vitest';
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

it('every character of the alphabet comes up about equally often', () => {
  const characters = Array.from({ length: 56_000 }, generatePassword).join('').replaceAll('-', '');
  const counts = [...Map.groupBy(characters, (character) => character).values()].map(({ length }) => length);

  // 896 000 draws of 56 characters: 16 000 each, with a standard deviation of 125. Unfair bytes would make some 17 500.
  expect(counts).toHaveLength(56);
  expect(Math.min(...counts)).toBeGreaterThan(15_000);
  expect(Math.max(...counts)).toBeLessThan(17_000);
});
