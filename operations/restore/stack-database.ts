import {
  type CloudFormationClient,
  GetTemplateCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { DatabaseInsightsMode } from '@aws-sdk/client-rds';
import * as z from 'zod';
import { callAws } from './aws-call.ts';

const Tags = z.array(z.object({ Key: z.string(), Value: z.string() })).default([]);

const clusterProperties = z.object({ Engine: z.string(), PerformanceInsightsEnabled: z.boolean() });

/** Settings of the cluster that a restore takes, under the same names. */
const ofRestore = z.object({
  DBSubnetGroupName: z.string(),
  DBClusterParameterGroupName: z.string(),
  VpcSecurityGroupIds: z.array(z.string()),
  ServerlessV2ScalingConfiguration: z.object({ MinCapacity: z.number(), MaxCapacity: z.number() }),
  EnableCloudwatchLogsExports: z.array(z.string()),
  DeletionProtection: z.boolean(),
  CopyTagsToSnapshot: z.boolean(),
  Tags,
});

/** Settings of the cluster that only a change of it takes, or a restore may leave as they were. */
const ofChange = z.object({
  BackupRetentionPeriod: z.number(),
  PreferredBackupWindow: z.string(),
  PreferredMaintenanceWindow: z.string(),
  DatabaseInsightsMode: z.enum(DatabaseInsightsMode),
});

const instanceProperties = z.object({
  Engine: z.string(),
  DBInstanceClass: z.string(),
  PromotionTier: z.number(),
  AutoMinorVersionUpgrade: z.boolean(),
  EnablePerformanceInsights: z.boolean(),
  PreferredMaintenanceWindow: z.string(),
  PubliclyAccessible: z.boolean(),
  Tags,
});

const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

/** A reference to a resource, or to one of its attributes. */
const reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).transform((value) => value['Fn::GetAtt'][0]),
]);

/** Lists the resources of a stack. */
export const listResources = (client: CloudFormationClient, StackName: string) =>
  callAws('cloudformation:ListStackResources', async () => {
    const found: { type: string; logicalId: string; id: string }[] = [];
    for await (const { StackResourceSummaries = [] } of paginateListStackResources(
      { client },
      { StackName },
    )) {
      for (const {
        ResourceType: type = '',
        LogicalResourceId,
        PhysicalResourceId,
      } of StackResourceSummaries) {
        found.push({ type, logicalId: LogicalResourceId ?? '', id: PhysicalResourceId ?? '' });
      }
    }

    return found;
  });

/** Reads how the deployed stack describes its database, which also is there for a cluster that is lost. */
export const readStackDatabase = async (client: CloudFormationClient, StackName: string) => {
  const resources = await listResources(client, StackName);
  const ids = new Map(resources.map(({ logicalId, id }) => [logicalId, id]));
  const { TemplateBody = '' } = await callAws('cloudformation:GetTemplate', () =>
    client.send(new GetTemplateCommand({ StackName })),
  );
  const { Resources } = template.parse(
    JSON.parse(TemplateBody, (_key, value: unknown) => {
      const referred = reference.safeParse(value).data;

      return referred === undefined ? value : (ids.get(referred) ?? value);
    }),
  );
  const ofType = (wanted: string) => Object.entries(Resources).filter(([, { Type }]) => Type === wanted);
  const properties = ofType('AWS::RDS::DBCluster')[0]?.[1].Properties;

  return {
    ...clusterProperties.parse(properties),
    ofRestore: ofRestore.parse(properties),
    ofChange: ofChange.parse(properties),
    /** The writer first: the first instance of a cluster becomes it. */
    instances: ofType('AWS::RDS::DBInstance')
      .map(([logicalId, { Properties }]) => ({
        id: ids.get(logicalId) ?? '',
        properties: instanceProperties.parse(Properties),
      }))
      .toSorted((one, other) => one.properties.PromotionTier - other.properties.PromotionTier),
  };
};

export type StackDatabase = Awaited<ReturnType<typeof readStackDatabase>>;
