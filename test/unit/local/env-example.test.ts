import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name).toSorted();

describe('.env.example', () => {
  it('holds the settings of the table in README.md, and no other', () => {
    const names = namesIn('.env.example', /^# ([A-Z_]+)=/gm);

    expect(names).toContain('PORT');
    expect(names).toEqual(namesIn('README.md', /^\| `([A-Z_]+)` \|/gm));
  });
});
