import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { allRoutes } from '#shared/contract/index.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Database } from './database.ts';
import { capabilitiesOf, makeGrants } from './grants.ts';
import { Jobs } from './jobs.ts';
import { type CodeOf, type FunctionDefaults, PortalFunction } from './portal-function.ts';
import { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { Site } from './site.ts';
import { SiteFiles } from './site-files.ts';
import { makeWorkQueues } from './work-queue.ts';

export interface PortalStackProps extends StackProps {
  settings: Settings;
  codeOf: CodeOf;
  /** The built site (`npm run build:web`). */
  webFolder: string;
  certificate?: ICertificate | undefined;
  webAclArn?: string | undefined;
}

/** Processor comes with memory: half as much starts half as fast. */
const ROUTE_MEMORY_MEGABYTES = 1024;

/** Just under the 30 s of an HTTP API, so that the function's own answer is the one that arrives. */
const ROUTE_TIMEOUT_SECONDS = 29;

/** The portal. No route and no job is named here: they follow from shared/contract and shared/jobs.ts. */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, props: PortalStackProps) {
    super(scope, id, props);
    const { settings, codeOf } = props;

    const secrets = new Secrets(this, 'Secrets');
    const database = new Database(this, 'Database', settings);
    const queues = makeWorkQueues(this);
    const grants = makeGrants({ database, secrets, queues, settings });

    const api = new Api(this, 'Api', settings);
    const domain =
      settings.domainName && props.certificate
        ? { name: settings.domainName, certificate: props.certificate }
        : undefined;
    const site = new Site(this, 'Site', {
      apiDomainName: api.domainName,
      originVerifyValue: secrets.originVerifyValue,
      domain,
      webAclArn: props.webAclArn,
    });

    const defaults: FunctionDefaults = { grants, codeOf, settings };
    const jobs = new Jobs(this, 'Jobs', defaults, queues);
    const routes = new Construct(this, 'Routes');
    for (const [routeId, route] of allRoutes) {
      const handler = new PortalFunction(routes, routeId, defaults, {
        path: `handlers/${routeId.replace('.', '/')}`,
        summary: route.summary,
        uses: capabilitiesOf(route),
        memoryMegabytes: ROUTE_MEMORY_MEGABYTES,
        timeoutSeconds: ROUTE_TIMEOUT_SECONDS,
        environment: {
          PORTAL_ORIGIN: site.origin,
          ORIGIN_VERIFY_SECRET: secrets.originVerifyValue,
          SESSION_COOKIE_NAME: '__Host-session',
        },
      });
      api.serve(routeId, route, handler);
    }

    new Alarms(this, 'Alarms', { api, database, queues, jobFunctions: jobs.functions }, settings.alarmEmail);
    const files = new SiteFiles(this, 'SiteFiles', site.bucket, props.webFolder);

    // A deployment goes: schema, then functions, then the site that calls them.
    jobs.runAtDeployment({ after: database, before: routes });
    files.node.addDependency(routes);

    if (!settings.driveId || !settings.driveFolderId) {
      Annotations.of(this).addWarningV2(
        'portal:no-drive',
        'driveId or driveFolderId is not set: no PDF can be stored or downloaded (docs/operations.md).',
      );
    }
    new CfnOutput(this, 'PortalOrigin', { value: site.origin });
  }
}
