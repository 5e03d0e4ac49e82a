import { describe, expect, it } from 'vitest';
import { readSection, readVersion } from '../../../.github/release-notes.ts';

const CHANGELOG = `# Changelog

What changes, newest first.

## 2.0.0

- Not out yet.

## 1.10.0 - 2026-12-01

### Added

- A new list.

## 1.1.0 - 2026-11-01

- The first list.

## 1.0.0 - 2026-10-01
`;

describe('the notes of a release', () => {
  it.each([
    ['1.10.0', '### Added\n\n- A new list.'],
    ['1.1.0', '- The first list.'],
  ])('a release has the section of CHANGELOG.md about version %s as its notes', (version, notes) => {
    expect(readSection(CHANGELOG, version)).toBe(notes);
  });

  it('a release is refused if CHANGELOG.md has no section about its version', () => {
    expect(() => readSection(CHANGELOG, '1.2.0')).toThrow("CHANGELOG.md has no section '## 1.2.0'.");
  });

  it('a release is refused if the section of CHANGELOG.md about its version has no date', () => {
    expect(() => readSection(CHANGELOG, '2.0.0')).toThrow(
      "The section '## 2.0.0' of CHANGELOG.md has no date.",
    );
  });

  it('a release is refused if the section of CHANGELOG.md about its version is empty', () => {
    expect(() => readSection(CHANGELOG, '1.0.0')).toThrow("The section '## 1.0.0' of CHANGELOG.md is empty.");
  });

  it.each(['v1.1.0', '1.10.0', ''])(
    'a release is refused for the tag %j if package.json has version 1.10.0',
    (tag) => {
      expect(readVersion('v1.10.0', '1.10.0')).toBe('1.10.0');
      expect(() => readVersion(tag, '1.10.0')).toThrow('but package.json has the version 1.10.0');
    },
  );
});
