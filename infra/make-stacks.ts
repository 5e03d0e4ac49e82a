import {
  type App,
  Aws,
  CfnRule,
  Fn,
  PERMISSIONS_BOUNDARY_CONTEXT_KEY,
  ReferenceStrength,
  Stack,
  Tags,
} from 'aws-cdk-lib';
import { EdgeAlarmsStack } from './alarms/edge-alarms-stack.ts';
import { BackupRegionStack } from './backup/backup-region-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { PortalStack, type PortalStackProps } from './portal-stack.ts';
import { EDGE_REGION, EXAMPLE_DEPLOYMENT, needsEdge, type Settings, stackNames } from './settings.ts';

/**
 * Makes CloudFormation refuse every stack before it creates a resource: a rule's assertions are checked first.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/rules-section-structure.html
 */
const refuseDeployment = (app: App): void => {
  for (const stack of app.node.children.filter(Stack.isStack)) {
    new CfnRule(stack, 'ExampleIsNotDeployed', {
      assertions: [
        {
          // No region has this name.
          assert: Fn.conditionEquals(Aws.REGION, 'none'),
          assertDescription: `This is the example, which cannot be deployed. Copy deployments/${EXAMPLE_DEPLOYMENT}.json to deployments/<name>.json, put your settings there, and run: npm run deploy -- <name>`,
        },
      ],
    });
  }
};

/**
 * Lets a stack of another region read a value. CloudFormation looks up each such reference by a call of its own, about
 * one a second, so that within a region the stacks use exports (ADR 29).
 */
const acrossRegions = (value: string): string => Stack.consumeReference(value, ReferenceStrength.WEAK);

/**
 * Makes the stacks of one deployment in the order in which they are deployed: data, the key of its copies in another
 * region, edge, portal, and the alarms on CloudFront's metrics. They are divided by lifetime: everything that must
 * outlive the portal's stack is in another one (ADR 29).
 */
export const makeStacks = (
  app: App,
  settings: Settings,
  sources: Pick<PortalStackProps, 'codeOf' | 'webFolder' | 'commit' | 'concurrency'>,
): PortalStack => {
  const names = stackNames(settings);
  const { account, region, permissionsBoundary } = settings;
  if (permissionsBoundary !== undefined) {
    app.node.setContext(PERMISSIONS_BOUNDARY_CONTEXT_KEY, { name: permissionsBoundary });
  }
  const env = { account, region };
  const edgeEnv = { account, region: EDGE_REGION };
  const data = new DataStack(app, names.data, settings, { env });
  const { backupRegion } = settings;
  const backup =
    backupRegion === undefined
      ? undefined
      : new BackupRegionStack(app, names.backup, settings, { env: { account, region: backupRegion } });
  const edge = needsEdge(settings) ? new EdgeStack(app, names.edge, settings, { env: edgeEnv }) : undefined;
  const certificateArn =
    settings.certificateArn ?? (edge?.certificateArn && acrossRegions(edge.certificateArn));

  const portal = new PortalStack(app, names.portal, {
    env,
    settings,
    ...sources,
    data,
    certificateArn,
    webAclArn: edge?.webAclArn && acrossRegions(edge.webAclArn),
  });
  // CDK derives the order from the portal's references; it must hold even if no reference is left.
  portal.addStackDependency(data);
  if (backup) {
    // The portal's task knows the key by its alias.
    portal.addStackDependency(backup);
  }
  const watched = { distributionId: acrossRegions(portal.distributionId), certificateArn };
  new EdgeAlarmsStack(app, names.edgeAlarms, settings, watched, { env: edgeEnv });

  const tags = { deployment: settings.deployment, ...settings.tags };
  for (const [name, value] of Object.entries(tags)) {
    Tags.of(app).add(name, value);
  }

  if (settings.deployment === EXAMPLE_DEPLOYMENT) {
    refuseDeployment(app);
  }

  return portal;
};
