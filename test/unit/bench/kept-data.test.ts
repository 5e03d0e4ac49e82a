import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameData, readTree } from '#test/bench/kept-checkouts.ts';

let repository: string;

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), text);
};

const nameOwnData = async () => nameData(await readTree(undefined, repository), repository);

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'ow-connect-repository-'));
  execFileSync('git', ['init', '--quiet'], { cwd: repository });
  write('functions/database/migrations/0000.sql', 'create table users ()');
  write('local/seed/fill.ts', 'fill()');
  write('test/bench/many-users.ts', 'add()');
  write('web/main.tsx', 'render()');
});
afterEach(() => rmSync(repository, { recursive: true }));

it.each(['functions/database/migrations/0001.sql', 'local/seed/fill.ts', 'test/bench/many-users.ts'])(
  'a working tree in which %s is new or different gets newly filled data before anybody commits it',
  async (file) => {
    const before = await nameOwnData();
    write(file, 'something else');

    expect(await nameOwnData()).not.toBe(before);
  },
);

it('a working tree keeps the data that was filled before a change of its pages', async () => {
  const before = await nameOwnData();
  write('web/main.tsx', 'renderFaster()');

  expect(await nameOwnData()).toBe(before);
});
