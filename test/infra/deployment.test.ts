import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contract } from '#shared/contract/index.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { jobs } from '#shared/jobs.ts';
import { describeValue, synthPortal } from '#test/support/portal-template.ts';
import { environmentOf } from '#test/support/template-grants.ts';

const plain = synthPortal({ trial: true });
const full = synthPortal({
  region: 'af-south-1',
  domainName: 'portal.owconnect.example',
  alarmEmail: 'oncall@owconnect.example',
  architecture: 'x86_64',
  databaseCapacityMin: 0,
  driveId: 'drive',
  driveFolderId: 'folder',
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

describe('the deployment', () => {
  it.each([
    ['plain', plain],
    ['with a domain, a firewall and alarms', full],
  ])('%s, leaves cdk-nag without a finding', (_which, { findings }) => {
    expect(findings).toEqual([]);
  });

  it('warns of what a person has to set, and of nothing else', () => {
    expect(plain.warnings).toEqual([expect.stringContaining('driveId or driveFolderId is not set')]);
    expect(full.warnings).toEqual([]);
  });

  it.each([
    ['plain', plain],
    ['with a domain, a firewall and alarms', full],
  ])('%s, leaves every stack room, the nested ones too', (_which, { templates }) => {
    const counts = [...templates.values()].flatMap(({ resourcesByFile }) =>
      [...resourcesByFile].map(([file, resources]) => ({ file, count: Object.keys(resources).length })),
    );

    expect(counts).toHaveLength(templates.size + Object.keys(contract).length);
    expect(counts.filter(({ count }) => count > RESOURCES_MAX)).toEqual([]);
  });

  it('holds the routes of each area in a nested stack of their own, with nothing else', () => {
    const { template } = plain;
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
    const text = JSON.stringify(plain.template.resources);
    const secrets = plain.template
      .ofType('AWS::SecretsManager::Secret')
      .map(([, { Properties }]) => Properties);

    expect(secrets).toHaveLength(6);
    expect(secrets.filter(({ SecretString }) => SecretString !== undefined)).toEqual([]);
    expect(secrets.filter(({ GenerateSecretString }) => GenerateSecretString === undefined)).toEqual([]);
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY/);
  });

  it('tells a nested stack where a secret is and not the secret, which anyone who may see stacks could read', () => {
    const [portal = {}] = plain.template.resourcesByFile.values();
    const given = Object.values(portal)
      .filter(({ Type }) => Type === 'AWS::CloudFormation::Stack')
      .map(({ Properties }) => JSON.stringify(Properties.Parameters));

    expect(given).toHaveLength(Object.keys(contract).length);
    expect(given.filter((parameters) => !parameters.includes('SecretsOriginVerify'))).toEqual([]);
    expect(given.filter((parameters) => parameters.includes('{{resolve:'))).toEqual([]);
  });
});

describe('the database', () => {
  const cluster = plain.template.only('AWS::RDS::DBCluster');

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

  it('stands in a network without any way in or out', () => {
    const { template } = plain;
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
    ['by default always awake', plain, { MinCapacity: 0.5, MaxCapacity: 8 }],
    ['asleep when nobody asks, if the deployment wants that', full, { MinCapacity: 0, MaxCapacity: 8 }],
  ])('is %s', (_which, { template }, capacity) => {
    expect(template.only('AWS::RDS::DBCluster').Properties.ServerlessV2ScalingConfiguration).toMatchObject(
      capacity,
    );
  });

  it('has its owner for migrations and another role for everything else', () => {
    const users = plain.template.ofType('AWS::SecretsManager::Secret').flatMap(([, { Properties }]) => {
      const generated = z
        .object({ SecretStringTemplate: z.string().default('{}') })
        .parse(Properties.GenerateSecretString);
      const { username } = z
        .object({ username: z.string().optional() })
        .parse(JSON.parse(generated.SecretStringTemplate));
      return username ? [username] : [];
    });

    expect(users.sort()).toEqual(['portal_app', 'portal_owner']);
    expect(describeValue(cluster.Properties.MasterUsername)).toContain('DatabaseOwnerSecret');
  });
});

describe('a domain and a firewall', () => {
  const edge = full.templates.get('ow-connect-edge');
  const config = full.template.only('AWS::CloudFront::Distribution').Properties.DistributionConfig;

  it('need no second stack where neither is wanted', () => {
    expect([...plain.templates.keys()]).toEqual(['ow-connect']);
    expect([...full.templates.keys()].sort()).toEqual(['ow-connect', 'ow-connect-edge']);
  });

  it('come from us-east-1 to the distribution', () => {
    expect(edge?.only('AWS::CertificateManager::Certificate').Properties.DomainName).toBe(
      'portal.owconnect.example',
    );
    expect(config).toMatchObject({
      Aliases: ['portal.owconnect.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
      WebACLId: expect.anything(),
    });
  });

  it('let long bodies through, which the firewall can read only in part', () => {
    const acl = JSON.stringify(edge?.only('AWS::WAFv2::WebACL').Properties.Rules);

    expect(acl).toContain('{"ActionToUse":{"Count":{}},"Name":"SizeRestrictions_BODY"}');
  });

  it('make the domain the origin that the functions accept writes from', () => {
    const origins = [...full.template.functionsByEntry()]
      .filter(([entry]) => entry.includes('/handlers/'))
      .map(([, [, lambda]]) => environmentOf(lambda).PORTAL_ORIGIN);

    expect(new Set(origins)).toEqual(new Set(['https://portal.owconnect.example']));
  });
});

describe('the alarms', () => {
  const alarms = full.template.ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
  const nameOf = ({ AlarmDescription }: (typeof alarms)[number]) =>
    String(AlarmDescription).split('alarm ')[1] ?? '';
  const timingOf = (name: string) => {
    const alarm = alarms.find((each) => nameOf(each) === name);

    return [alarm?.Period, alarm?.EvaluationPeriods];
  };

  it('watch errors, silence, throttles, queues and the database, and all tell the same topic', () => {
    const ofJobs = Object.entries(jobs).flatMap(([name, { trigger }]) => {
      if (trigger === 'deployment') return [];

      return 'schedule' in trigger ? [`${name}-errors`, `${name}-silent`] : [`${name}-errors`];
    });
    const ofQueues = JOB_KINDS.flatMap((name) => [`${name}-dead-letters`, `${name}-waiting`]);

    expect(alarms.map(nameOf).toSorted()).toEqual(
      [
        'api-5xx',
        'database-capacity',
        'throttles',
        'sign-ins-failed',
        'sign-ins-blocked',
        'records-read',
        ...ofJobs,
        ...ofQueues,
      ].toSorted(),
    );
    expect(new Set(alarms.map(({ AlarmActions }) => JSON.stringify(AlarmActions))).size).toBe(1);
  });

  it('count failed and blocked sign-ins, and the readings of clients, in the logs of their routes', () => {
    const filters = full.template.ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => {
      const { FilterPattern, LogGroupName, MetricTransformations } = Properties;

      return [describeValue(LogGroupName), FilterPattern, MetricTransformations];
    });
    const metric = (MetricName: string) => [{ MetricName, MetricNamespace: 'ow-connect', MetricValue: '1' }];
    const watchedMetrics = alarms.filter(({ Namespace }) => Namespace === 'ow-connect');

    expect(filters).toEqual([
      ['authloginLog', '{ $.status = 401 }', metric('SignInFailed')],
      ['authloginLog', '{ $.status = 429 }', metric('SignInBlocked')],
      ['usersreadLog', '{ $.message = "request" }', metric('RecordRead')],
      ['invoicesdownloadLog', '{ ($.message = "request") && ($.role = "admin") }', metric('RecordRead')],
    ]);
    expect(
      watchedMetrics.map(({ MetricName, Threshold, Period }) => [MetricName, Threshold, Period]),
    ).toEqual([
      ['SignInFailed', 100, 300],
      ['SignInBlocked', 20, 300],
      ['RecordRead', 100, 300],
    ]);
  });

  it.each([
    ['job-sweep', { errors: [300, 2], silent: [300, 3] }],
    ['health-check', { errors: [300, 2], silent: [300, 3] }],
    ['helpdesk-copy', { errors: [300, 2], silent: [300, 3] }],
    ['purge', { errors: [86_400, 1], silent: [86_400, 3] }],
  ])('give %s the time that its rate asks for', (name, { errors, silent }) => {
    expect(timingOf(`${name}-errors`)).toEqual(errors);
    expect(timingOf(`${name}-silent`)).toEqual(silent);
  });

  it('look back no longer than CloudWatch does', () => {
    const isTooLong = ({ Period, EvaluationPeriods }: (typeof alarms)[number]) =>
      Number(Period) * Number(EvaluationPeriods) > (Number(Period) < 3600 ? 86_400 : 7 * 86_400);

    expect(alarms.filter(isTooLong).map(nameOf)).toEqual([]);
  });

  it('stand in docs/operations.md, each with its entry, and in its costs with their number', () => {
    const operations = readFileSync('docs/operations.md', 'utf8');
    const entries = [...operations.matchAll(/^\| `([a-z0-9-]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
      ([, name]) => name,
    );

    expect(entries).toEqual(expect.arrayContaining(alarms.map(nameOf)));
    expect(operations).toContain(
      `| CloudWatch, ${alarms.length} alarms | ${(alarms.length * 0.1).toFixed(2)} |`,
    );
  });

  it('mail the address of the deployment, if it has one', () => {
    expect(full.template.only('AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'oncall@owconnect.example',
    });
    expect(plain.template.ofType('AWS::SNS::Subscription')).toEqual([]);
  });
});
