import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { copiesOf, regionCopiesOf } from '#infra/settings.ts';
import { AWS_REGIONS } from '#shared/aws-regions.ts';
import { BACKUP_DAYS } from '#shared/retention.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';
import { environmentOf, grantsOfFunction } from '#test/support/infra/template-grants.ts';

const { backupAccount: BACKUP_ACCOUNT, ...withoutBackupAccount } = PRODUCTION;
const production = synthPortal(PRODUCTION);
const { template, findings, warnings } = production;

const theirs = z
  .object({
    Resources: z.record(z.string(), z.looseObject({ Properties: z.record(z.string(), z.unknown()) })),
  })
  .parse(JSON.parse(readFileSync('infra/backup/backup-vault.json', 'utf8'))).Resources;

/** The account's own number in the template of the backup account. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills it in.
const ofPortal = { AWS: { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${PortalAccount}:root' } };

it('every night the database is copied to the vault of the backup account, and copy and original are kept for 35 days', () => {
  const { BackupPlanRule } = z
    .object({
      BackupPlanRule: z.array(z.looseObject({ CopyActions: z.array(z.record(z.string(), z.unknown())) })),
    })
    .parse(template.single('AWS::Backup::BackupPlan').Properties.BackupPlan);
  const { Resources } = z
    .object({ Resources: z.array(z.unknown()) })
    .parse(template.single('AWS::Backup::BackupSelection').Properties.BackupSelection);

  expect(BackupPlanRule).toMatchObject([
    {
      ScheduleExpression: 'cron(0 3 * * ? *)',
      Lifecycle: { DeleteAfterDays: BACKUP_DAYS },
      CopyActions: [{ Lifecycle: { DeleteAfterDays: BACKUP_DAYS } }],
    },
  ]);
  expect(describeValue(BackupPlanRule[0]?.CopyActions[0]?.DestinationBackupVaultArn)).toBe(
    `arn:AWS::Partition:backup:af-south-1:${BACKUP_ACCOUNT}:backup-vault:ow-connect-copies`,
  );
  expect(Resources.map(describeValue).join()).toContain(':cluster:DatabaseCluster');
});

it('the backup account may read our snapshots by our key and copy them back, and may do nothing else', () => {
  const [[, key] = []] = template.ofType('AWS::KMS::Key').filter(([id]) => id.startsWith('DatabaseKey'));
  const policies = JSON.stringify([
    key?.Properties.KeyPolicy,
    template.single('AWS::Backup::BackupVault').Properties.AccessPolicy,
  ]);
  const statements = z
    .array(z.object({ Statement: z.array(z.looseObject({ Action: z.unknown() })) }))
    .parse(JSON.parse(policies))
    .flatMap(({ Statement }) => Statement)
    .filter((statement) => JSON.stringify(statement).includes(BACKUP_ACCOUNT));

  expect(statements.map(({ Action }) => Action)).toEqual([
    ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
    ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
    'backup:CopyIntoBackupVault',
  ]);
  expect(statements[1]).toMatchObject({ Condition: { Bool: { 'kms:GrantIsForAWSResource': 'true' } } });
});

it('the vault of the backup account takes copies of the portal alone, and lets nobody shorten or prolong them', () => {
  const { Vault, Key, Alias } = theirs;

  expect(Vault).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      LockConfiguration: { MinRetentionDays: BACKUP_DAYS, MaxRetentionDays: BACKUP_DAYS },
      AccessPolicy: { Statement: [{ Principal: ofPortal, Action: 'backup:CopyIntoBackupVault' }] },
    },
  });
  // Governance mode: a date would make the lock final (ADR 54).
  expect(JSON.stringify(Vault)).not.toContain('ChangeableForDays');
  expect(Key).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: { EnableKeyRotation: true },
  });
  // By its alias a deployment learns that the vault is there.
  expect(Alias).toMatchObject({ DependsOn: 'Vault' });
});

it('both accounts mean the same vault and the same key', () => {
  const { vaultArn, keyAlias } = copiesOf(
    { deployment: 'acme', region: 'af-south-1', backupAccount: BACKUP_ACCOUNT },
    'aws',
  );
  const nameOf = (value: unknown) =>
    z
      .object({ 'Fn::Sub': z.string() })
      .parse(value)
      ['Fn::Sub'].replace(/\$\{Deployment\}/, 'acme');

  expect(vaultArn.split(':').at(-1)).toBe(nameOf(theirs.Vault?.Properties.BackupVaultName));
  expect(keyAlias.split(':').at(-1)).toBe(nameOf(theirs.Alias?.Properties.AliasName));
});

it('a portal with a backup account passes the checks of CDK, and one without has no vault and no alarm of copies', () => {
  const { template: alone } = synthPortal(withoutBackupAccount);

  expect([findings, warnings]).toEqual([[], []]);
  expect(alone.ofType('AWS::Backup::BackupVault')).toEqual([]);
  expect(alone.ofType('AWS::CloudWatch::Alarm').filter(([id]) => id.includes('backup'))).toEqual([]);
});

it('a backup or copy that fails is told within an hour, and a copy that did not arrive within 36 hours', () => {
  const alarmOf = (name: string) =>
    template
      .ofType('AWS::CloudWatch::Alarm')
      .find(([, { Properties }]) => String(Properties.AlarmDescription).endsWith(`alarm ${name}`))?.[1]
      .Properties;
  const vaultOf = (name: string) => [{ Name: 'BackupVaultName', Value: name }];
  const failed = {
    Namespace: 'AWS/Backup',
    Period: 3_600,
    EvaluationPeriods: 1,
    Statistic: 'Sum',
    Threshold: 1,
  };

  expect(alarmOf('backup-failed')).toMatchObject({
    ...failed,
    MetricName: 'NumberOfBackupJobsFailed',
    Dimensions: vaultOf(String(template.single('AWS::Backup::BackupVault').Properties.BackupVaultName)),
  });
  // AWS Backup counts a copy for the vault that it goes to.
  const copies = vaultOf('ow-connect-copies');
  expect(alarmOf('backup-copy-failed')).toMatchObject({
    ...failed,
    MetricName: 'NumberOfCopyJobsFailed',
    Dimensions: copies,
  });
  expect(alarmOf('backup-copy-missing')).toMatchObject({
    MetricName: 'NumberOfCopyJobsCompleted',
    Dimensions: copies,
    Period: 43_200,
    EvaluationPeriods: 3,
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    TreatMissingData: 'breaching',
  });
});

describe('the copies in another region', () => {
  const [, copier] = template.functionsByEntry().get('functions/tasks/region-copy.ts') ?? [];

  it('the key of the copies is in their region, rotates and is never deleted, and the task knows it by its alias', () => {
    const name = 'ow-connect-backup-af-south-1';
    const abroad = production.templates.get(name);

    expect(production.stacks.find(({ stackName }) => stackName === name)).toMatchObject({
      region: 'eu-west-1',
      terminationProtection: true,
      after: [],
    });
    expect(abroad?.single('AWS::KMS::Key')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { EnableKeyRotation: true },
    });
    expect(abroad?.single('AWS::KMS::Alias').Properties.AliasName).toBe('alias/ow-connect-af-south-1-copies');
    expect(copier && environmentOf(copier)).toMatchObject({
      DATABASE_CLUSTER: 'ow-connect',
      COPY_REGION: 'eu-west-1',
      COPY_KEY: 'arn:aws:kms:eu-west-1:123456789012:alias/ow-connect-af-south-1-copies',
      COPY_PREFIX: 'ow-connect-af-south-1-',
    });
  });

  it("the task may copy this database's backups alone, and delete nothing but copies that it made", () => {
    const grants = copier ? grantsOfFunction(template, copier) : [];
    const copies =
      'arn:aws:rds:eu-west-1:123456789012:cluster-snapshot:ow-connect-af-south-1-????-??-??-??-??';

    expect(grants.filter((grant) => /^rds:(Copy|Delete)/.test(grant)).toSorted()).toEqual([
      'rds:CopyDBClusterSnapshot on arn:aws:rds:af-south-1:123456789012:cluster-snapshot:rds:ow-connect-*',
      `rds:CopyDBClusterSnapshot on ${copies}`,
      `rds:DeleteDBClusterSnapshot on ${copies}`,
    ]);
    for (const grant of grants.filter((each) => each.startsWith('kms:'))) {
      expect(grant).toMatch(
        /on DatabaseKey\.Arn if StringEquals kms:ViaService rds\.af-south-1\.|key\/\* if StringEquals kms:ViaService rds\.eu-west-1\..* kms:ResourceAliases alias\/ow-connect-af-south-1-copies$/,
      );
    }
  });

  it('a copy of the longest deployment in the region of the longest name has a name that RDS takes', () => {
    const names = Object.keys(AWS_REGIONS).map(
      (region) =>
        `${regionCopiesOf({ deployment: 'a'.repeat(31), region: region as keyof typeof AWS_REGIONS }).prefix}2026-11-27-22-05`,
    );

    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(63);
  });

  it('a portal without a backup region has neither the task nor a stack in another region', () => {
    const { backupRegion: _, ...atHome } = PRODUCTION;
    const alone = synthPortal(atHome);

    expect(alone.template.functionsByEntry().has('functions/tasks/region-copy.ts')).toBe(false);
    expect([...new Set(alone.stacks.map(({ region }) => region))]).toEqual(['af-south-1', 'us-east-1']);
  });
});
