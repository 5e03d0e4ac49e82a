import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type IVpc, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  AuroraPostgresEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
  DatabaseSecret,
} from 'aws-cdk-lib/aws-rds';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

const BACKUP_RETENTION_DAYS = 14;

/**
 * Aurora Postgres (Serverless v2), reached only through the RDS Data API: no function sits in its network, which
 * has no way in or out.
 */
export class Database extends Construct {
  readonly databaseName = 'portal';
  readonly cluster: DatabaseCluster;
  readonly clusterArn: string;
  /** Role `portal_owner`, Aurora's master user: only the migrations run as it. */
  readonly ownerSecretArn: string;
  /** Role `portal_app`, which the migrations make: everything else runs as it. */
  readonly applicationSecretArn: string;

  constructor(
    scope: Construct,
    id: string,
    settings: Pick<Settings, 'databaseCapacityMin' | 'databaseCapacityMax'>,
  ) {
    super(scope, id);

    const vpc = new Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'database', subnetType: SubnetType.PRIVATE_ISOLATED }],
    });

    const ownerSecret = new DatabaseSecret(this, 'OwnerSecret', { username: 'portal_owner' });
    const applicationSecret = new DatabaseSecret(this, 'ApplicationSecret', { username: 'portal_app' });

    this.cluster = new DatabaseCluster(this, 'Cluster', {
      engine: DatabaseClusterEngine.auroraPostgres({ version: AuroraPostgresEngineVersion.VER_18_6 }),
      writer: ClusterInstance.serverlessV2('Writer', { autoMinorVersionUpgrade: true }),
      serverlessV2MinCapacity: settings.databaseCapacityMin,
      serverlessV2MaxCapacity: settings.databaseCapacityMax,
      // The classes of aws-cdk-lib do not declare their `undefined`s as exactOptionalPropertyTypes wants them.
      vpc: vpc as IVpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      enableDataApi: true,
      defaultDatabaseName: this.databaseName,
      credentials: Credentials.fromSecret(ownerSecret as ISecret),
      storageEncrypted: true,
      backup: { retention: Duration.days(BACKUP_RETENTION_DAYS), preferredWindow: '00:00-01:00' },
      preferredMaintenanceWindow: 'sun:00:00-sun:01:00',
      copyTagsToSnapshot: true,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.SNAPSHOT,
    });

    this.clusterArn = this.cluster.clusterArn;
    this.ownerSecretArn = ownerSecret.secretArn;
    this.applicationSecretArn = applicationSecret.secretArn;

    const findings = {
      'AwsSolutions-RDS6': "The Data API checks IAM and a role's secret; nothing else reaches the cluster.",
      'AwsSolutions-SMG4':
        'A rotation function would need a way into a network that has none; docs/operations.md says how a password is replaced.',
      'AwsSolutions-VPC7': 'The network holds the database alone, and its security group admits nobody.',
    };
    for (const [id, reason] of Object.entries(findings)) Validations.of(this).acknowledge({ id, reason });
  }
}
