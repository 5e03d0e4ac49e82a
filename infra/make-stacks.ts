import type { App } from 'aws-cdk-lib';
import { DataStack } from './data-stack.ts';
import { EdgeAlarmsStack } from './edge-alarms-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { PortalStack, type PortalStackProps } from './portal-stack.ts';
import { EDGE_REGION, type Settings, stackNames } from './settings.ts';

const EDGE = { env: { region: EDGE_REGION } };

/**
 * The stacks of one deployment, by what must outlive what, in the order in which they are deployed: data, edge, portal,
 * and the alarms on what the portal's CloudFront measures.
 */
export const makeStacks = (
  app: App,
  settings: Settings,
  sources: Pick<PortalStackProps, 'codeOf' | 'webFolder'>,
): PortalStack => {
  const names = stackNames(settings);
  const env = { region: settings.region };
  const data = new DataStack(app, names.data, settings, { env });
  const edge = EdgeStack.isNeeded(settings) ? new EdgeStack(app, names.edge, settings, EDGE) : undefined;

  const portal = new PortalStack(app, names.portal, {
    env,
    settings,
    ...sources,
    data,
    certificate: edge?.certificate,
    webAclArn: edge?.webAclArn,
  });
  // CDK would find it out by what the portal refers to; without a reference left the order must still hold.
  portal.addStackDependency(data);
  const watched = {
    distributionId: portal.distributionId,
    certificateArn: settings.certificateArn ?? edge?.certificate?.certificateArn,
  };
  new EdgeAlarmsStack(app, names.edgeAlarms, settings, watched, EDGE);

  return portal;
};
