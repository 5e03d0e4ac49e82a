import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findReleaseFaults, type Migration } from '#test/support/database/released-migrations.ts';

const FOLDER = 'functions/database/migrations';

const journal: { entries: { idx: number; tag: string; when: number }[] } = JSON.parse(
  readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8'),
);

const hashOf = (tag: string) =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, `${tag}.sql`)))
    .digest('hex');

describe('the migrations', () => {
  it('the journal lists every migration, each later than the one before', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
    const times = journal.entries.map(({ when }) => when);

    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
  });

  it('a released migration never changes, and the commit of a release lists all of them', () => {
    const migrations = journal.entries.map(({ tag, when }) => [tag, { sha256: hashOf(tag), when }]);

    expect(
      findReleaseFaults({
        changelog: readFileSync('CHANGELOG.md', 'utf8'),
        released: JSON.parse(readFileSync('functions/database/released-migrations.json', 'utf8')),
        migrations: Object.fromEntries(migrations),
      }),
    ).toEqual([]);
  });
});

describe('the list of released migrations', () => {
  const [first, edited, second] = [1, 2, 3].map((when) => ({ sha256: String(when), when }));
  const both = { '0000_first': first, '0001_second': second } as Record<string, Migration>;
  const BEFORE = '# Changelog\n\n## Unreleased\n\n- A portal.\n';
  const RELEASED = '# Changelog\n\n## 1.0.0 - 2026-12-01\n\n- A portal.\n';
  const AFTER = `# Changelog\n\n## Unreleased\n\n- More.\n\n## 1.0.0 - 2026-12-01\n\n- A portal.\n`;

  it.each<[string, string, Record<string, object>, object]>([
    ['nothing is released', BEFORE, {}, both],
    ['the coming release has a version but no date', BEFORE.replace('Unreleased', '1.0.0'), {}, both],
    ['the release lists all', RELEASED, { '1.0.0': both }, both],
    ['a migration is added after the release', AFTER, { '1.0.0': { '0000_first': first } }, both],
    [
      'a release adds no migration',
      RELEASED.replace('1.0.0', '1.0.1') + RELEASED,
      { '1.0.0': both, '1.0.1': {} },
      both,
    ],
  ])('the list of released migrations is right if %s', (_, changelog, released, migrations) => {
    expect(
      findReleaseFaults({ changelog, released, migrations } as Parameters<typeof findReleaseFaults>[0]),
    ).toEqual([]);
  });

  it.each<[string, string, Record<string, object>, object, RegExp[]]>([
    [
      'the commit of a release lists nothing',
      RELEASED,
      {},
      both,
      [/^1.0.0 is not listed/, /^0000_first must be/, /^0001_second must be/],
    ],
    [
      'the commit of a release lists one too few',
      RELEASED,
      { '1.0.0': { '0000_first': first } },
      both,
      [/^0001_second must be/],
    ],
    [
      'the commit of a release begins the next section, too',
      RELEASED.replace('## 1', '## Unreleased\n\n## 1'),
      { '1.0.0': { '0000_first': first } },
      both,
      [/^0001_second must be/],
    ],
    [
      'a released migration was edited',
      AFTER,
      { '1.0.0': { '0000_first': edited } },
      both,
      [/^0000_first is released/],
    ],
    [
      'a released migration was deleted',
      AFTER,
      { '1.0.0': both },
      { '0000_first': first },
      [/^0001_second is released/],
    ],
    [
      'a new migration comes before a released one',
      AFTER,
      { '1.0.0': { '0001_second': second } },
      both,
      [/^0000_first must be/],
    ],
    [
      'a version is listed that is not released',
      BEFORE,
      { '1.0.0': both },
      both,
      [/^1.0.0 is listed without/],
    ],
  ])('the list of released migrations is refused if %s', (_, changelog, released, migrations, faults) => {
    expect(
      findReleaseFaults({ changelog, released, migrations } as Parameters<typeof findReleaseFaults>[0]),
    ).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });
});
