import { CfnOutput, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { LOG_DAYS } from '#shared/retention.ts';
import { BackupCopies } from './backup/backup-copies.ts';
import { Database } from './database.ts';
import { Mail } from './mail.ts';
import { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { type EventWorkQueues, makeWorkQueues, type WorkQueues } from './work-queue.ts';

/**
 * Returns the name of the one log of all functions. A restore reads from it what changed later, so it outlives the
 * portal, which knows it by this name and needs no reference to the data stack.
 */
export const functionsLogName = ({ deployment }: Pick<Settings, 'deployment'>): string =>
  `/${deployment}/functions`;

/**
 * Holds everything that must outlive a portal that failed or is created again: the database, the keys, the queues, the
 * way of the mails' events and the logs. A portal stack that rolls back or is deleted does not touch it.
 */
export class DataStack extends Stack {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly queues: WorkQueues;
  /** None in a deployment that sends no mail. */
  readonly mail: Mail | undefined;
  readonly eventQueues: EventWorkQueues;
  readonly accessLog: LogGroup;

  /** Zones as CloudFormation resolves them: CDK would query the account, and no synth would work without one. */
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, { ...props, terminationProtection: true });

    this.secrets = new Secrets(this, 'Secrets');
    this.database = new Database(this, 'Database', settings);
    const { backupAccount } = settings;
    if (backupAccount !== undefined) {
      new BackupCopies(this, 'Copies', { database: this.database, settings, backupAccount });
    }
    this.queues = makeWorkQueues(this);
    this.mail = settings.mailFrom ? new Mail(this, 'Mail', settings) : undefined;
    this.eventQueues = this.mail ? { 'mail-events': this.mail.events } : {};
    // With this prefix CloudWatch's resource policy, which is limited in size, need not name each log group.
    this.accessLog = this.keepLog('AccessLog', `/aws/vendedlogs/${settings.deployment}/access`);
    this.keepLog('FunctionsLog', functionsLogName(settings));

    // Outputs that docs/operations/ uses.
    const outputs = {
      DatabaseArn: this.database.clusterArn,
      DatabaseKeyArn: this.database.key.keyArn,
      DatabaseOwnerSecretArn: this.database.ownerSecretArn,
      DatabaseApplicationSecretArn: this.database.applicationSecretArn,
      DatabaseReaderSecretArn: this.database.readerSecretArn,
      SessionKeySecretArn: this.secrets.sessionKeyArn,
      FactorKeySecretArn: this.secrets.factorKeyArn,
      DriveCredentialsSecretArn: this.secrets.driveCredentialsArn,
      HelpdeskKeySecretArn: this.secrets.helpdeskKeyArn,
    };
    for (const [name, value] of Object.entries(outputs)) {
      new CfnOutput(this, name, { value });
    }
  }

  private keepLog(id: string, logGroupName: string): LogGroup {
    return new LogGroup(this, id, {
      logGroupName,
      retention: LOG_DAYS,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
