import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMessageIds, openMailStore } from '#local/ses/mail-store.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mails-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const makeMail = (id: string) => ({
  id,
  at: NOW.toISOString(),
  from: 'mail@owconnect.example',
  fromDomain: 'owconnect.example',
  to: ['naledi@example.com'],
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
  tags: [],
  configurationSet: 'ow-connect',
});

it('the newest mails are kept, in their order over a restart, and older ones deleted with their files', () => {
  const store = openMailStore(folder, 20);
  const nextId = makeMessageIds();
  const ids = Array.from({ length: 22 }, () => nextId(NOW));
  for (const id of ids) {
    store.add(makeMail(id), [new Uint8Array([1])]);
  }
  const newest = ids.slice(2).reverse();

  expect(store.list().map(({ id }) => id)).toEqual(newest);
  expect(readdirSync(folder)).toHaveLength(20);
  expect(
    openMailStore(folder)
      .list()
      .map(({ id }) => id),
  ).toEqual(newest);
});

it('a mail that a killed process stored only in part is left out', () => {
  mkdirSync(join(folder, 'half.partial'));

  expect(openMailStore(folder).list()).toEqual([]);
});
