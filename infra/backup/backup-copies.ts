import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { AccountPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { BACKUP_DAYS } from '#shared/retention.ts';
import type { Database } from '../database.ts';
import { backupVaults, copiesOf, type Settings } from '../settings.ts';

/** Between the window of Aurora's own backup and the end of the night; AWS Backup refuses an hour of its windows. */
const HOUR_UTC = '3';

interface BackupCopiesProps {
  database: Database;
  settings: Pick<Settings, 'deployment' | 'region'>;
  backupAccount: string;
}

/**
 * Copies a snapshot of the database to a locked vault in another account of the Organization each night, so that nobody
 * with our account can delete every backup. infra/backup/backup-vault.json makes the vault there.
 */
export class BackupCopies extends Construct {
  constructor(scope: Construct, id: string, { database, settings, backupAccount }: BackupCopiesProps) {
    super(scope, id);
    this.shareKey(database, backupAccount);

    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: backupVaults(settings).snapshots,
      encryptionKey: database.key,
      // A restore copies back from there.
      accessPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountPrincipal(backupAccount)],
            actions: ['backup:CopyIntoBackupVault'],
            resources: ['*'],
          }),
        ],
      }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { vaultArn } = copiesOf({ ...settings, backupAccount }, Stack.of(this).partition);
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault });
    // Copies end with their original: AWS's guide says that a copy ends with it, the reference that it need not.
    const deleteAfter = Duration.days(BACKUP_DAYS);
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ hour: HOUR_UTC, minute: '0' }),
        deleteAfter,
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', vaultArn),
            deleteAfter,
          },
        ],
      }),
    );
    plan.addSelection('Cluster', { resources: [BackupResource.fromArn(database.clusterArn)] });

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'AWS maintains the rights that AWS Backup needs for each of its services.',
    });
  }

  /** Lets AWS Backup of the other account read our snapshots; without it no copy leaves the account. */
  private shareKey({ key }: Database, backupAccount: string): void {
    const principals = [new AccountPrincipal(backupAccount)];
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
        resources: ['*'],
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
        resources: ['*'],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
  }
}
