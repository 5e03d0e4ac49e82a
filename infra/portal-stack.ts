import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Database } from './database.ts';
import { makeGrants } from './grants.ts';
import { Jobs } from './jobs.ts';
import type { CodeOf, FunctionDefaults } from './portal-function.ts';
import { Routes } from './routes.ts';
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

/** The portal. Its routes and jobs are not listed here: they follow from shared/contract and shared/jobs.ts. */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, props: PortalStackProps) {
    super(scope, id, props);
    const { settings, codeOf } = props;

    const secrets = new Secrets(this, 'Secrets', settings);
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
    const routes = new Routes(this, 'Routes', {
      api,
      defaults,
      environment: {
        PORTAL_ORIGIN: site.origin,
        ORIGIN_VERIFY_SECRET: secrets.originVerifyValue,
        SESSION_COOKIE_NAME: '__Host-session',
      },
    });
    new Alarms(this, 'Alarms', { api, database, jobs, queues, routes }, settings);
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

    // What docs/operations.md asks for.
    const outputs = {
      PortalOrigin: site.origin,
      DistributionDomainName: site.distribution.distributionDomainName,
      DatabaseArn: database.clusterArn,
      DatabaseOwnerSecretArn: database.ownerSecretArn,
      DatabaseApplicationSecretArn: database.applicationSecretArn,
      SessionKeySecretArn: secrets.sessionKeyArn,
      DriveCredentialsSecretArn: secrets.driveCredentialsArn,
      HelpdeskKeySecretArn: secrets.helpdeskKeyArn,
      MigrateFunctionName: jobs.functions.migrate.lambda.functionName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
