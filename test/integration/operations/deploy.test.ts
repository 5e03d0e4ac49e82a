import { createHash } from 'node:crypto';
import { NOTFOUND, TIMEOUT } from 'node:dns';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { readSettings } from '#infra/settings.ts';
import { toKeyFile } from '#local/drive/service-account.ts';
import { type Cdk, makeCdk } from '#operations/deploy/cdk.ts';
import { deployPortal } from '#operations/deploy/deploy-portal.ts';
import type { Dns } from '#operations/deploy/mail.ts';
import { findPortal } from '#operations/portal-place.ts';
import { type Terminal, withoutQuestions } from '#operations/terminal.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { startAwsAccount } from '#test/support/stand-ins/aws-account.ts';
import {
  client,
  DRIVE_ID,
  drive,
  account as driveAccount,
  FOLDER_ID,
  openLocalDrive,
} from '#test/support/stand-ins/local-drive.ts';
import { API_KEY, freshdesk, openLocalFreshdesk } from '#test/support/stand-ins/local-freshdesk.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-deploy-'));
const record = join(folder, 'cdk.txt');
const keyFile = join(folder, 'key.json');
const outputFolder = join(folder, 'cdk.out');
let aws: Awaited<ReturnType<typeof startAwsAccount>>;

openLocalDrive();
openLocalFreshdesk();
beforeAll(async () => {
  aws = await startAwsAccount();
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('RECORDED_CDK', record);
});
beforeEach(() => {
  aws.reset();
  records = { cnames: {}, texts: { '_dmarc.owconnect.example': DMARC }, silent: false };
  vi.stubEnv('FAILING_CDK', 'nothing');
  writeFileSync(keyFile, JSON.stringify(toKeyFile(driveAccount, drive.url)));
  writeSynthesized({ Resources: {} });
  aws.account.outputs = {
    DatabaseArn: 'arn:of:the:cluster',
    DatabaseApplicationSecretArn: 'arn:of:app',
    DatabaseOwnerSecretArn: 'arn:of:owner',
    DriveCredentialsSecretArn: 'arn:of:drive',
    HelpdeskKeySecretArn: 'arn:of:helpdesk',
    PortalOrigin: 'https://portal.owconnect.example',
    DistributionDomainName: 'd111111abcdef8.cloudfront.net',
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await aws.close();
});

/** A production deployment without vendors. */
const ALONE = {
  ...PRODUCTION,
  driveId: undefined,
  driveFolderId: undefined,
  helpdeskUrl: undefined,
};
const withVendors = () => ({ ...ALONE, driveId: DRIVE_ID, driveFolderId: FOLDER_ID });
const YES: [string, string] = ['Deploy this', 'yes'];
const DRIVE_KEY: [string, string] = ['Path of the key file', keyFile];

/** The stacks of a production deployment, in the order of their dependencies. */
const ALL = [
  'acme-data',
  'acme-backup-af-south-1',
  'acme-edge-af-south-1',
  'acme',
  'acme-edge-alarms-af-south-1',
];
const deploying = (name: string) =>
  `deploy ${name} --exclusively --app ${outputFolder} --build= --require-approval never`;

/** Writes what CDK synthesizes of the data stack: its template, under a hash in two lists. */
const writeSynthesized = (template: object) => {
  mkdirSync(outputFolder, { recursive: true });
  const file = 'acme-data.template.json';
  const write = (name: string, content: object) =>
    writeFileSync(join(outputFolder, name), JSON.stringify(content));
  write(file, template);
  write('acme-data.assets.json', { files: { 'hash-of-cdk': { source: { path: file } } } });
  write('manifest.json', { url: 's3://assets/hash-of-cdk.json' });
};
const readSynthesized = (name: string): string => readFileSync(join(outputFolder, name), 'utf8');

const DMARC: string[][] = [['v=DMARC1; p=none']];
/** The records of the DNS, which gives no answer while it is silent. */
let records: { cnames: Record<string, string>; texts: Record<string, string[][]>; silent: boolean };
const answerDns = async <Found>(found: Found | undefined): Promise<Found> => {
  if (records.silent || found === undefined) {
    throw Object.assign(new Error('no answer'), { code: records.silent ? TIMEOUT : NOTFOUND });
  }

  return found;
};
const dns: Dns = {
  resolveCname: (name) => answerDns(records.cnames[name] ? [records.cnames[name]] : undefined),
  resolveTxt: (name) => answerDns(records.texts[name]),
};

/** Starts a program in the place of CDK's command line that records its arguments. */
const startCdk = makeCdk('test/support/stand-ins/recorded-cdk.ts');

/** Records a command as that program does, without a process. */
const recordCdk: Cdk = async (...args) => appendFileSync(record, `${args.join(' ')}\n`);

/** Marks a stack as created once it is deployed. */
const withStacks =
  (cdk: Cdk): Cdk =>
  async (...args) => {
    await cdk(...args);
    const [command, name = ''] = args;
    if (command !== 'deploy') {
      return;
    }
    const abroad = name.includes('-edge-') ? 'us-east-1' : 'eu-west-1';
    const region = name.includes('-af-south-1') ? abroad : 'af-south-1';
    aws.account.stacks[`${region} ${name}`] ??= 'CREATE_COMPLETE';
  };

const run = async (
  content: object,
  answers: [string, string][] = [],
  helpdeskUrl?: string,
  onTerminal = (terminal: Terminal) => terminal,
  cdk: Cdk = recordCdk,
  triesVendors = true,
) => {
  writeFileSync(record, '');
  const { terminal, shown, unanswered } = makeRecordedTerminal(answers);
  const settings = { ...readSettings('acme', content), ...(helpdeskUrl !== undefined && { helpdeskUrl }) };
  const ports = {
    terminal: onTerminal(terminal),
    cdk: withStacks(cdk),
    outputFolder,
    driveApiUrl: `${drive.url}/`,
    triesVendors,
    dns,
  };
  const refusal = await deployPortal(ports, settings).catch((error: Error) => error.message);
  expect(unanswered).toEqual([]);

  return { refusal, shown, commands: readFileSync(record, 'utf8').split('\n').slice(0, -1) };
};

/** Deploys as a pipeline does, which may not read the vendors' keys. */
const runInPipeline = (content: object, helpdeskUrl?: string) =>
  run(content, [], helpdeskUrl, withoutQuestions, recordCdk, false);

const policy = z.object({
  Statement: z.array(z.object({ Sid: z.string(), Action: z.union([z.string(), z.array(z.string())]) })),
});

const listDrive = async () => {
  const { data } = await client.files.list({
    q: `'${FOLDER_ID}' in parents and trashed = false`,
    corpora: 'drive',
    driveId: DRIVE_ID,
    includeItemsFromAllDrives: true,
    supportsAllDrives: true,
    orderBy: 'createdTime',
    fields: 'files(id)',
  });

  return data.files;
};

describe('npm run deploy', () => {
  it('npm run deploy shows the diff, asks, and deploys for the first time so that a failed try can go on', async () => {
    const { refusal, shown, commands } = await run(ALONE, [YES], undefined, undefined, startCdk);

    expect(refusal).toBeUndefined();
    expect(shown).toEqual(['Deploy this as acme to the account 123456789012 in af-south-1?']);
    expect(commands).toEqual([
      `synth --quiet --output ${outputFolder} -c deployment=acme -c concurrency=1000`,
      `diff --app ${outputFolder} --build=`,
      ...ALL.map((name) => `${deploying(name)} --no-rollback`),
    ]);
  });

  it.each([
    ['CREATE_COMPLETE', ''],
    ['UPDATE_COMPLETE', ''],
    ['UPDATE_ROLLBACK_COMPLETE', ''],
    ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', ''],
    ['UPDATE_ROLLBACK_FAILED', ''],
    ['CREATE_FAILED', ' --no-rollback'],
    ['UPDATE_FAILED', ' --no-rollback'],
    ['ROLLBACK_COMPLETE', ' --no-rollback'],
  ])('npm run deploy decides by the status of a stack whether to roll back: %s', async (status, flag) => {
    for (const name of ['acme-data', 'acme']) {
      aws.account.stacks[`af-south-1 ${name}`] = 'UPDATE_COMPLETE';
    }
    aws.account.stacks['eu-west-1 acme-backup-af-south-1'] = status;
    for (const name of ['acme-edge-af-south-1', 'acme-edge-alarms-af-south-1']) {
      aws.account.stacks[`us-east-1 ${name}`] = status;
    }

    expect((await run(ALONE, [YES])).commands.slice(2)).toEqual([
      deploying('acme-data'),
      `${deploying('acme-backup-af-south-1')}${flag}`,
      `${deploying('acme-edge-af-south-1')}${flag}`,
      deploying('acme'),
      `${deploying('acme-edge-alarms-af-south-1')}${flag}`,
    ]);
  });

  it.each(ALL)('npm run deploy continues where a first deployment stopped: at %s', async (stopped) => {
    const stopping: Cdk = async (...args) => {
      await recordCdk(...args);
      if (args[1] === stopped) {
        throw new Error('stopped');
      }
    };
    const first = await run(withVendors(), [DRIVE_KEY, YES], undefined, undefined, stopping);
    expect(first.refusal).toBe('stopped');
    const standing = ALL.slice(0, ALL.indexOf(stopped));

    const keyIsStored = standing.length > 0;
    const again = await run(withVendors(), keyIsStored ? [YES] : [DRIVE_KEY, YES]);
    expect(again.refusal).toBeUndefined();
    expect(again.commands.slice(2)).toEqual(
      ALL.map((name) => deploying(name) + (standing.includes(name) ? '' : ' --no-rollback')),
    );
  });

  it.each([
    ['af-south-1 acme-data', 'CREATE_IN_PROGRESS'],
    ['eu-west-1 acme-backup-af-south-1', 'CREATE_IN_PROGRESS'],
    ['us-east-1 acme-edge-af-south-1', 'UPDATE_IN_PROGRESS'],
    ['af-south-1 acme', 'UPDATE_ROLLBACK_IN_PROGRESS'],
    ['us-east-1 acme-edge-alarms-af-south-1', 'DELETE_IN_PROGRESS'],
  ])('npm run deploy waits for nobody: it refuses while %s is in %s', async (key, status) => {
    aws.account.stacks[key] = status;
    const { refusal, commands } = await run(ALONE);

    const [region, name] = key.split(' ');
    expect(refusal).toBe(
      `CloudFormation still changes ${name} in ${region}: wait until it is done, and run the command again.`,
    );
    expect(commands).toEqual([]);
  });

  it('npm run deploy deploys nothing without a yes or after a command that failed', async () => {
    const { refusal, commands } = await run(ALONE, [['Deploy this', 'no']]);
    expect(refusal).toBe('Nothing was deployed.');
    expect(commands.some((command) => command.startsWith('deploy'))).toBe(false);

    vi.stubEnv('FAILING_CDK', 'diff');
    const failed = await run(ALONE, [], undefined, undefined, startCdk);
    expect(failed.refusal).toBe('cdk diff ended with 3; what it said stands above.');
  });

  const ALONE_QUESTION = 'Administrators sign in by password alone';
  const MOVE = 'All passkeys stop working';
  const PORTAL = 'https://portal.owconnect.example';
  const CLOUDFRONT = 'https://d111111abcdef8.cloudfront.net';
  const moved = (from: string, to: string) => `the portal moves from ${from} to ${to}.`;

  it.each([
    ['required', []],
    ['offered', [ALONE_QUESTION]],
  ])(
    'npm run deploy asks about administrators who sign in by password alone only where the second factor is %s: %j',
    async (adminSecondFactor, asked) => {
      const settings = { ...ALONE, adminSecondFactor };
      const { refusal, shown } = await run(settings, [
        ...asked.map((about): [string, string] => [about, 'yes']),
        YES,
      ]);
      expect(refusal).toBeUndefined();
      expect(shown).toHaveLength(asked.length + 1);

      const refused = await run(
        settings,
        asked.length > 0 ? [[ALONE_QUESTION, 'no']] : [['Deploy this', 'no']],
      );
      expect(refused.refusal).toBe('Nothing was deployed.');
      expect(refused.commands.some((command) => command.startsWith('deploy'))).toBe(false);
    },
  );

  it.each([
    ['another domain of its own', PORTAL, 'clients.owconnect.example', 'clients.owconnect.example'],
    ['a domain of its own', CLOUDFRONT, 'portal.owconnect.example', 'portal.owconnect.example'],
    ["CloudFront's name", PORTAL, undefined, 'd111111abcdef8.cloudfront.net'],
  ])(
    'npm run deploy that moves a standing portal to %s says that all passkeys stop working, and asks',
    async (_, from, domainName, to) => {
      aws.account.stacks['af-south-1 acme'] = 'UPDATE_COMPLETE';
      aws.account.outputs.PortalOrigin = from;
      const settings = { ...(domainName ? ALONE : TRIAL), domainName };

      const { refusal, shown, commands } = await run(settings, [[MOVE, 'no']]);
      expect(refusal).toBe('Nothing was deployed.');
      expect(shown[0]).toContain(moved(new URL(from).hostname, to));
      expect(commands.some((command) => command.startsWith('deploy'))).toBe(false);
      expect((await run(settings, [[MOVE, 'yes'], YES])).refusal).toBeUndefined();
    },
  );

  it.each([
    ['a portal that keeps its own domain', 'UPDATE_COMPLETE', PORTAL, ALONE],
    ["a portal that keeps CloudFront's name", 'UPDATE_COMPLETE', CLOUDFRONT, TRIAL],
    ['a portal whose first deployment failed', 'CREATE_FAILED', CLOUDFRONT, ALONE],
  ])('npm run deploy asks nothing about passkeys for %s', async (_, status, origin, settings) => {
    aws.account.stacks['af-south-1 acme'] = status;
    aws.account.outputs.PortalOrigin = origin;

    expect((await run(settings, [YES])).refusal).toBeUndefined();
  });

  it('npm run deploy names the alarm topics of both regions that the mailbox has not confirmed', async () => {
    const topic = (region: string, ...subscriptions: { endpoint: string; arn: string }[]) => ({
      arn: `arn:aws:sns:${region}:123456789012:alarms`,
      subscriptions,
    });
    const own = (arn: string) => ({ endpoint: PRODUCTION.alarmEmail, arn });
    const others = { endpoint: 'other@owconnect.example', arn: 'arn:of:other' };
    const confirmation = (region: string) =>
      `oncall@owconnect.example gets no alarm of arn:aws:sns:${region}:123456789012:alarms until it confirms AWS's mail; this sends another: aws sns subscribe --region ${region} --topic-arn arn:aws:sns:${region}:123456789012:alarms --protocol email --notification-endpoint oncall@owconnect.example`;

    aws.account.topics = {
      'af-south-1 acme': [topic('af-south-1', others, own('PendingConfirmation'))],
      // AWS removes a subscription that nobody confirms in time.
      'us-east-1 acme-edge-alarms-af-south-1': [topic('us-east-1', others)],
    };
    expect((await run(ALONE, [YES])).shown.slice(1)).toEqual([
      confirmation('af-south-1'),
      confirmation('us-east-1'),
    ]);

    aws.account.topics = {
      'af-south-1 acme': [topic('af-south-1', own('arn:of:subscription'))],
      'us-east-1 acme-edge-alarms-af-south-1': [topic('us-east-1', own('arn:of:subscription'))],
    };
    expect((await run(ALONE, [YES])).shown.slice(1)).toEqual([]);
  });

  it('npm run deploy names the topics that wake somebody, and no others, to the second mailbox', async () => {
    const topic = (name: string) => ({
      arn: `arn:aws:sns:af-south-1:123456789012:acme-AlarmsTold${name}1234-abcd`,
      subscriptions: [{ endpoint: PRODUCTION.alarmEmail, arn: 'arn:of:subscription' }],
    });
    aws.account.topics = { 'af-south-1 acme': [topic('Wakes'), topic('Tells')] };
    const { shown } = await run({ ...ALONE, wakeEmail: 'pager@owconnect.example' }, [YES]);

    expect(shown.filter((line) => line.includes('gets no alarm'))).toEqual([
      expect.stringMatching(/^pager@owconnect\.example gets no alarm of \S+Wakes1234-abcd until/),
    ]);
  });

  it('npm run deploy keeps what a deployed stack still imports, under another hash, and drops what nobody imports', async () => {
    const queue = {
      Type: 'AWS::SQS::Queue',
      Properties: { RedrivePolicy: { dead: { Ref: 'DeadLetters' } } },
    };
    const exported = (name: string, id: string) => ({
      Value: { 'Fn::GetAtt': [id, 'Arn'] },
      Export: { Name: `acme-data:${name}` },
    });
    aws.account.stacks['af-south-1 acme-data'] = 'UPDATE_COMPLETE';
    aws.account.templates['af-south-1 acme-data'] = {
      Resources: {
        Queue: queue,
        DeadLetters: { Type: 'AWS::SQS::Queue' },
        Other: { Type: 'AWS::SQS::Queue' },
      },
      Outputs: { Used: exported('Used', 'Queue'), Unused: exported('Unused', 'Other') },
    };
    aws.account.imports['acme-data:Used'] = ['acme', 'acme-Routesjobs'];
    const { shown } = await run(ALONE, [YES]);

    expect(shown).toContain(
      'acme-data keeps what the functions that run now still use, until the next deployment: acme-data:Used.',
    );
    const kept = readSynthesized('acme-data.template.json');
    expect(JSON.parse(kept)).toEqual({
      Resources: { Queue: queue, DeadLetters: { Type: 'AWS::SQS::Queue' } },
      Outputs: { Used: exported('Used', 'Queue') },
    });
    const hash = createHash('sha256').update(kept).digest('hex');
    expect(Object.keys(JSON.parse(readSynthesized('acme-data.assets.json')).files)).toEqual([hash]);
    expect(readSynthesized('manifest.json')).toContain(`/${hash}.json`);
  });

  it("npm run deploy asks for the vendors' keys once, tries them, and stores them after the data stack", async () => {
    aws.account.secrets = { 'arn:of:drive': 'what AWS {generated', 'arn:of:helpdesk': "as well, as 'this" };
    const { refusal, shown, commands } = await run(
      withVendors(),
      [DRIVE_KEY, ['API key of the agent', API_KEY], YES],
      freshdesk.url,
    );

    expect(refusal).toBeUndefined();
    expect(commands.slice(2)).toEqual(ALL.map((name) => `${deploying(name)} --no-rollback`));
    expect(aws.account.secrets).toEqual({
      'arn:of:drive': readFileSync(keyFile, 'utf8'),
      'arn:of:helpdesk': API_KEY,
    });
    expect(shown.at(-1)).toContain('delete yours');
    expect(shown.join()).not.toContain(API_KEY);
    expect(await listDrive()).toEqual([]);

    const again = await run(withVendors(), [YES], freshdesk.url);
    expect(again.refusal).toBeUndefined();
    expect(again.commands.slice(2)).toEqual(ALL.map(deploying));
  });

  it('npm run deploy --yes asks nothing, takes the stored keys, and refuses where one is missing', async () => {
    const before = await run(withVendors(), [], undefined, withoutQuestions);
    expect(before).toMatchObject({ commands: [], shown: [] });
    expect(before.refusal).toBe(
      "--yes asks nothing, and AWS does not keep this yet: Path of the key file (JSON) of Google's service account. Run it without --yes once.",
    );

    aws.account.stacks['af-south-1 acme-data'] = 'CREATE_COMPLETE';
    aws.account.secrets['arn:of:drive'] = readFileSync(keyFile, 'utf8');
    const { refusal, commands, shown } = await run(withVendors(), [], undefined, withoutQuestions);
    expect(refusal).toBeUndefined();
    expect(shown).toEqual(['Deploy this as acme to the account 123456789012 in af-south-1? yes']);
    expect(commands).toHaveLength(2 + ALL.length);
  });

  it('npm run deploy --without-vendors neither reads nor tries a key of a vendor', async () => {
    aws.account.stacks['af-south-1 acme'] = 'UPDATE_COMPLETE';
    aws.account.stacks['af-south-1 acme-data'] = 'UPDATE_COMPLETE';
    const { refusal, commands } = await runInPipeline(withVendors(), freshdesk.url);

    expect(refusal).toBeUndefined();
    expect(commands).toHaveLength(2 + ALL.length);
    expect(aws.account.calls.filter((call) => call.startsWith('secretsmanager '))).toEqual([]);
    const { Statement } = policy.parse(JSON.parse(readFileSync('docs/deployer-policy.json', 'utf8')));
    const ofPipeline = Statement.filter(({ Sid }) => Sid !== 'KeepTheKeysOfDriveAndHelpdesk');
    expect(JSON.stringify(ofPipeline)).not.toContain('secretsmanager');
  });

  it.each(['no stack', 'ROLLBACK_COMPLETE'])(
    'npm run deploy --without-vendors refuses the first deployment of a portal with vendors (%s)',
    async (status) => {
      if (status !== 'no stack') {
        aws.account.stacks['af-south-1 acme'] = status;
      }
      const { refusal, commands } = await runInPipeline(withVendors());

      expect(refusal).toBe(
        'The first deployment asks for the keys of Drive and helpdesk: run it at a terminal, without --without-vendors.',
      );
      expect(commands).toEqual([]);
      expect((await runInPipeline(ALONE)).refusal).toBeUndefined();
    },
  );

  it('npm run deploy makes exactly the AWS calls that docs/deployer-policy.json allows', async () => {
    aws.account.topics['af-south-1 acme'] = [
      { arn: 'arn:aws:sns:af-south-1:123456789012:acme-1', subscriptions: [] },
    ];
    await run(withVendors(), [DRIVE_KEY, YES]);
    aws.account.templates['af-south-1 acme-data'] = {
      Resources: {},
      Outputs: { Old: { Value: 'old', Export: { Name: 'acme-data:Old' } } },
    };
    await run(withVendors(), [YES]);

    const REST: Record<string, string> = {
      'account /getRegionOptStatus': 'account:GetRegionOptStatus',
      'backup /account-settings': 'backup:DescribeRegionSettings',
      'backup /global-settings': 'backup:DescribeGlobalSettings',
      'lambda /2016-08-19/account-settings': 'lambda:GetAccountSettings',
      'ses /v2/email/account': 'ses:GetAccount',
      'ses /v2/email/identities/owconnect.example': 'ses:GetEmailIdentity',
    };
    const called = aws.account.calls.map((call) => REST[call] ?? call.replace(' ', ':'));
    const { Statement } = policy.parse(JSON.parse(readFileSync('docs/deployer-policy.json', 'utf8')));
    const allowed = Statement.flatMap(({ Action }) => Action).filter((action) => action !== 'sts:AssumeRole');

    // Everybody may call GetCallerIdentity.
    expect([...new Set(called)].filter((call) => call !== 'sts:GetCallerIdentity').toSorted()).toEqual(
      allowed.toSorted(),
    );
  });

  it.each<[string, () => void, RegExp]>([
    [
      'AWS Backup leaves Aurora out',
      () => {
        aws.account.backsUp = { Aurora: false, RDS: true };
      },
      /^AWS Backup leaves Aurora out in af-south-1: aws backup update-region-settings/,
    ],
    [
      'the Organization allows no backup to another account',
      () => {
        aws.account.isCrossAccountBackupEnabled = 'false';
      },
      /^The Organization allows no backup to another account/,
    ],
    [
      'the vault is missing',
      () => {
        aws.account.keyAliases = ['arn:aws:kms:af-south-1:210987654321:alias/other-copies'];
      },
      /^The backup account 210987654321 has no vault for acme in af-south-1\. .*PortalAccount=123456789012$/,
    ],
  ])(
    'npm run deploy with a backup account is refused if %s, before anything is built',
    async (_what, change, words) => {
      change();
      const { refusal, commands } = await run(ALONE);

      expect(refusal).toMatch(words);
      expect(commands).toEqual([]);
    },
  );

  it('npm run deploy goes on with a portal that stands although its backups are not copied any more, and says so', async () => {
    aws.account.stacks['af-south-1 acme'] = 'UPDATE_COMPLETE';
    aws.account.backsUp = { Aurora: false, RDS: true };
    const { refusal, shown } = await run(ALONE, [YES]);

    expect(refusal).toBeUndefined();
    expect(shown[0]).toMatch(
      /^AWS Backup leaves Aurora out .* The portal stands, so the deployment goes on\.$/,
    );
  });

  it('npm run deploy with a backup account goes on if only the Organization knows whether it allows it, and says so', async () => {
    aws.account.isCrossAccountBackupEnabled = null;
    const { refusal, shown } = await run(ALONE, [YES]);

    expect(refusal).toBeUndefined();
    expect(shown.join()).toContain('look tomorrow whether the first copy arrived');
  });

  it('npm run deploy without a backup region deploys nothing into another one but the edge', async () => {
    const { commands } = await run({ ...ALONE, backupRegion: undefined }, [YES]);

    expect(commands.filter((command) => command.startsWith('deploy'))).toEqual(
      ALL.filter((name) => name !== 'acme-backup-af-south-1').map((name) =>
        expect.stringContaining(` ${name} `),
      ),
    );
  });

  it.each<[string, () => void, RegExp]>([
    [
      'is not enabled for the account',
      () => {
        aws.account.regions['eu-west-1'] = 'DISABLED';
      },
      /^The region eu-west-1 is not enabled for this account \(DISABLED\)/,
    ],
    [
      'has no place for CDK',
      () => {
        aws.account.stacks = { ...aws.account.stacks, 'eu-west-1 CDKToolkit': 'DELETE_COMPLETE' };
      },
      /^CDK has no place in eu-west-1 yet/,
    ],
    [
      'could not restore the database',
      () => {
        aws.account.withoutEngine = ['eu-west-1'];
      },
      /^Aurora offers no PostgreSQL 18 in eu-west-1: choose another region\.$/,
    ],
  ])('npm run deploy refuses a backup region that %s', async (_what, change, words) => {
    change();
    const { refusal, commands } = await run(ALONE);

    expect(refusal).toMatch(words);
    expect(commands).toEqual([]);
  });

  it('npm run deploy of a production without a backup region says what its loss would take', async () => {
    const lost = 'If af-south-1 is lost, so are all backups';

    expect((await run({ ...ALONE, backupRegion: undefined }, [YES])).shown.join()).toContain(lost);
    expect((await run(ALONE, [YES])).shown.join()).not.toContain(lost);
    expect((await run(TRIAL, [YES])).shown.join()).not.toContain(lost);
  });

  it('npm run deploy without a backup account asks AWS nothing about one, and advises one at the end unless it is a trial', async () => {
    const sentence = /^Only this account keeps backups of the database.*name a backupAccount/;
    const { shown } = await run({ ...ALONE, backupAccount: undefined }, [YES]);
    const ofTrial = await run(TRIAL, [YES]);

    expect(shown.at(-1)).toMatch(sentence);
    expect(ofTrial.shown.filter((each) => sentence.test(each))).toEqual([]);
    expect(aws.account.calls.filter((call) => /^(backup|kms) /.test(call))).toEqual([]);
  });

  it('npm run deploy names the stack in us-east-1 that the new settings no longer need', async () => {
    aws.account.stacks['us-east-1 acme-edge-af-south-1'] = 'UPDATE_COMPLETE';
    const { commands, shown } = await run(TRIAL, [YES]);

    expect(commands.slice(2)).toEqual(
      [deploying('acme-data'), deploying('acme'), deploying('acme-edge-alarms-af-south-1')].map((command) =>
        expect.stringContaining(command),
      ),
    );
    expect(shown.at(-1)).toBe(
      'acme-edge-af-south-1 is needed no more: aws cloudformation delete-stack --region us-east-1 --stack-name acme-edge-af-south-1',
    );
  });

  it.each<[string, () => void, object, string]>([
    [
      'with credentials that AWS does not know',
      () => {
        aws.account.number = '';
      },
      ALONE,
      'AWS knows no account',
    ],
    [
      'to another account than the file names',
      () => {
        aws.account.number = '999999999999';
      },
      ALONE,
      "deployments/acme.json names the account 123456789012, and this terminal's credentials are of 999999999999",
    ],
    [
      'in a region that is not enabled',
      () => {
        aws.account.regions['af-south-1'] = 'DISABLED';
      },
      ALONE,
      'The region af-south-1 is not enabled for this account (DISABLED)',
    ],
    [
      'in a region that was not bootstrapped',
      () => {
        delete aws.account.stacks['af-south-1 CDKToolkit'];
      },
      ALONE,
      'npx cdk bootstrap aws://123456789012/af-south-1',
    ],
    [
      'with a permissions boundary that CDK has not in us-east-1',
      () => {
        aws.account.permissionsBoundaries = { 'af-south-1': 'portal-boundary' };
      },
      { ...ALONE, backupRegion: undefined, permissionsBoundary: 'portal-boundary' },
      "CDK's permissions boundary in us-east-1 is '', and deployments/acme.json names 'portal-boundary': change the file, or npx cdk bootstrap aws://123456789012/us-east-1 --app '' --custom-permissions-boundary 'portal-boundary'.",
    ],
    [
      'without the permissions boundary that CDK has',
      () => {
        aws.account.permissionsBoundaries = { 'af-south-1': 'portal-boundary' };
      },
      ALONE,
      "CDK's permissions boundary in af-south-1 is 'portal-boundary', and deployments/acme.json names ''",
    ],
    [
      'where us-east-1 was not bootstrapped completely',
      () => {
        aws.account.stacks['us-east-1 CDKToolkit'] = 'ROLLBACK_COMPLETE';
      },
      ALONE,
      'npx cdk bootstrap aws://123456789012/us-east-1',
    ],
    [
      'with too few concurrent Lambdas',
      () => {
        aws.account.concurrency = 99;
      },
      ALONE,
      'Lambda may run 99 functions at once in af-south-1, and clients need 100: ask for 1,000',
    ],
    [
      'where Aurora has no such engine',
      () => {
        aws.account.engineFamilies = ['aurora-postgresql17'];
      },
      ALONE,
      'Aurora offers no PostgreSQL 18 in af-south-1',
    ],
    [
      'where the engine has no serverless instances',
      () => {
        aws.account.serverlessVersions = ['17.5', '16.8'];
      },
      ALONE,
      'Aurora has PostgreSQL 18 in af-south-1, but not with instances of the class db.serverless',
    ],
    [
      'with a sender whose domain SES does not know',
      () => {
        aws.account.identities = {};
      },
      ALONE,
      'has not verified owconnect.example, the domain of mailFrom. Begin with: aws sesv2 create-email-identity --region af-south-1 --email-identity owconnect.example ',
    ],
    [
      'with an unverified sender that does not use Easy DKIM',
      () => {
        aws.account.identities = { 'owconnect.example': { isVerified: false, mailFrom: 'SUCCESS' } };
        aws.account.dkimOrigin = 'EXTERNAL';
      },
      ALONE,
      'It does not use Easy DKIM',
    ],
    [
      'with a higher rate of mails than SES allows',
      () => {
        aws.account.maxSendRate = 1;
      },
      { ...ALONE, mailRatePerSecond: 2 },
      'mailRatePerSecond is 2, and Amazon SES in af-south-1 takes 1 mails a second from this account',
    ],
    [
      'without production access at SES',
      () => {
        aws.account.hasProductionAccess = false;
      },
      ALONE,
      'ask for production access',
    ],
    [
      'with the made-up bank account of the example',
      () => undefined,
      { ...ALONE, bankAccountNumber: BANK_ACCOUNT.accountNumber },
      'has the made-up bankAccountNumber of the example',
    ],
  ])('deploying %s is refused in one sentence before the synth', async (_name, change, content, sentence) => {
    change();
    const { refusal, shown, commands } = await run(content);

    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain('\n');
    expect([shown, commands]).toEqual([[], []]);
  });

  it('npm run deploy accepts a trial that may mail to its own addresses alone', async () => {
    aws.account.hasProductionAccess = false;

    expect((await run({ ...TRIAL, mailFrom: 'portal@owconnect.example' }, [YES])).refusal).toBeUndefined();
  });

  it('npm run deploy asks SES nothing for a portal without mail', async () => {
    await run({ ...ALONE, mailFrom: undefined, mailReplyTo: undefined }, [YES]);

    expect(aws.account.calls.filter((call) => call.startsWith('ses'))).toEqual([]);
  });

  const cname = (token: string) => [
    `${token}._domainkey.owconnect.example`,
    `${token}.dkim.af-south-1.amazonses.com`,
  ];

  it.each<[string, () => void, string[]]>([
    ['all three', () => undefined, ['one', 'two', 'three']],
    [
      'those that the DNS does not have or has for another region',
      () => {
        records.cnames = {
          ...Object.fromEntries([cname('one')]),
          'two._domainkey.owconnect.example': 'two.dkim.amazonses.com',
        };
      },
      ['two', 'three'],
    ],
    [
      'all three, if the DNS does not answer',
      () => {
        records.silent = true;
      },
      ['one', 'two', 'three'],
    ],
  ])(
    'npm run deploy refuses an unverified sender and prints the CNAMEs to add: %s',
    async (_which, change, tokens) => {
      aws.account.identities = { 'owconnect.example': { isVerified: false, mailFrom: 'SUCCESS' } };
      change();
      const { refusal, commands } = await run(ALONE);

      expect(refusal).toBe(
        [
          'Amazon SES in af-south-1 has not verified owconnect.example, the domain of mailFrom. The DNS needs:',
          ...tokens.map((token) => `  ${cname(token).join(' CNAME ')}`),
          'SES looks for them for 72 hours (docs/operations/deploy.md, step 6).',
        ].join('\n'),
      );
      expect(commands).toEqual([]);
    },
  );

  it('npm run deploy says that SES has yet to see CNAMEs that the DNS has, and what else the DNS lacks', async () => {
    aws.account.identities = {
      'owconnect.example': { isVerified: false, mailFrom: 'PENDING', mailFromDomain: 'b.owconnect.example' },
    };
    records.cnames = Object.fromEntries(['one', 'two', 'three'].map(cname));
    records.texts = {};

    expect((await run(ALONE)).refusal?.split('\n')).toEqual([
      expect.stringContaining('The DNS has every CNAME that SES asks for, so wait'),
      expect.stringContaining(
        'the DNS needs b.owconnect.example MX 10 feedback-smtp.af-south-1.amazonses.com and b.owconnect.example TXT "v=spf1 include:amazonses.com ~all"',
      ),
      expect.stringContaining('the DNS needs _dmarc.owconnect.example TXT "v=DMARC1; p=none; '),
    ]);
  });

  it.each<[string, () => void, RegExp]>([
    [
      'the domain has no MAIL FROM domain',
      () => {
        aws.account.identities = { 'mail.owconnect.example': { isVerified: true, mailFrom: 'NOT_STARTED' } };
      },
      /^Mails leave under a name of Amazon SES.*--mail-from-domain bounce\.mail\.owconnect\.example /,
    ],
    [
      'neither the domain nor one above it has a DMARC record',
      () => {
        records.texts = { '_dmarc.owconnect.example': [['v=spf1 -all']] };
      },
      /the DNS needs _dmarc\.mail\.owconnect\.example TXT "v=DMARC1; p=none; /,
    ],
    [
      'a domain has two DMARC records',
      () => {
        records.texts = { '_dmarc.owconnect.example': [...DMARC, ['v=DMARC1; ', 'p=reject']] };
      },
      /^_dmarc\.owconnect\.example has 2 DMARC records, which count as none/,
    ],
  ])('npm run deploy says at the end that %s, and deploys all the same', async (_what, change, sentence) => {
    aws.account.identities = { 'mail.owconnect.example': { isVerified: true, mailFrom: 'SUCCESS' } };
    change();
    const { refusal, shown } = await run({ ...ALONE, mailFrom: 'portal@mail.owconnect.example' }, [YES]);

    expect(refusal).toBeUndefined();
    expect(shown.slice(1)).toEqual([expect.stringMatching(sentence)]);
  });

  it.each<[string, () => void]>([
    ['that the domain of the company has already', () => undefined],
    [
      'if the DNS does not answer',
      () => {
        records.silent = true;
      },
    ],
  ])('npm run deploy advises no DMARC record %s', async (_when, change) => {
    aws.account.identities = { 'mail.owconnect.example': { isVerified: true, mailFrom: 'SUCCESS' } };
    change();
    const { refusal, shown } = await run({ ...ALONE, mailFrom: 'portal@mail.owconnect.example' }, [YES]);

    expect(refusal).toBeUndefined();
    expect(shown).toHaveLength(1);
  });

  it.each([
    ['a trial', TRIAL, 10],
    ['a production portal', ALONE, 100],
    ['a production portal', ALONE, 499],
  ])(
    'npm run deploy tells %s that %s concurrent Lambdas may not suffice, and goes on',
    async (_of, content, concurrency) => {
      aws.account.concurrency = concurrency;
      const { refusal, shown, commands } = await run(content, [YES]);

      expect(refusal).toBeUndefined();
      expect(shown[0]).toBe(
        `Lambda may run ${concurrency} functions at once in af-south-1; the portal uses up to 500, and refuses calls above: ask for 1,000 under Service Quotas, 'Concurrent executions' (a day or two).`,
      );
      expect(commands[0]).toContain(`-c concurrency=${concurrency}`);
    },
  );

  it('npm run deploy says nothing about five hundred concurrent Lambdas', async () => {
    aws.account.concurrency = 500;

    expect((await run(TRIAL, [YES])).shown).toHaveLength(1);
  });

  it.each<[string, () => void, [string, string], string]>([
    [
      'a key file that is not there',
      () => undefined,
      ['Path', join(folder, 'none.json')],
      'none.json cannot be read',
    ],
    [
      'a file that is not a key',
      () => writeFileSync(keyFile, '{"type":"user"}'),
      DRIVE_KEY,
      'is no such key file',
    ],
    [
      'an account that may only read',
      () => drive.setRole('reader'),
      DRIVE_KEY,
      'The shared drive cannot be written to with this key.',
    ],
    [
      'an account that is not a member',
      () => drive.setRole(undefined),
      DRIVE_KEY,
      'There is no such shared drive',
    ],
  ])('npm run deploy refuses a drive with %s', async (_name, change, answer, sentence) => {
    change();
    const { refusal, commands } = await run(withVendors(), [answer]);

    expect(refusal).toContain(sentence);
    expect(commands).toEqual([]);
  });

  it('npm run deploy refuses a stored key that the drive does not accept any more', async () => {
    aws.account.stacks['af-south-1 acme-data'] = 'CREATE_COMPLETE';
    aws.account.secrets['arn:of:drive'] = readFileSync(keyFile, 'utf8');
    drive.setRole('reader');

    expect((await run(withVendors())).refusal).toContain('cannot be written to with this key');
  });

  it.each<[string, () => void, string]>([
    [
      'a drive that refuses the stored key',
      () => drive.setRole('reader'),
      'The shared drive cannot be written to with this key.',
    ],
    [
      'a helpdesk that does not answer',
      () => freshdesk.failNext('groups.list', { status: 503 }),
      'does not answer as Freshdesk does',
    ],
    [
      'a sender whose DKIM records are gone',
      () => {
        aws.account.identities = { 'owconnect.example': { isVerified: false, mailFrom: 'SUCCESS' } };
      },
      'Amazon SES in af-south-1 has not verified owconnect.example',
    ],
    [
      'an SES that answers every question with a fault',
      () => {
        aws.account.doesSesAnswer = false;
      },
      'A vendor could not be asked: SES is out of order.',
    ],
    [
      'a rate of mails that SES does not allow any more',
      () => {
        aws.account.maxSendRate = 0.5;
      },
      'mailRatePerSecond is 1, and Amazon SES in af-south-1 takes 0.5 mails a second',
    ],
  ])(
    'npm run deploy goes on with a portal that stands, and says that there is %s',
    async (_which, change, sentence) => {
      aws.account.stacks['af-south-1 acme-data'] = 'UPDATE_COMPLETE';
      aws.account.stacks['af-south-1 acme'] = 'UPDATE_ROLLBACK_COMPLETE';
      aws.account.secrets = { 'arn:of:drive': readFileSync(keyFile, 'utf8'), 'arn:of:helpdesk': API_KEY };
      change();
      const { refusal, shown, commands } = await run(withVendors(), [YES], freshdesk.url);

      expect(refusal).toBeUndefined();
      expect(shown[0]).toContain(sentence);
      expect(shown[0]).toMatch(/The portal stands, so the deployment goes on\.$/);
      expect(commands).toHaveLength(2 + ALL.length);
    },
  );

  it('npm run deploy refuses a new key that its vendor refuses, also for a portal that stands', async () => {
    aws.account.stacks['af-south-1 acme-data'] = 'UPDATE_COMPLETE';
    aws.account.stacks['af-south-1 acme'] = 'UPDATE_COMPLETE';
    drive.setRole('reader');

    const { refusal, commands } = await run(withVendors(), [DRIVE_KEY]);
    expect(refusal).toContain('cannot be written to with this key');
    expect(commands).toEqual([]);
  });

  it.each([
    ['a key that it does not know', 'zzzz', () => freshdesk.url, 'refuses this key.'],
    ['a text that is not a key', 'my key', () => freshdesk.url, 'This is no such key.'],
    ['an address without a Freshdesk', API_KEY, () => drive.url, 'does not answer as Freshdesk does'],
  ])('npm run deploy refuses a helpdesk with %s', async (_name, key, url, sentence) => {
    const { refusal, commands } = await run(ALONE, [['API key of the agent', key]], url());

    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain(key === API_KEY ? key : 'zzzz');
    expect(commands).toEqual([]);
  });
});

describe('the commands of a deployment', () => {
  it("an operator's command says that a deployment has no file, or no stack yet", async () => {
    await expect(findPortal('nobody')).rejects.toThrow('There is no deployments/nobody.json');
    await expect(findPortal('example')).rejects.toThrow('has no stack example-data: deploy it first');
  });

  it("an operator's command finds the database by the outputs of the stack", async () => {
    aws.account.stacks['af-south-1 example-data'] = 'CREATE_COMPLETE';

    expect(await findPortal('example')).toEqual({
      client: { region: 'af-south-1' },
      database: 'portal',
      resourceArn: 'arn:of:the:cluster',
      applicationSecretArn: 'arn:of:app',
      ownerSecretArn: 'arn:of:owner',
    });
  });
});
