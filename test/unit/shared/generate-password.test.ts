import { expect, it, onTestFinished, vi } from 'vitest';
import { newPassword } from '#shared/contract/fields.ts';
import { generatePassword } from '#shared/generate-password.ts';

it('a generated password has four groups of four characters and is accepted by the contract', () => {
  const password = generatePassword();

  expect(password).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect(newPassword.parse(password)).toBe(password);
});

it('generated passwords contain no characters that people confuse when they read them out', () => {
  const many = Array.from({ length: 500 }, generatePassword).join('');

  expect(many).not.toMatch(/[IlOo01]/);
});

it('all characters of generated passwords are equally likely: four of the 256 byte values for each', () => {
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
