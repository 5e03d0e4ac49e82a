import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDeployment, readSettings } from '#infra/settings.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployments-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string, text: string) => {
  writeFileSync(join(folder, `${name}.json`), text);

  return readDeployment(name, folder);
};

describe('the file of a deployment', () => {
  it('says what differs, under the name that the file has; everything else is said once, by the schema', () => {
    expect(
      read(
        'staging',
        '{ "account": "123456789012", "trial": true, "alarmEmail": "oncall@owconnect.example" }',
      ),
    ).toMatchObject({
      deployment: 'staging',
      region: 'af-south-1',
      trial: true,
      alarmEmail: 'oncall@owconnect.example',
      databaseReaders: 0,
      pdfConcurrency: 5,
      originSecretGenerations: [1],
    });
  });

  it('is there as an example, which names what a production needs', () => {
    expect(readDeployment('example')).toMatchObject({
      deployment: 'example',
      trial: false,
      domainName: expect.any(String),
      alarmEmail: expect.any(String),
      driveId: expect.any(String),
      helpdeskUrl: expect.any(String),
    });
  });

  it.each(['', 'OW Connect', '../example', 'a'.repeat(32), '1st', 'a-', 'a--b'])(
    'is not looked for under the name %j, which no stack and no cluster can have',
    (name) => {
      expect(() => readDeployment(name)).toThrow(`'${name}' can name no deployment`);
    },
  );

  it('that is missing, or no JSON, is told by its name', () => {
    expect(() => readDeployment('nowhere', folder)).toThrow(
      'There is no deployments/nowhere.json. Copy deployments/example.json',
    );
    expect(() => read('torn', '{ "region": ')).toThrow(/^deployments\/torn\.json is no JSON/);
  });

  it('tells each of its faults by the place of the field', () => {
    const text =
      '{ "account": "1", "firewall": true, "alarmEmail": "oncall", "helpdeskAttachmentAddresses": ["http://a.example/"] }';

    expect(() => read('faulty', text)).toThrow(
      [
        'deployments/faulty.json says what cannot be deployed.',
        '  account: must be the 12 digits of an AWS account.',
        '  alarmEmail: Invalid email address.',
        '  helpdeskAttachmentAddresses.0: must be an address that begins with https://.',
        '  firewall: there is no such setting.',
      ].join('\n'),
    );
  });
});

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';

describe('the settings', () => {
  it.each([
    ['a name, which is the file’s', { deployment: 'a' }, /deployment: there is no such/],
    [
      'no account, in which case it would go to any',
      { account: undefined },
      /account: must be the 12 digits/,
    ],
    ['a tag that AWS keeps for itself', { tags: { 'aws:owner': 'me' } }, /tags/],
    ['a region that is none', { region: 'Cape Town' }, /region: must be a region/],
    ['a domain with a path', { domainName: 'a.example/portal' }, /domainName/],
    ['a certificate without its domain', { certificateArn }, /certificateArn: needs domainName/],
    [
      'a certificate where CloudFront cannot take it',
      { certificateArn: certificateArn.replace('us-east-1', 'af-south-1'), domainName: 'a.example' },
      /certificateArn: must be a certificate of ACM in us-east-1/,
    ],
    ['a truth in quotes', { trial: 'true' }, /trial/],
    ['a number in quotes', { databaseCapacityMax: '8' }, /databaseCapacityMax/],
    ['an unknown architecture', { architecture: 'riscv' }, /architecture/],
    ['capacity that is no half', { databaseCapacityMin: 0.3 }, /databaseCapacityMin/],
    [
      'capacity that begins above its end',
      { databaseCapacityMin: 9 },
      /databaseCapacityMin: must not be above/,
    ],
    ['a second reader', { databaseReaders: 2 }, /databaseReaders/],
    ['one PDF at a time, which SQS does not know', { pdfConcurrency: 1 }, /pdfConcurrency/],
    ['a rate of nothing', { apiRequestsPerSecond: 0 }, /apiRequestsPerSecond/],
    ['days that CloudWatch does not offer', { logRetentionDays: 91 }, /logRetentionDays/],
    ['one origin secret twice', { originSecretGenerations: [1, 1] }, /originSecretGenerations: must name/],
    ['three origin secrets', { originSecretGenerations: [1, 2, 3] }, /originSecretGenerations/],
    ['a drive without its folder', { driveId: 'drive' }, /driveFolderId: stands with driveId/],
    ['a helpdesk that is not reached by https', { helpdeskUrl: 'http://a.example' }, /helpdeskUrl: .*https/],
    [
      'contacts that are not reached by https',
      { helpdeskContactUrl: 'http://a.example/{id}' },
      /helpdeskContactUrl: .*https/,
    ],
    [
      'an address of contacts without a place for their id',
      { helpdeskContactUrl: 'https://a.example/' },
      /helpdeskContactUrl: .*\{id\}/,
    ],
    ['a share that is no number', { helpdeskTicketsPerClientHour: 'many' }, /helpdeskTicketsPerClientHour/],
    ['a share of nothing', { helpdeskWritesPerMinute: 0 }, /helpdeskWritesPerMinute/],
    ['a VAT number that is none', { supplierVatNumber: '123' }, /supplierVatNumber: must be ten digits/],
    ['a bank account of blanks', { bankName: ' ' }, /bankName/],
  ])('refuse %s', (_what, content, message) => {
    expect(() => readSettings('refused', { ...TRIAL, ...content })).toThrow(message);
  });

  it.each([
    'domainName',
    'alarmEmail',
    'bankAccountName',
    'bankName',
    'bankBranchCode',
    'bankAccountNumber',
    'bankAccountType',
    'supplierVatNumber',
  ])('of a production include %s, and name it where it is missing', (name) => {
    expect(() => readSettings('acme', { ...PRODUCTION, [name]: undefined })).toThrow(
      new RegExp(`^deployments/acme.json says what cannot be deployed.\n  ${name}: is missing[^\n]+.$`),
    );
  });

  it('of a production name a bank account, also where they name nothing of one', () => {
    const ofAccount = Object.keys(PRODUCTION).filter((name) => name.startsWith('bank'));
    const without = Object.fromEntries(ofAccount.map((name) => [name, undefined]));

    expect(ofAccount).toHaveLength(5);
    for (const name of ofAccount) {
      expect(() => readSettings('acme', { ...PRODUCTION, ...without })).toThrow(`${name}: is missing`);
    }
  });

  it('of a production may answer the question of VAT with no registration, but not with both answers', () => {
    const withoutVat = { ...PRODUCTION, supplierVatNumber: undefined };

    expect(readSettings('acme', { ...withoutVat, vatRegistered: false }).supplierVatNumber).toBeUndefined();
    expect(() => readSettings('acme', { ...withoutVat, vatRegistered: true })).toThrow(
      'supplierVatNumber: is',
    );
    expect(() => readSettings('acme', { ...PRODUCTION, vatRegistered: false })).toThrow('vatRegistered: is');
  });

  it('of a trial name a whole bank account or none', () => {
    expect(readSettings('acme', TRIAL).bankName).toBeUndefined();
    expect(() => readSettings('acme', { ...PRODUCTION, trial: true, bankBranchCode: undefined })).toThrow(
      'bankBranchCode: is missing',
    );
  });
});
