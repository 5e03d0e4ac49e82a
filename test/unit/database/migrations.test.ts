import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'functions/database/migrations';

/**
 * Each committed migration with the SHA-256 of its SQL and the time by which drizzle orders it. A database that has
 * run a migration never runs it again, so a change of it would reach only new databases. Add a line for a new
 * migration; never change an existing line.
 */
const COMMITTED: Record<string, { sha256: string; when: number }> = {
  '0000_extensions': {
    sha256: 'fc27e97b9a61877f7f59d59a69c8c0bd2cd3271bc44b9f208800ed458d18a10b',
    when: 1795186673899,
  },
  '0001_schema': {
    sha256: '675f4716bcdbdda8bbd4d13d8ebe586a7e3c4d42ffa03a2f7c6ce39566933068',
    when: 1795186678349,
  },
  '0002_roles': {
    sha256: '7056899d3430ec32fce72cdcb2a9df1ec6c8de435e5eeea61118dbe66bb05837',
    when: 1795186682433,
  },
  '0003_jobs': {
    sha256: '7b1073c12c2c65130cf1d288ccab2af3a5d60aabbe711eaa1aa3a5b64d00ac23',
    when: 1795288880793,
  },
  '0004_support': {
    sha256: 'f395d37f5e5b5e8e8686df3b2508eca90d0cb284ec15d4a95c7d4fb3a3c5560a',
    when: 1795299229029,
  },
  '0005_issued-terms': {
    sha256: '4248dce55fc5102c90d0a370efb92d2891b60d15260a46d4026b2331a4d60396',
    when: 1795299996193,
  },
  '0006_user-counts': {
    sha256: 'c76c9993c7670e3b6ce1543a0013e4be4485e17ca872099796f74a8de39bea70',
    when: 1795312688582,
  },
  '0007_drive-of-invoice': {
    sha256: 'ff3294f9f7b9f10c8adf4a2e23d05f7ebbb17110c3be06312ea721b6845d403f',
    when: 1795314716095,
  },
  '0008_drop-refresh-jobs': {
    sha256: '8946bcab60dee2ec00fa23b1d1ca386e6b1c1cd52c9094ed5b872205cfac6228',
    when: 1795344318308,
  },
  '0009_contact-keys-and-origins': {
    sha256: 'caafbfa4e7b5103f1da92f61f26b3c0ea8fa8706206bde0296b1000999f2c7f7',
    when: 1795357389563,
  },
  '0010_job-crashes': {
    sha256: '26d7b1aaf78a8b7de635006f9dc98b65fae0ae49757982c66b5514b267fb878d',
    when: 1795359081925,
  },
  '0011_canary-is-not-counted': {
    sha256: '94733cbd9270d27909dbc6e43e3efbdca703f5c47397e12f1a5c4b251faedae0',
    when: 1795361218063,
  },
  '0012_figures-of-money': {
    sha256: 'f39320ad5e2257270c3efaec4be4081b6670bf12dd1c19fbae46b67de49f89a5',
    when: 1795381731637,
  },
  '0013_palette-indexes': {
    sha256: '93baeb632b5e01f2385d0b8b16ee0af3ec68834d949c7554e3803b081dba74f4',
    when: 1795382686473,
  },
  '0014_list-of-users': {
    sha256: '7e329d6fb0edf764da54351d6041225cb336591e65de26d9d8f80ab2cb8cb338',
    when: 1795384214620,
  },
  '0015_mails': {
    sha256: '037403803a75ba6ea20a247121958d0599ca86a91881292eacd37a422cf9f619',
    when: 1795392829633,
  },
  '0016_new-answers': {
    sha256: '7e91a033f11cf7b1affa7d96da7aeae8aa5edf8fa6e92300b5fc95b77a211913',
    when: 1795397167805,
  },
  '0017_ledger': {
    sha256: '74745508b8476388d713ee4ec1fb585f1063211920863aa1b205862ea0ee50f0',
    when: 1795407055312,
  },
  '0018_debtors-by-age': {
    sha256: '21b26040f3d33c15c4c97c51bfe9b2c6a131501ccd800471d3c9816958315d38',
    when: 1795423871973,
  },
};

const journal: { entries: { idx: number; tag: string; when: number }[] } = JSON.parse(
  readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8'),
);

const hashOf = (tag: string) =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, `${tag}.sql`)))
    .digest('hex');

describe('committed migrations', () => {
  it('a committed migration keeps its SQL and its time', () => {
    const found = journal.entries.map(({ tag, when }) => [tag, { sha256: hashOf(tag), when }]);

    expect(Object.fromEntries(found)).toEqual(COMMITTED);
  });

  it('the journal lists every migration, each later than the one before', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
    const times = journal.entries.map(({ when }) => when);

    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
  });
});
