import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ADMIN_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { copyTemplate, migrateInTurn } from '#test/support/database/postgres-databases.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-settings-'));
const webFolder = join(folder, 'web');

const BANK = {
  BANK_ACCOUNT_NAME: 'Another Name',
  BANK_NAME: 'Nedbank',
  BANK_BRANCH_CODE: '198765',
  BANK_ACCOUNT_NUMBER: '9876543210',
  BANK_ACCOUNT_TYPE: 'Savings',
};

let database: Awaited<ReturnType<typeof copyTemplate>>;
let settings: Record<string, string>;
let started: ReturnType<typeof spawnStart>;
let url: string;
let cookie = '';

const findPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const read = async <Answer>(path: string): Promise<Answer> =>
  JSON.parse(await (await fetch(`${url}${path}`, { headers: { cookie } })).text());

beforeAll(async () => {
  mkdirSync(webFolder);
  writeFileSync(join(webFolder, 'index.html'), '<title>Another site</title>');
  const server = inject('postgres');
  database = await copyTemplate(server);
  settings = {
    PORT: String(await findPort()),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    WEB_DIR: webFolder,
    SUPPLIER_VAT_NUMBER: '4123456789',
    VAT_TAX_PERIOD: 'monthly',
    VAT_REGISTERED_FROM: '2020-03-01',
    VAT_CREDIT_NOTE_FIELD: '1',
    SUPPLIER_COMPLAINTS: 'Complaints: complaints@acme.test',
    ...BANK,
    OTHER_BANK_ACCOUNTS: 'FNB 62000000001, Capitec Business 1050000001',
    PAYMENT_TERMS_DAYS: '14',
    POWERTOOLS_LOG_LEVEL: 'INFO',
  };
  url = await migrateInTurn(server, () => {
    started = spawnStart(settings);

    return started.waitUntilReady();
  });
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: ADMIN_EMAIL, password: DEMO_PASSWORD }),
  });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterAll(async () => {
  await started.end('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('each setting of npm start in README.md is set when the demo of this file starts', () => {
  const documented = [...readFileSync('README.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm)];

  expect(Object.keys(settings).toSorted()).toEqual(documented.map(([, name]) => name).toSorted());
});

it('npm start with every setting fills the whole demo, in which one invoice is void', async () => {
  const { counts } = await read<{ counts: object }>('/api/admin/users');
  const invoices = await read<{ status: string }[]>('/api/users/2/invoices');

  expect(counts).toMatchObject({ total: 251, admins: 1 });
  expect(invoices.length).toBeGreaterThan(24);
  expect(invoices.filter(({ status }) => status === 'void')).toHaveLength(1);
});

it('npm start listens, serves, asks for money and logs as its settings say', async () => {
  expect(url).toContain(`:${settings.PORT}`);
  expect(await (await fetch(`${url}/`)).text()).toBe('<title>Another site</title>');
  expect(await read('/api/billing-details')).toEqual({
    isTaxInvoice: true,
    termsDays: 14,
    bank: {
      accountName: BANK.BANK_ACCOUNT_NAME,
      bankName: BANK.BANK_NAME,
      branchCode: BANK.BANK_BRANCH_CODE,
      accountNumber: BANK.BANK_ACCOUNT_NUMBER,
      accountType: BANK.BANK_ACCOUNT_TYPE,
    },
  });
  expect(await read('/api/admin/bank-files')).toMatchObject({
    accounts: [
      { bank: BANK.BANK_NAME, number: '9876543210' },
      { bank: 'FNB', number: '62000000001' },
      { bank: 'Capitec Business', number: '1050000001' },
    ],
  });
  expect(started.output.stdout).toContain('"level":"INFO"');
});
