import type { App } from 'aws-cdk-lib';
import { EdgeStack } from './edge-stack.ts';
import { PortalStack, type PortalStackProps } from './portal-stack.ts';
import type { Settings } from './settings.ts';

/** The stacks of one deployment: the portal, and before it what CloudFront takes from us-east-1, if it takes any. */
export const makeStacks = (
  app: App,
  settings: Settings,
  sources: Pick<PortalStackProps, 'codeOf' | 'webFolder'>,
): PortalStack => {
  const { deployment, region } = settings;
  const needsEdge = settings.domainName !== undefined || settings.firewall;
  const edge = needsEdge
    ? new EdgeStack(app, `${deployment}-edge`, settings, {
        env: { region: 'us-east-1' },
        crossRegionReferences: true,
      })
    : undefined;

  return new PortalStack(app, deployment, {
    ...(region && { env: { region } }),
    crossRegionReferences: true,
    settings,
    ...sources,
    certificate: edge?.certificate,
    webAclArn: edge?.webAclArn,
  });
};
