import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readDeployment } from '#infra/settings.ts';
import { contract } from '#shared/contract/index.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';
import { environmentOf } from '#test/support/infra/template-grants.ts';

const trial = synthPortal(TRIAL);
const production = synthPortal(PRODUCTION);
/** Every setting that changes the stacks otherwise than these two. */
const unusual = synthPortal({
  ...TRIAL,
  domainName: 'portal.owconnect.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  architecture: 'x86_64',
  databaseCapacityMin: 0,
  databaseReaders: 1,
  pdfConcurrency: 9,
  apiRequestsPerSecond: 7,
  apiBurst: 8,
  signInRequestsPerSecond: 5,
  signInBurst: 6,
  originSecretGenerations: [1, 2],
});

/** CloudFormation ends at 500 in a stack; the rest is room. */
const RESOURCES_MAX = 400;

/** What one route brings, wherever it stands. */
const ROUTE_RESOURCES = [
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::IAM::Role',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
];

/** Stands beside the log that it watches; each is asked for by the test of the alarms. */
const WATCHES_A_LOG = 'AWS::Logs::MetricFilter';

/** No name of a region is longer. */
const REGION_LONGEST = 'ap-southeast-1';

/** https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_ExecuteStatement.html */
const DATA_API_ARN_MAX = 100;

describe('the deployment', () => {
  it.each([
    ['to try out', trial],
    ['in production', production],
    ['with everything that is rare', unusual],
  ])('%s, leaves cdk-nag without a finding', (_which, { findings }) => {
    expect(findings).toEqual([]);
  });

  it('warns of what a person has to set, and of nothing else', () => {
    expect(trial.warnings).toEqual([
      expect.stringContaining('driveId is not set'),
      expect.stringContaining('domainName is not set: browsers may speak TLS 1.0'),
    ]);
    expect(production.warnings).toEqual([]);
  });

  it.each([
    ['to try out', trial],
    ['in production', production],
  ])('%s, leaves every stack room, the nested ones too', (_which, { templates }) => {
    const counts = [...templates.values()].flatMap(({ resourcesByFile }) =>
      [...resourcesByFile].map(([file, resources]) => ({ file, count: Object.keys(resources).length })),
    );

    expect(counts).toHaveLength(templates.size + Object.keys(contract).length);
    expect(counts.filter(({ count }) => count > RESOURCES_MAX)).toEqual([]);
  });

  it('holds the routes of each area in a nested stack of their own, with nothing else', () => {
    const { template } = production;
    const [, ...nested] = [...template.resourcesByFile.values()].map((resources) => ({
      entries: [...template.functionsByEntry()].flatMap(([entry, [id]]) => (id in resources ? [entry] : [])),
      types: Object.values(resources)
        .map(({ Type }) => Type)
        .filter((type) => type !== WATCHES_A_LOG),
    }));
    const areas = Object.entries(contract).map(([area, routes]) => ({
      entries: Object.keys(routes).map((action) => `functions/handlers/${area}/${action}.ts`),
      types: Object.keys(routes).flatMap(() => ROUTE_RESOURCES),
    }));
    const sort = ({ entries, types }: (typeof areas)[number]) => [entries.toSorted(), types.toSorted()];

    expect(nested.map(sort)).toEqual(areas.map(sort));
  });

  it('holds no secret in its template, only where to find it', () => {
    const text = JSON.stringify(production.template.resources);
    const secrets = production.template
      .ofType('AWS::SecretsManager::Secret')
      .map(([, { Properties }]) => Properties);

    expect(secrets).toHaveLength(7);
    expect(secrets.filter(({ SecretString }) => SecretString !== undefined)).toEqual([]);
    expect(secrets.filter(({ GenerateSecretString }) => GenerateSecretString === undefined)).toEqual([]);
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY/);
  });

  it('tells a nested stack where a secret is and not the secret, which anyone who may see stacks could read', () => {
    const [portal = {}] = production.template.resourcesByFile.values();
    const given = Object.values(portal)
      .filter(({ Type }) => Type === 'AWS::CloudFormation::Stack')
      .map(({ Properties }) => JSON.stringify(Properties.Parameters));

    expect(given).toHaveLength(Object.keys(contract).length);
    expect(given.filter((parameters) => !parameters.includes('OriginSecretsGeneration'))).toEqual([]);
    expect(given.filter((parameters) => parameters.includes('{{resolve:'))).toEqual([]);
  });
});

describe('the database', () => {
  const cluster = production.template.only('AWS::RDS::DBCluster');

  it('is reached through the Data API and kept encrypted, backed up and safe from deletion', () => {
    expect(cluster.Properties).toMatchObject({
      Engine: 'aurora-postgresql',
      EnableHttpEndpoint: true,
      StorageEncrypted: true,
      BackupRetentionPeriod: 14,
      DeletionProtection: true,
    });
    expect(cluster.DeletionPolicy).toBe('Snapshot');
  });

  it('is of a major version, whose minors Aurora moves through and never back', () => {
    expect(cluster.Properties.EngineVersion).toBe('18');
    expect(production.template.only('AWS::RDS::DBInstance').Properties).toMatchObject({
      AutoMinorVersionUpgrade: true,
    });
  });

  it('shows what runs longest, and logs for as long as everything else, without the values of a statement', () => {
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
    expect(production.template.only('AWS::RDS::DBClusterParameterGroup').Properties.Parameters).toEqual({
      log_error_verbosity: 'terse',
    });
  });

  it('shows its load only from two capacity units on, below which AWS advises against it', () => {
    const shown = [production, trial, unusual].map(({ template }) => [
      template.only('AWS::RDS::DBCluster').Properties.PerformanceInsightsEnabled ?? false,
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

  it('has a reader that takes over, where the deployment wants one', () => {
    const tiers = unusual.template
      .ofType('AWS::RDS::DBInstance')
      .map(([, { Properties }]) => Properties.PromotionTier);

    expect(tiers).toEqual([0, 1]);
  });

  it('stands in a network without any way in or out', () => {
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
    expect(template.only('AWS::RDS::DBInstance').Properties.PubliclyAccessible).toBeFalsy();
  });

  it.each([
    [
      'by default always awake, with room for what shows its load',
      production,
      { MinCapacity: 2, MaxCapacity: 8 },
    ],
    ['small in a trial', trial, { MinCapacity: 0.5, MaxCapacity: 8 }],
    ['asleep when nobody asks, if the deployment wants that', unusual, { MinCapacity: 0, MaxCapacity: 8 }],
  ])('is %s', (_which, { template }, capacity) => {
    expect(template.only('AWS::RDS::DBCluster').Properties.ServerlessV2ScalingConfiguration).toMatchObject(
      capacity,
    );
  });

  it('has its owner for migrations and another role for everything else', () => {
    const users = production.template.ofType('AWS::SecretsManager::Secret').flatMap(([, { Properties }]) => {
      const generated = z
        .object({ SecretStringTemplate: z.string().default('{}') })
        .parse(Properties.GenerateSecretString);
      const { username } = z
        .object({ username: z.string().optional() })
        .parse(JSON.parse(generated.SecretStringTemplate));
      return username ? [username] : [];
    });

    expect(users.sort()).toEqual(['portal_app', 'portal_owner']);
    expect(describeValue(cluster.Properties.MasterUsername)).toContain('OwnerLogin');
  });

  it('has ARNs that the Data API takes, whatever the region and the deployment are called', () => {
    const logins = production.template
      .ofType('AWS::SecretsManager::Secret')
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('username'));
    const nameLongest = 'd'.repeat(31);
    const arns = [
      // CloudFormation puts 12 characters behind the logical id, and Secrets Manager 6 behind the name.
      ...logins.map(
        ([id]) =>
          `arn:aws:secretsmanager:${REGION_LONGEST}:123456789012:secret:${id}-${'x'.repeat(12)}-${'x'.repeat(6)}`,
      ),
      `arn:aws:rds:${REGION_LONGEST}:123456789012:cluster:${nameLongest}`,
    ];

    expect(logins).toHaveLength(2);
    expect(logins.map(([, { Properties }]) => Properties.Name)).toEqual([undefined, undefined]);
    expect(cluster.Properties.DBClusterIdentifier).toBe('ow-connect');
    expect(() => readDeployment(nameLongest)).toThrow('There is no deployments/');
    expect(() => readDeployment(`${nameLongest}d`)).toThrow('can name no deployment');
    expect(arns.filter(({ length }) => length > DATA_API_ARN_MAX)).toEqual([]);
  });
});

describe('the stacks', () => {
  it('stand in the order in which they need each other, in the account that is named, the data alone and kept from deletion', () => {
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
      stack('ow-connect-data', 'af-south-1', [], true),
      stack('ow-connect-edge-af-south-1', 'us-east-1'),
      stack('ow-connect', 'af-south-1', ['ow-connect-data', 'ow-connect-edge-af-south-1']),
      stack('ow-connect-edge-alarms-af-south-1', 'us-east-1', ['ow-connect', 'ow-connect-edge-af-south-1']),
    ]);
  });

  it('are synthesized without asking the account for anything', () => {
    expect(production.missing).toEqual([]);
  });

  it('bear the deployment and the tags of its file, and the functions their commit', () => {
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
    const functions = [...production.template.functionsByEntry().values()];

    for (const type of ['AWS::RDS::DBCluster', 'AWS::S3::Bucket', 'AWS::CloudFront::Distribution']) {
      expect(tagsOf(type)).toEqual([expect.objectContaining(ours)]);
      expect(tagsOf(type)).toEqual([expect.not.objectContaining({ commit: expect.anything() })]);
    }
    expect(
      tagsOf('AWS::Lambda::Function').filter(({ commit }) => commit === 'abc1234').length,
    ).toBeGreaterThanOrEqual(functions.length);
  });

  it('are deployed as roles that docs/deployer-policy.json names', () => {
    const policy = readFileSync('docs/deployer-policy.json', 'utf8').replaceAll('<account>', '123456789012');
    const roles = production.roles.map((role) =>
      role.replaceAll(/\$\{AWS::Partition\}/g, 'aws').replace(/[a-z]+-[a-z]+-\d$/, '*'),
    );

    expect(new Set(roles).size).toBe(2);
    expect(roles.filter((role) => !policy.includes(`"${role}"`))).toEqual([]);
  });

  it('take from each other by outputs alone, so that each may change: nothing is exported or copied', () => {
    const text = JSON.stringify([...production.written.values()]);

    expect(text).toContain('Fn::GetStackOutput');
    expect(text).not.toContain('Fn::ImportValue');
    expect(text).not.toMatch(/Custom::CrossRegionExport/);
    expect([...production.written.values()].flatMap(({ Outputs }) => Object.values(Outputs))).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ Export: expect.anything() })]),
    );
  });

  it('keep what a portal cannot be made anew from: the keys, and the log of who asked for what', () => {
    const kept = Object.entries(production.templates.get('ow-connect-data')?.resources ?? {})
      .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'RetainExceptOnCreate')
      .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));

    expect(kept.toSorted()).toEqual([
      'AccessLog',
      'AppLogin',
      'OwnerLogin',
      'SecretsDriveCredentials',
      'SecretsHelpdeskKey',
      'SecretsSessionKey',
    ]);
  });

  it('write no log for ever, those of the functions that CDK brings among them', () => {
    const { template } = production;
    const silent = template
      .ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties.LoggingConfig === undefined);
    const endless = template
      .ofType('AWS::Logs::LogGroup')
      .filter(([, { Properties }]) => Properties.RetentionInDays === undefined);

    expect(silent).toEqual([]);
    expect(endless).toEqual([]);
  });
});

describe('the example', () => {
  const content: Record<string, unknown> = JSON.parse(readFileSync('deployments/example.json', 'utf8'));
  /** What each stack says to whoever deploys it, except for CDK's own rule about its bootstrap. */
  const refusalsOf = ({ written }: typeof production) =>
    [...written].map(([stackName, { Rules }]) => [
      stackName,
      Object.entries(Rules).flatMap(([rule, { Assertions }]) =>
        rule === 'CheckBootstrapVersion' ? [] : Assertions,
      ),
    ]);

  it('is refused by CloudFormation in each of its stacks, with a sentence that names npm run deploy', () => {
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
    ['a deployment with everything that is rare', unusual],
  ])('alone is refused: CloudFormation deploys %s', (_which, synth) => {
    expect(refusalsOf(synth).filter(([, assertions]) => assertions?.length !== 0)).toEqual([]);
  });
});

describe('the settings reach', () => {
  it('the API, as its rates', () => {
    const { Properties } = unusual.template.only('AWS::ApiGatewayV2::Stage');

    expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 8, ThrottlingRateLimit: 7 });
    expect(Properties.RouteSettings).toMatchObject({
      'POST /api/login': { ThrottlingBurstLimit: 6, ThrottlingRateLimit: 5 },
    });
  });

  it('the functions, as their processor but for Chromium’s, and as how many PDFs are made at once', () => {
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

  it('the functions and CloudFront, as the secret that it sends and the other that they take', () => {
    const { template } = unusual;
    const secret = (generation: number) =>
      `{{resolve:secretsmanager:OriginSecretsGeneration${generation}:SecretString:::}}`;
    const sent = template.only('AWS::CloudFront::Distribution').Properties.DistributionConfig;
    const [, login] = template.functionsByEntry().get('functions/handlers/auth/login.ts') ?? [];

    expect(JSON.stringify(sent)).toContain('OriginSecretsGeneration1');
    expect(JSON.stringify(sent)).not.toContain('OriginSecretsGeneration2');
    expect(login && environmentOf(login)).toMatchObject({
      ORIGIN_VERIFY_SECRET: secret(1),
      ORIGIN_VERIFY_OTHER_SECRET: secret(2),
    });
  });
});

describe('the edge', () => {
  const configOf = ({ template }: typeof production) =>
    template.only('AWS::CloudFront::Distribution').Properties.DistributionConfig;

  it('makes the certificate of the portal’s own name, and CloudFront takes it with the firewall', () => {
    const edge = production.templates.get('ow-connect-edge-af-south-1');

    expect(edge?.only('AWS::CertificateManager::Certificate').Properties.DomainName).toBe(
      'portal.owconnect.example',
    );
    expect(configOf(production)).toMatchObject({
      Aliases: ['portal.owconnect.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
      WebACLId: { 'Fn::GetStackOutput': { StackName: 'ow-connect-edge-af-south-1', Region: 'us-east-1' } },
    });
  });

  it('is not there where a trial has no certificate to make, and one that is there is taken', () => {
    expect([...unusual.templates.keys()]).not.toContain('ow-connect-edge-af-south-1');
    expect(configOf(unusual)).toMatchObject({
      ViewerCertificate: { AcmCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' },
    });
    expect(configOf(unusual)).not.toHaveProperty('WebACLId');
    expect([...trial.templates.keys()]).not.toContain('ow-connect-edge-af-south-1');
  });

  it('makes the domain the origin that the functions accept writes from', () => {
    const origins = [...production.template.functionsByEntry()]
      .filter(([entry]) => entry.includes('/handlers/'))
      .map(([, [, lambda]]) => environmentOf(lambda).PORTAL_ORIGIN);

    expect(new Set(origins)).toEqual(new Set(['https://portal.owconnect.example']));
  });
});
