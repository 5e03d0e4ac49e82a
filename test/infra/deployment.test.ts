import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readDeployment } from '#infra/settings.ts';
import { contract } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';
import { environmentOf } from '#test/support/infra/template-grants.ts';

const trial = synthPortal(TRIAL);
const production = synthPortal(PRODUCTION);
/** Every setting that changes the stacks in another way than these two. */
const unusual = synthPortal({
  ...TRIAL,
  domainName: 'portal.owconnect.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  architecture: 'x86_64',
  databaseCapacityMin: 1,
  databaseReaders: 1,
  pdfConcurrency: 9,
  apiRequestsPerSecond: 7,
  apiBurst: 8,
  signInRequestsPerSecond: 5,
  signInBurst: 6,
  originSecretGenerations: [1, 2],
  helpdeskUrl: 'https://owconnect.freshdesk.com',
  helpdeskContactUrl: 'https://agents.owconnect.example/people/{id}',
  helpdeskWritesPerClientMinute: 12,
  helpdeskReadsPerClientMinute: 30,
  helpdeskTicketsPerClientHour: 5,
  helpdeskRepliesPerClientHour: 50,
});

/** CloudFormation allows 500 in a stack; the difference is room to grow. */
const RESOURCES_MAX = 400;

/** The resources of one route, in any stack. */
const ROUTE_RESOURCES = [
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::IAM::Role',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
];

/** Resources of the schedule that keeps a function loaded. */
const SCHEDULE_RESOURCES = ['AWS::IAM::Role', 'AWS::Lambda::EventInvokeConfig', 'AWS::Scheduler::Schedule'];

/**
 * Lengths that AWS takes and that grow with the contract:
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_MetricFilter.html and
 * https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
 */
const FILTER_PATTERN_MAX = 1_024;
const DESCRIPTION_MAX = 256;

/** The longest name of a region. */
const REGION_LONGEST = 'ap-southeast-1';

/** https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_ExecuteStatement.html */
const DATA_API_ARN_MAX = 100;

describe('the deployment', () => {
  it.each([
    ['for a trial', trial],
    ['in production', production],
    ['with every unusual setting', unusual],
  ])('a deployment %s has no finding of cdk-nag', (_which, { findings }) => {
    expect(findings).toEqual([]);
  });

  it('the deployment warns only about settings that a person has to make', () => {
    expect(trial.warnings).toEqual([
      expect.stringContaining('driveId is not set'),
      expect.stringContaining('domainName is not set: browsers may speak TLS 1.0'),
    ]);
    expect(production.warnings).toEqual([]);
  });

  it.each([
    ['for a trial', trial],
    ['in production', production],
  ])(
    'a deployment %s leaves room for resources in every stack, also the nested ones',
    (_which, { templates }) => {
      const counts = [...templates.values()].flatMap(({ resourcesByFile }) =>
        [...resourcesByFile].map(([file, resources]) => ({ file, count: Object.keys(resources).length })),
      );

      expect(counts).toHaveLength(templates.size + Object.keys(contract).length);
      expect(counts.filter(({ count }) => count > RESOURCES_MAX)).toEqual([]);
    },
  );

  it('the routes of each area have a nested stack that contains nothing else', () => {
    const { template } = production;
    const [, ...nested] = [...template.resourcesByFile.values()].map((resources) => ({
      entries: [...template.functionsByEntry()].flatMap(([entry, [id]]) => (id in resources ? [entry] : [])),
      types: Object.values(resources).map(({ Type }) => Type),
    }));
    const areas = Object.entries(contract).map(([area, routes]) => ({
      entries: Object.keys(routes).map((action) => `functions/handlers/${area}/${action}.ts`),
      types: Object.values<Route>(routes).flatMap(({ isFirstRead }) => [
        ...ROUTE_RESOURCES,
        ...(isFirstRead ? SCHEDULE_RESOURCES : []),
      ]),
    }));
    const sort = ({ entries, types }: (typeof areas)[number]) => [entries.toSorted(), types.toSorted()];

    expect(nested.map(sort)).toEqual(areas.map(sort));
  });

  it('the template contains no secret, only where to find it', () => {
    const text = JSON.stringify(production.template.resources);
    const secrets = production.template
      .ofType('AWS::SecretsManager::Secret')
      .map(([, { Properties }]) => Properties);

    expect(secrets).toHaveLength(9);
    expect(secrets.filter(({ SecretString }) => SecretString !== undefined)).toEqual([]);
    expect(secrets.filter(({ GenerateSecretString }) => GenerateSecretString === undefined)).toEqual([]);
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY/);
  });

  it('a nested stack gets the place of a secret and not its value, which everyone who sees stacks could read', () => {
    const [portal = {}] = production.template.resourcesByFile.values();
    const given = Object.values(portal)
      .filter(({ Type }) => Type === 'AWS::CloudFormation::Stack')
      .map(({ Properties }) => JSON.stringify(Properties.Parameters));

    expect(given).toHaveLength(Object.keys(contract).length);
    expect(given.filter((parameters) => !parameters.includes('OriginSecretsGeneration'))).toEqual([]);
    expect(given.filter((parameters) => parameters.includes('{{resolve:'))).toEqual([]);
  });
});

it('no description of a function and no pattern of a log filter is longer than AWS takes', () => {
  const lengthsOf = (type: string, name: string) =>
    production.template.ofType(type).map(([, { Properties }]) => String(Properties[name]).length);

  expect(Math.max(...lengthsOf('AWS::Lambda::Function', 'Description'))).toBeLessThanOrEqual(DESCRIPTION_MAX);
  expect(Math.max(...lengthsOf('AWS::Logs::MetricFilter', 'FilterPattern'))).toBeLessThanOrEqual(
    FILTER_PATTERN_MAX,
  );
});

describe('the database', () => {
  const cluster = production.template.single('AWS::RDS::DBCluster');

  it('the database has the Data API, encryption, backups of 35 days and protection from deletion', () => {
    expect(cluster.Properties).toMatchObject({
      Engine: 'aurora-postgresql',
      EnableHttpEndpoint: true,
      StorageEncrypted: true,
      BackupRetentionPeriod: 35,
      DeletionProtection: true,
    });
    expect(cluster.DeletionPolicy).toBe('Snapshot');
  });

  it('the database, its backups and its statistics are encrypted with a key of our own, which rotates and is never deleted', () => {
    const [[keyId, key] = []] = production.template
      .ofType('AWS::KMS::Key')
      .filter(([id]) => id.startsWith('Database'));
    const arn = { 'Fn::GetAtt': [keyId, 'Arn'] };

    expect(key).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { EnableKeyRotation: true },
    });
    expect(cluster.Properties).toMatchObject({ KmsKeyId: arn, PerformanceInsightsKmsKeyId: arn });
    for (const [, { Properties }] of production.template.ofType('AWS::RDS::DBInstance')) {
      expect(Properties.PerformanceInsightsKMSKeyId).toEqual(arn);
    }
  });

  it('the database names only its major version, so Aurora moves its minor versions forward, never back', () => {
    expect(cluster.Properties.EngineVersion).toBe('18');
    expect(production.template.single('AWS::RDS::DBInstance').Properties).toMatchObject({
      AutoMinorVersionUpgrade: true,
    });
  });

  it('the database shows its longest statements, and logs for 90 days without statement values', () => {
    const [[logId, log] = []] = production.template
      .ofType('AWS::Logs::LogGroup')
      .filter(([, { Properties }]) => Properties.LogGroupName === '/aws/rds/cluster/ow-connect/postgresql');

    expect(cluster.Properties).toMatchObject({
      DBClusterIdentifier: 'ow-connect',
      DatabaseInsightsMode: 'standard',
      PerformanceInsightsRetentionPeriod: 7,
      EnableCloudwatchLogsExports: ['postgresql'],
    });
    expect(cluster.DependsOn).toContain(logId);
    expect(log?.Properties.RetentionInDays).toBe(90);
    expect(production.template.single('AWS::RDS::DBClusterParameterGroup').Properties.Parameters).toEqual({
      log_error_verbosity: 'terse',
    });
  });

  it('the database shows its load only from two capacity units on, below which AWS advises against it', () => {
    const shown = [production, trial, unusual].map(({ template }) => [
      template.single('AWS::RDS::DBCluster').Properties.PerformanceInsightsEnabled ?? false,
      ...template
        .ofType('AWS::RDS::DBInstance')
        .map(([, { Properties }]) => Properties.EnablePerformanceInsights ?? false),
    ]);

    expect(shown).toEqual([
      [true, true],
      [false, false],
      [false, false, false],
    ]);
  });

  it('backup and maintenance of the database never overlap, which RDS refuses, and each instance has the window', () => {
    const { PreferredBackupWindow, PreferredMaintenanceWindow } =
      unusual.template.single('AWS::RDS::DBCluster').Properties;
    const windows = unusual.template
      .ofType('AWS::RDS::DBInstance')
      .map(([, { Properties }]) => Properties.PreferredMaintenanceWindow);
    const hoursOf = (window: unknown) => [...String(window).matchAll(/\d\d:\d\d/g)].map(([hour]) => hour);
    const [backupFrom = '', backupTo = ''] = hoursOf(PreferredBackupWindow);
    const [from = '', to = ''] = hoursOf(PreferredMaintenanceWindow);

    expect(PreferredMaintenanceWindow).toBe('sun:00:00-sun:01:00');
    expect(windows).toEqual([PreferredMaintenanceWindow, PreferredMaintenanceWindow]);
    // Neither goes past midnight, so that hours compare as texts.
    expect([backupFrom < backupTo, from < to]).toEqual([true, true]);
    expect(backupTo <= from || to <= backupFrom).toBe(true);
  });

  it('the database has a reader that takes over if the deployment wants one', () => {
    const tiers = unusual.template
      .ofType('AWS::RDS::DBInstance')
      .map(([, { Properties }]) => Properties.PromotionTier);

    expect(tiers).toEqual([0, 1]);
  });

  it('the database is in a network without any way in or out', () => {
    const { template } = production;
    const [group] = template.ofType('AWS::EC2::SecurityGroup');

    expect(group?.[1].Properties.SecurityGroupIngress).toBeUndefined();
    for (const type of [
      'InternetGateway',
      'NatGateway',
      'SecurityGroupIngress',
      'Route',
      'VPCPeeringConnection',
    ]) {
      expect(template.ofType(`AWS::EC2::${type}`)).toEqual([]);
    }
    expect(template.single('AWS::RDS::DBInstance').Properties.PubliclyAccessible).toBeFalsy();
  });

  it.each([
    ['always awake by default, with room for the insights', production, { MinCapacity: 2, MaxCapacity: 8 }],
    ['small in a trial', trial, { MinCapacity: 0.5, MaxCapacity: 8 }],
    ['as small as the deployment wants', unusual, { MinCapacity: 1, MaxCapacity: 8 }],
  ])('the capacity of the database is %s', (_which, { template }, capacity) => {
    expect(template.single('AWS::RDS::DBCluster').Properties.ServerlessV2ScalingConfiguration).toMatchObject(
      capacity,
    );
  });

  it('the database has a role for migrations, one for the routes that only read, and one for everything else', () => {
    const users = production.template.ofType('AWS::SecretsManager::Secret').flatMap(([, { Properties }]) => {
      const generated = z
        .object({ SecretStringTemplate: z.string().default('{}') })
        .parse(Properties.GenerateSecretString);
      const { username } = z
        .object({ username: z.string().optional() })
        .parse(JSON.parse(generated.SecretStringTemplate));
      return username ? [username] : [];
    });

    expect(users.sort()).toEqual(['portal_app', 'portal_owner', 'portal_reader']);
    expect(describeValue(cluster.Properties.MasterUsername)).toContain('OwnerLogin');
  });

  it('the ARNs of the database fit the Data API for every region and name of a deployment', () => {
    const logins = production.template
      .ofType('AWS::SecretsManager::Secret')
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('username'));
    const nameLongest = 'd'.repeat(31);
    const arns = [
      // CloudFormation appends 12 characters to the logical id, and Secrets Manager 6 to the name.
      ...logins.map(
        ([id]) =>
          `arn:aws:secretsmanager:${REGION_LONGEST}:123456789012:secret:${id}-${'x'.repeat(12)}-${'x'.repeat(6)}`,
      ),
      `arn:aws:rds:${REGION_LONGEST}:123456789012:cluster:${nameLongest}`,
    ];

    expect(logins).toHaveLength(3);
    expect(logins.map(([, { Properties }]) => Properties.Name)).toEqual([undefined, undefined, undefined]);
    expect(cluster.Properties.DBClusterIdentifier).toBe('ow-connect');
    expect(() => readDeployment(nameLongest)).toThrow('There is no deployments/');
    expect(() => readDeployment(`${nameLongest}d`)).toThrow('can name no deployment');
    expect(arns.filter(({ length }) => length > DATA_API_ARN_MAX)).toEqual([]);
  });
});

describe('the stacks', () => {
  it('the stacks are in the named account, ordered by dependency, and only the data stack is protected', () => {
    const stack = (
      stackName: string,
      region: string,
      after: string[] = [],
      terminationProtection = false,
    ) => ({
      stackName,
      account: '123456789012',
      region,
      after,
      terminationProtection,
    });

    expect(production.stacks).toEqual([
      stack('ow-connect-backup-af-south-1', 'eu-west-1', [], true),
      stack('ow-connect-data', 'af-south-1', [], true),
      stack('ow-connect-edge-af-south-1', 'us-east-1'),
      stack('ow-connect', 'af-south-1', [
        'ow-connect-backup-af-south-1',
        'ow-connect-data',
        'ow-connect-edge-af-south-1',
      ]),
      stack('ow-connect-edge-alarms-af-south-1', 'us-east-1', ['ow-connect', 'ow-connect-edge-af-south-1']),
    ]);
  });

  it('the stacks are synthesized without any lookup in the account', () => {
    expect(production.missing).toEqual([]);
  });

  it("the stacks tag resources with the deployment and its file's tags", () => {
    const tagsOf = (type: string) =>
      production.template
        .ofType(type)
        .map(([, { Properties }]) =>
          z
            .array(z.object({ Key: z.string(), Value: z.string() }))
            .default([])
            .parse(Properties.Tags),
        )
        .map((tags) => Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])));
    const ours = { deployment: 'ow-connect', owner: 'oncall@owconnect.example' };

    for (const type of ['AWS::RDS::DBCluster', 'AWS::S3::Bucket', 'AWS::CloudFront::Distribution']) {
      expect(tagsOf(type)).toEqual([expect.objectContaining(ours)]);
    }
  });

  it('no resource names the commit, so a commit without other changes deploys the files of the site alone', () => {
    const naming = Object.entries(production.template.resources).filter(([, resource]) =>
      JSON.stringify(resource).includes('abc1234'),
    );

    expect(naming).toEqual([]);
    expect(production.written.get('ow-connect')?.Outputs.Commit).toEqual({ Value: 'abc1234' });
  });

  it('the stacks are deployed with roles that docs/deployer-policy.json names', () => {
    const policy = readFileSync('docs/deployer-policy.json', 'utf8').replaceAll('<account>', '123456789012');
    const roles = production.roles.map((role) =>
      role.replaceAll(/\$\{AWS::Partition\}/g, 'aws').replace(/[a-z]+-[a-z]+-\d$/, '*'),
    );

    expect(new Set(roles).size).toBe(2);
    expect(roles.filter((role) => !policy.includes(`"${role}"`))).toEqual([]);
  });

  it('a pipeline reads and writes only the keys of its own deployment, whose tag every secret has', () => {
    const keys = z
      .object({ Statement: z.array(z.object({ Action: z.unknown(), Condition: z.unknown().optional() })) })
      .parse(JSON.parse(readFileSync('docs/deployer-policy.json', 'utf8')))
      .Statement.filter(({ Action }) => JSON.stringify(Action).includes('secretsmanager:'));
    const secrets = production.template.ofType('AWS::SecretsManager::Secret');

    expect(keys.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'secretsmanager:ResourceTag/deployment': '<name>' } },
    ]);
    expect(secrets.length).toBeGreaterThan(0);
    for (const [, { Properties }] of secrets) {
      expect(Properties.Tags).toContainEqual({ Key: 'deployment', Value: 'ow-connect' });
    }
  });

  it('the stacks of a region pass values by exports, because CloudFormation looks up outputs one a second', () => {
    const lookups = [...production.templates].map(([name, { resources }]) => [
      name,
      JSON.stringify(resources).split('"Fn::GetStackOutput"').length - 1,
    ]);

    expect(Object.fromEntries(lookups)).toEqual({
      'ow-connect-data': 0,
      'ow-connect-backup-af-south-1': 0,
      'ow-connect-edge-af-south-1': 0,
      // The certificate and the web ACL.
      'ow-connect': 2,
      // The distribution, in each metric of CloudFront, and the certificate.
      'ow-connect-edge-alarms-af-south-1': 5,
    });
    expect(JSON.stringify([...production.written.values()])).not.toMatch(/Custom::CrossRegionExport/);
  });

  it('each value that the portal imports is one that the data stack exports', () => {
    const exported = Object.values(production.written.get('ow-connect-data')?.Outputs ?? {}).flatMap(
      ({ Export }) => Export?.Name ?? [],
    );
    const portal = JSON.stringify(production.templates.get('ow-connect')?.resources);
    const imported = [...portal.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name);

    expect(imported.length).toBeGreaterThan(exported.length);
    expect(new Set(imported)).toEqual(new Set(exported));
  });

  it('docs/operations counts the exports and the secrets as the templates have them', () => {
    const exportsOf = ({ written }: typeof production) =>
      Object.values(written.get('ow-connect-data')?.Outputs ?? {}).filter(({ Export }) => Export).length;
    const secrets = production.template.ofType('AWS::SecretsManager::Secret').length;

    expect(readFileSync('docs/operations/deploy.md', 'utf8')).toContain(
      `| ${exportsOf(production)}, or ${exportsOf(trial)} without \`mailFrom\`, all of the data stack |`,
    );
    expect(readFileSync('docs/operations/run.md', 'utf8')).toContain(
      `| Secrets Manager, ${secrets} secrets | ${(0.4 * secrets).toFixed(2)} |`,
    );
  });

  it('the data stack retains what a portal cannot be rebuilt from: keys, the vault of its snapshots and the logs that a restore reads', () => {
    const kept = Object.entries(production.templates.get('ow-connect-data')?.resources ?? {})
      .filter(([, { DeletionPolicy }]) => String(DeletionPolicy).startsWith('Retain'))
      .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));

    expect(kept.toSorted()).toEqual([
      'AccessLog',
      'AppLogin',
      'CopiesVault',
      'DatabaseKey',
      'FunctionsLog',
      'OwnerLogin',
      'ReadLogin',
      'SecretsDriveCredentials',
      'SecretsFactorKey',
      'SecretsHelpdeskKey',
      'SecretsSessionKey',
    ]);
  });

  it('no log is lost with the portal: each function, also CDK’s own, writes a log of the data stack', () => {
    const ofData = production.templates.get('ow-connect-data');
    const logs = ofData?.ofType('AWS::Logs::LogGroup').map(([, { Properties }]) => Properties.LogGroupName);
    const written = production.template
      .ofType('AWS::Lambda::Function')
      .map(([, { Properties }]) => Properties.LoggingConfig);

    expect(logs).toContain('/ow-connect/functions');
    expect(production.templates.get('ow-connect')?.ofType('AWS::Logs::LogGroup')).toEqual([]);
    expect(new Set(written.map((logging) => JSON.stringify(logging)))).toEqual(
      new Set(['{"LogGroup":"/ow-connect/functions"}']),
    );
  });

  it.each(['restore', 'run'])(
    'each command of docs/operations/%s.md reads the log of the functions',
    (page) => {
      const text = readFileSync(`docs/operations/${page}.md`, 'utf8');
      const read = [...text.matchAll(/aws logs [a-z-]+ (?:--log-group-name )?(\S+)/g)].map(([, log]) => log);

      expect(new Set(read)).toEqual(new Set(['/ow-connect/functions']));
    },
  );

  it('every log expires', () => {
    const { template } = production;
    const endless = template
      .ofType('AWS::Logs::LogGroup')
      .filter(([, { Properties }]) => Properties.RetentionInDays === undefined);

    expect(endless).toEqual([]);
  });
});

describe('the example', () => {
  const content: Record<string, unknown> = JSON.parse(readFileSync('deployments/example.json', 'utf8'));
  /** Returns the rules by which each stack refuses its deployment, except CDK's own about its bootstrap. */
  const refusalsOf = ({ written }: typeof production) =>
    [...written].map(([stackName, { Rules }]) => [
      stackName,
      Object.entries(Rules).flatMap(([rule, { Assertions }]) =>
        rule === 'CheckBootstrapVersion' ? [] : Assertions,
      ),
    ]);

  it('CloudFormation refuses each stack of the example with a sentence that names npm run deploy', () => {
    const refusals = refusalsOf(synthPortal(content, 'example'));

    expect(refusals).toHaveLength(4);
    for (const [, assertions] of refusals) {
      expect(assertions).toEqual([
        {
          Assert: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'none'] },
          AssertDescription: expect.stringContaining('npm run deploy -- <name>'),
        },
      ]);
    }
  });

  it.each([
    ['a copy of the example under another name', synthPortal(content, 'acme')],
    ['a production', production],
    ['a trial', trial],
    ['a deployment with every unusual setting', unusual],
  ])('CloudFormation refuses only the example, not %s', (_which, synth) => {
    expect(refusalsOf(synth).filter(([, assertions]) => assertions?.length !== 0)).toEqual([]);
  });
});

describe('the settings of a deployment', () => {
  it('the settings of a deployment set the rates of the API', () => {
    const { Properties } = unusual.template.single('AWS::ApiGatewayV2::Stage');

    expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 8, ThrottlingRateLimit: 7 });
    expect(Properties.RouteSettings).toMatchObject({
      'POST /api/login': { ThrottlingBurstLimit: 6, ThrottlingRateLimit: 5 },
    });
  });

  it('the settings of a deployment set the processor of all functions and the number of parallel PDFs', () => {
    const { template } = unusual;
    const processors = [...template.functionsByEntry().values()].map(([, { Properties }]) =>
      String(Properties.Architectures),
    );
    const bounds = template
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties.ScalingConfig);

    expect(new Set(processors)).toEqual(new Set(['x86_64']));
    expect(bounds[0]).toEqual({ MaximumConcurrency: 9 });
  });

  it("the settings of a deployment set CloudFront's secret and the other one that functions accept", () => {
    const { template } = unusual;
    const secret = (generation: number) =>
      `{{resolve:secretsmanager:OriginSecretsGeneration${generation}:SecretString:::}}`;
    const sent = template.single('AWS::CloudFront::Distribution').Properties.DistributionConfig;
    const [, login] = template.functionsByEntry().get('functions/handlers/auth/login.ts') ?? [];

    expect(JSON.stringify(sent)).toContain('OriginSecretsGeneration1');
    expect(JSON.stringify(sent)).not.toContain('OriginSecretsGeneration2');
    expect(login && environmentOf(login)).toMatchObject({
      ORIGIN_VERIFY_SECRET: secret(1),
      ORIGIN_VERIFY_OTHER_SECRET: secret(2),
    });
  });
});

describe('the settings of the support centre', () => {
  const readsRecords = ({ template }: typeof trial) => {
    const [, lambda] = template.functionsByEntry().get('functions/handlers/users/read.ts') ?? [];

    return lambda && environmentOf(lambda);
  };

  it('an empty helpdesk address means that the portal has no helpdesk', () => {
    expect(readsRecords(trial)).toMatchObject({ HELPDESK_URL: '' });
  });

  it('the settings of the support centre reach the functions unchanged', () => {
    expect(readsRecords(unusual)).toMatchObject({
      HELPDESK_CONTACT_URL: 'https://agents.owconnect.example/people/{id}',
      HELPDESK_WRITES_PER_CLIENT_MINUTE: '12',
      HELPDESK_READS_PER_CLIENT_MINUTE: '30',
      HELPDESK_TICKETS_PER_CLIENT_HOUR: '5',
      HELPDESK_REPLIES_PER_CLIENT_HOUR: '50',
    });
  });
});

describe('the edge', () => {
  const configOf = ({ template }: typeof production) =>
    template.single('AWS::CloudFront::Distribution').Properties.DistributionConfig;

  it("the edge creates the certificate for the portal's name, and CloudFront uses it with the firewall", () => {
    const edge = production.templates.get('ow-connect-edge-af-south-1');

    expect(edge?.single('AWS::CertificateManager::Certificate').Properties.DomainName).toBe(
      'portal.owconnect.example',
    );
    expect(configOf(production)).toMatchObject({
      Aliases: ['portal.owconnect.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
      WebACLId: { 'Fn::GetStackOutput': { StackName: 'ow-connect-edge-af-south-1', Region: 'us-east-1' } },
    });
  });

  it('a trial has no edge stack, and CloudFront uses an existing certificate if one is named', () => {
    expect([...unusual.templates.keys()]).not.toContain('ow-connect-edge-af-south-1');
    expect(configOf(unusual)).toMatchObject({
      ViewerCertificate: { AcmCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' },
    });
    expect(configOf(unusual)).not.toHaveProperty('WebACLId');
    expect([...trial.templates.keys()]).not.toContain('ow-connect-edge-af-south-1');
  });

  it("functions accept writes from the portal's domain as origin", () => {
    const origins = [...production.template.functionsByEntry()]
      .filter(([entry]) => entry.includes('/handlers/'))
      .map(([, [, lambda]]) => environmentOf(lambda).PORTAL_ORIGIN);

    expect(new Set(origins)).toEqual(new Set(['https://portal.owconnect.example']));
  });
});
