import { CfnResource, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type IVpc, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  AuroraPostgresEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
  DatabaseInsightsMode,
  DatabaseSecret,
} from 'aws-cdk-lib/aws-rds';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { BACKUP_DAYS, LOG_DAYS } from '#shared/retention.ts';
import { DATABASE, type Settings } from './settings.ts';
import { INSIGHTS_CAPACITY_MIN } from './settings-schema.ts';

/** UTC. RDS refuses two windows that overlap; Sunday at 02:00 in South Africa is the portal's hour of maintenance. */
const BACKUP_WINDOW = '22:00-23:00';
const MAINTENANCE_WINDOW = 'sun:00:00-sun:01:00';

/** Only the major version: Aurora upgrades minor versions by itself, and refuses to go back to an earlier one. */
const ENGINE = DatabaseClusterEngine.auroraPostgres({
  version: AuroraPostgresEngineVersion.of(DATABASE.majorVersion, DATABASE.majorVersion),
});

type DatabaseSettings = Pick<
  Settings,
  'deployment' | 'databaseCapacityMin' | 'databaseCapacityMax' | 'databaseReaders'
>;

/**
 * Aurora Postgres (Serverless v2), reached only through the RDS Data API: no function runs in its network, which has no
 * way in or out.
 */
export class Database extends Construct {
  readonly databaseName = DATABASE.name;
  readonly cluster: DatabaseCluster;
  readonly clusterArn: string;
  /** Encrypts the cluster, its backups and its snapshots; without it none of them can be read. */
  readonly key: Key;
  /** Role `portal_owner`, Aurora's master user: only the migrations run as it. */
  readonly ownerSecretArn: string;
  /** Role `portal_app`, which the migrations create: everything runs as it except the migrations and the reader. */
  readonly applicationSecretArn: string;
  /** Role `portal_reader`, which the migrations create: the routes that only read run as it. */
  readonly readerSecretArn: string;

  constructor(scope: Construct, id: string, settings: DatabaseSettings) {
    super(scope, id);

    const vpc = new Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'database', subnetType: SubnetType.PRIVATE_ISOLATED }],
    });

    // A key of our own, because a backup under AWS's key can never be copied to another account.
    this.key = new Key(this, 'Key', {
      description: `Encrypts the database of ${settings.deployment}, its backups and its snapshots`,
      enableKeyRotation: true,
      // Also if CloudFormation rolls the first deployment back: the cluster, which refuses to be deleted, would lose it.
      removalPolicy: RemovalPolicy.RETAIN,
    });

    const ownerSecret = this.makeLogin('OwnerLogin', 'portal_owner');
    const applicationSecret = this.makeLogin('AppLogin', 'portal_app');
    const readerSecret = this.makeLogin('ReadLogin', 'portal_reader');

    const log = new LogGroup(this, 'Log', {
      // The cluster's log; created beforehand, because one that Aurora creates keeps everything permanently.
      logGroupName: `/aws/rds/cluster/${settings.deployment}/postgresql`,
      retention: LOG_DAYS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const enablePerformanceInsights = settings.databaseCapacityMin >= INSIGHTS_CAPACITY_MIN;
    const insights = {
      enablePerformanceInsights,
      ...(enablePerformanceInsights && { performanceInsightEncryptionKey: this.key as IKey }),
    };
    const instance = {
      autoMinorVersionUpgrade: true,
      ...insights,
      // An instance does not take over its cluster's window: RDS would choose one.
      preferredMaintenanceWindow: MAINTENANCE_WINDOW,
    };
    this.cluster = new DatabaseCluster(this, 'Cluster', {
      engine: ENGINE,
      clusterIdentifier: settings.deployment,
      writer: ClusterInstance.serverlessV2('Writer', instance),
      // In the writer's failover tier, so that it has the writer's size when it takes over.
      readers: Array.from({ length: settings.databaseReaders }, (_, index) =>
        ClusterInstance.serverlessV2(`Reader${index + 1}`, { ...instance, scaleWithWriter: true }),
      ),
      serverlessV2MinCapacity: settings.databaseCapacityMin,
      serverlessV2MaxCapacity: settings.databaseCapacityMax,
      // aws-cdk-lib does not declare its `undefined`s as exactOptionalPropertyTypes requires.
      vpc: vpc as IVpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      enableDataApi: true,
      defaultDatabaseName: this.databaseName,
      credentials: Credentials.fromSecret(ownerSecret as ISecret),
      storageEncrypted: true,
      storageEncryptionKey: this.key as IKey,
      backup: { retention: Duration.days(BACKUP_DAYS), preferredWindow: BACKUP_WINDOW },
      preferredMaintenanceWindow: MAINTENANCE_WINDOW,
      copyTagsToSnapshot: true,
      ...insights,
      databaseInsightsMode: DatabaseInsightsMode.STANDARD,
      cloudwatchLogsExports: ['postgresql'],
      // Logs a refused statement without its values, which are personal data.
      parameters: { log_error_verbosity: 'terse' },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.SNAPSHOT,
    });
    this.cluster.node.addDependency(log);

    this.clusterArn = this.cluster.clusterArn;
    this.ownerSecretArn = ownerSecret.secretArn;
    this.applicationSecretArn = applicationSecret.secretArn;
    this.readerSecretArn = readerSecret.secretArn;

    const findings = {
      'AwsSolutions-RDS6': "The Data API checks IAM and a role's secret; nothing else reaches the cluster.",
      'AwsSolutions-SMG4':
        'A rotation function would need a way into a network that has none; docs/operations/run.md says how a password is replaced.',
      'AwsSolutions-VPC7': 'The network holds the database alone, and its security group admits nobody.',
    };
    for (const [id, reason] of Object.entries(findings)) {
      Validations.of(this).acknowledge({ id, reason });
    }
  }

  /**
   * Short ids only: the Data API takes ARNs of at most 100 characters, and CloudFormation puts the whole logical id
   * into this one.
   */
  private makeLogin(id: string, username: string): DatabaseSecret {
    const login = new DatabaseSecret(this, id, { username });
    const { defaultChild } = login.node;
    if (!CfnResource.isCfnResource(defaultChild)) {
      throw new Error(`The secret ${id} is no resource`);
    }
    defaultChild.overrideLogicalId(id);
    login.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);

    return login;
  }
}
