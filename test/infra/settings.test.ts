import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDeployment, readSettings } from '#infra/settings.ts';
import { MADE_UP_PROVIDER } from '#shared/made-up-provider.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployments-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string, text: string) => {
  writeFileSync(join(folder, `${name}.json`), text);

  return readDeployment(name, folder);
};

describe('the file of a deployment', () => {
  it("a deployment's file contains only differences from the schema's defaults, and its name is the file's", () => {
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
      adminSecondFactor: 'required',
      pdfConcurrency: 5,
      originSecretGenerations: [1],
    });
  });

  it('the example deployment names everything that a production needs', () => {
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
    'a deployment cannot have the name %j, which no stack or cluster can have',
    (name) => {
      expect(() => readDeployment(name)).toThrow(`'${name}' can name no deployment`);
    },
  );

  it("a deployment's file that is missing or not JSON is reported by its name", () => {
    expect(() => readDeployment('nowhere', folder)).toThrow(
      'There is no deployments/nowhere.json. Copy deployments/example.json',
    );
    expect(() => read('torn', '{ "region": ')).toThrow(/^deployments\/torn\.json is no JSON/);
  });

  it.each(['contactEmail', 'mailFrom', 'domainName'])(
    'a copy of the example whose %s still ends with .example is refused, unless it is a trial',
    (name) => {
      const real = { ...PRODUCTION, mailFrom: 'mail@acme.test', domainName: 'portal.acme.test' };
      const madeUp = { ...real, [name]: name === 'domainName' ? 'a.Example' : 'a@b.Example' };

      expect(read('acme', JSON.stringify(real)).deployment).toBe('acme');
      expect(() => read('acme', JSON.stringify(madeUp))).toThrow(
        `deployments/acme.json says what cannot be deployed.\n  ${name}: names a made-up host that ends with .example.`,
      );
      expect(read('acme', JSON.stringify({ ...madeUp, trial: true })).trial).toBe(true);
    },
  );

  it("each fault of a deployment's file is reported by its field", () => {
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
    ['a name, which is the file’s name', { deployment: 'a' }, /deployment: there is no such/],
    [
      'a missing account, because the deployment could then go to any account',
      { account: undefined },
      /account: must be the 12 digits/,
    ],
    [
      'a backup account that is the portal’s own',
      { backupAccount: TRIAL.account },
      /backupAccount: must be another/,
    ],
    [
      'the ARN of a permissions boundary in the place of its name',
      { permissionsBoundary: 'arn:aws:iam::123456789012:policy/portal-boundary' },
      /permissionsBoundary: must be the name of a policy/,
    ],
    ['a tag that is reserved by AWS', { tags: { 'aws:owner': 'me' } }, /tags.aws:owner: can name no/],
    [
      'a tag that differs from ours in its case alone, which IAM refuses',
      { tags: { Deployment: 'a' } },
      /tags.Deployment: can name no tag/,
    ],
    [
      'two tags that differ in their case alone, which IAM refuses',
      { tags: { Owner: 'me', owner: 'me' } },
      /tags: must differ in more than case/,
    ],
    [
      'a tag with a sign that AWS refuses',
      { tags: { owner: 'R&D' } },
      /tags.owner: must be letters, digits, spaces/,
    ],
    [
      'a second factor that administrators may do without, under another word',
      { adminSecondFactor: 'optional' },
      /adminSecondFactor/,
    ],
    ['an invalid region', { region: 'Cape Town' }, /region: must be a region of AWS such as af-south-1/],
    ['a region that nobody knows', { region: 'af-south-9' }, /region: must be a region of AWS/],
    [
      'a backup region that nobody knows',
      { backupRegion: 'eu-west-9' },
      /backupRegion: must be a region of AWS/,
    ],
    [
      'a backup region that is the portal’s own, also by default',
      { backupRegion: 'af-south-1' },
      /backupRegion: must be another region than the portal’s/,
    ],
    ['a domain with a path', { domainName: 'a.example/portal' }, /domainName/],
    ['a certificate without its domain', { certificateArn }, /certificateArn: needs domainName/],
    [
      'a certificate outside us-east-1, which CloudFront cannot use',
      { certificateArn: certificateArn.replace('us-east-1', 'af-south-1'), domainName: 'a.example' },
      /certificateArn: must be a certificate of ACM in us-east-1/,
    ],
    [
      'a network that is the whole internet',
      { adminNetworks: ['0.0.0.0/0'] },
      /adminNetworks.0: must not be all/,
    ],
    [
      'the whole internet of IPv6',
      { adminNetworks: ['192.0.2.0/24', '::/0'] },
      /adminNetworks.1: must not be all/,
    ],
    [
      'an address in the place of a network',
      { adminNetworks: ['192.0.2.7'] },
      /adminNetworks.0: must be a network/,
    ],
    [
      'an address inside a network, which AWS WAF refuses',
      { adminNetworks: ['192.0.2.7/29'] },
      /adminNetworks.0: must be the first address of its network/,
    ],
    [
      'the same of IPv6',
      { adminNetworks: ['2001:db8:1::/48', '2001:db8:1:8000::/48'] },
      /adminNetworks.1: must be the first address of its network/,
    ],
    ['a boolean in quotes', { trial: 'true' }, /trial/],
    ['a number in quotes', { databaseCapacityMax: '8' }, /databaseCapacityMax/],
    ['an unknown architecture', { architecture: 'riscv' }, /architecture/],
    ['a capacity that is no multiple of 0.5', { databaseCapacityMin: 0.8 }, /databaseCapacityMin/],
    ['a database that may pause', { databaseCapacityMin: 0 }, /databaseCapacityMin/],
    [
      'a minimum capacity above the maximum',
      { databaseCapacityMin: 9 },
      /databaseCapacityMin: must not be above/,
    ],
    ['a second reader', { databaseReaders: 2 }, /databaseReaders/],
    ['one parallel PDF, which SQS does not allow', { pdfConcurrency: 1 }, /pdfConcurrency/],
    ['a rate of zero', { apiRequestsPerSecond: 0 }, /apiRequestsPerSecond/],
    [
      'the same origin secret twice',
      { originSecretGenerations: [1, 1] },
      /originSecretGenerations: must name/,
    ],
    ['three origin secrets', { originSecretGenerations: [1, 2, 3] }, /originSecretGenerations/],
    ['a drive without its folder', { driveId: 'drive' }, /driveFolderId: stands with driveId/],
    ['a helpdesk without https', { helpdeskUrl: 'http://a.example' }, /helpdeskUrl: .*https/],
    [
      'a contact address without https',
      { helpdeskContactUrl: 'http://a.example/{id}' },
      /helpdeskContactUrl: .*https/,
    ],
    [
      'a contact address without a place for the id',
      { helpdeskContactUrl: 'https://a.example/' },
      /helpdeskContactUrl: .*\{id\}/,
    ],
    ['a share that is no number', { helpdeskTicketsPerClientHour: 'many' }, /helpdeskTicketsPerClientHour/],
    ['a share of zero', { helpdeskWritesPerClientMinute: 0 }, /helpdeskWritesPerClientMinute/],
    ['an invalid VAT number', { supplierVatNumber: '123' }, /supplierVatNumber: must be ten digits/],
    ['a blank bank name', { bankName: ' ' }, /bankName/],
    [
      'a further bank account without a number',
      { otherBankAccounts: 'FNB, Absa 4050000001' },
      /otherBankAccounts: must be banks and numbers/,
    ],
    [
      'a provider’s name of 300 letters',
      { providerName: 'a'.repeat(300) },
      /providerName: Must be at most 100/,
    ],
    ['a provider’s name of two lines', { providerName: 'A\nB' }, /providerName: must be one line/],
    ['a control character in an address', { providerAddress: '1\u0000' }, /providerAddress: This contains/],
    [
      'a hidden change of direction in an address',
      { providerAddress: '1 \u202eLong Street' },
      /providerAddress: This contains/,
    ],
    [
      'an address of 256 letters',
      { providerAddress: 'a'.repeat(256) },
      /providerAddress: Must be at most 255/,
    ],
    ['a phone of words', { contactPhone: 'call us' }, /contactPhone: must be digits/],
    [
      'a registration number of another form',
      { providerRegistrationNumber: 'CK 2014' },
      /providerRegistrationNumber: must be a number such as/,
    ],
    ['a contact that is no address', { contactEmail: 'owconnect.example' }, /contactEmail: Invalid email/],
    ['a sender that is no address', { mailFrom: 'owconnect.example' }, /mailFrom: Invalid email/],
    ['a reply-to without a sender', { mailReplyTo: 'help@a.example' }, /mailReplyTo: needs mailFrom/],
    ['a rate of no mails', { mailRatePerSecond: 0 }, /mailRatePerSecond/],
  ])('the settings refuse %s', (_what, content, message) => {
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
    'providerName',
    'providerRegistrationNumber',
    'providerAddress',
    'contactEmail',
    'contactPhone',
  ])('the settings of a production require %s and name it if it is missing', (name) => {
    expect(() => readSettings('acme', { ...PRODUCTION, [name]: undefined })).toThrow(
      new RegExp(`^deployments/acme.json says what cannot be deployed.\n  ${name}: is missing[^\n]+.$`),
    );
  });

  it('the settings of a production require every field of a bank account, even if all are missing', () => {
    const ofAccount = Object.keys(PRODUCTION).filter((name) => name.startsWith('bank'));
    const without = Object.fromEntries(ofAccount.map((name) => [name, undefined]));

    expect(ofAccount).toHaveLength(5);
    for (const name of ofAccount) {
      expect(() => readSettings('acme', { ...PRODUCTION, ...without })).toThrow(`${name}: is missing`);
    }
  });

  it('the settings of a production require a VAT number or vatRegistered: false, but not both', () => {
    const withoutVat = { ...PRODUCTION, supplierVatNumber: undefined };

    expect(readSettings('acme', { ...withoutVat, vatRegistered: false }).supplierVatNumber).toBeUndefined();
    expect(() => readSettings('acme', { ...withoutVat, vatRegistered: true })).toThrow(
      'supplierVatNumber: is',
    );
    expect(() => readSettings('acme', { ...PRODUCTION, vatRegistered: false })).toThrow('vatRegistered: is');
  });

  it('the settings of a production require a registration number or companyRegistered: false, but not both', () => {
    const without = { ...PRODUCTION, providerRegistrationNumber: undefined };

    expect(
      readSettings('acme', { ...without, companyRegistered: false }).providerRegistrationNumber,
    ).toBeUndefined();
    expect(() => readSettings('acme', { ...without, companyRegistered: true })).toThrow(
      'providerRegistrationNumber: is missing',
    );
    expect(() => readSettings('acme', { ...PRODUCTION, companyRegistered: false })).toThrow(
      'companyRegistered: is false',
    );
  });

  it('the settings of a trial require a whole provider or none, and none is the made-up one', () => {
    expect(readSettings('acme', TRIAL)).toMatchObject(MADE_UP_PROVIDER);
    expect(() => readSettings('acme', { ...TRIAL, providerName: 'Acme' })).toThrow(
      'contactEmail: is missing',
    );
  });

  it('the settings of a trial require a whole bank account or none', () => {
    expect(readSettings('acme', TRIAL).bankName).toBeUndefined();
    expect(() => readSettings('acme', { ...PRODUCTION, trial: true, bankBranchCode: undefined })).toThrow(
      'bankBranchCode: is missing',
    );
  });
});
