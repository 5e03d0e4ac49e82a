import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { SESSION_COOKIE } from '#shared/edge.ts';
import { Alarms } from './alarms/alarms.ts';
import { PortalDashboard } from './alarms/dashboard.ts';
import { Api } from './api.ts';
import { type DataStack, functionsLogName } from './data-stack.ts';
import { makeGrants } from './grants.ts';
import { OriginSecrets } from './origin-secrets.ts';
import type { CodeOf, FunctionDefaults } from './portal-function.ts';
import { Routes } from './routes.ts';
import type { Settings } from './settings.ts';
import { Site } from './site.ts';
import { SiteFiles } from './site-files.ts';
import { Tasks } from './tasks.ts';

export interface PortalStackProps extends StackProps {
  settings: Settings;
  data: DataStack;
  codeOf: CodeOf;
  /** The built site (`npm run build:web`). */
  webFolder: string;
  /** The commit that the site and the functions were built from. */
  commit: string;
  /** How many functions the account may run at once in the region. */
  concurrency: number;
  /** That of the settings or of the edge stack. */
  certificateArn: string | undefined;
  webAclArn: string | undefined;
}

/** The portal. Its routes and tasks are not listed here: they follow from shared/contract and shared/tasks.ts. */
export class PortalStack extends Stack {
  readonly distributionId: string;

  constructor(scope: Construct, id: string, props: PortalStackProps) {
    super(scope, id, props);
    const { settings, codeOf, commit, concurrency } = props;
    const { database, secrets, queues, mail, eventQueues, accessLog } = props.data;

    const originSecrets = new OriginSecrets(this, 'OriginSecrets', settings);

    const api = new Api(this, 'Api', accessLog, settings);
    const domain =
      settings.domainName && props.certificateArn
        ? {
            name: settings.domainName,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', props.certificateArn),
          }
        : undefined;
    const site = new Site(this, 'Site', {
      apiDomainName: api.domainName,
      originVerifyValue: originSecrets.sent,
      domain,
      webAclArn: props.webAclArn,
    });

    const grants = makeGrants({
      database,
      secrets,
      queues,
      portalOrigin: site.origin,
      sesArn: `arn:${this.partition}:ses:${this.region}:${this.account}`,
      settings,
    });

    // Also of the functions that CDK adds for its deployments, which would otherwise keep their logs permanently.
    const log = LogGroup.fromLogGroupName(this, 'FunctionsLog', functionsLogName(settings));
    const defaults: FunctionDefaults = { grants, codeOf, log, settings };
    const tasks = new Tasks(this, 'Tasks', defaults, { queues, eventQueues });
    const routes = new Routes(this, 'Routes', {
      api,
      defaults,
      environment: {
        PORTAL_ORIGIN: site.origin,
        ORIGIN_VERIFY_SECRET: originSecrets.sent,
        ...(originSecrets.alsoAccepted && { ORIGIN_VERIFY_OTHER_SECRET: originSecrets.alsoAccepted }),
        SESSION_COOKIE_NAME: SESSION_COOKIE,
        ADMIN_SECOND_FACTOR: settings.adminSecondFactor,
      },
    });
    const files = new SiteFiles(this, 'SiteFiles', site, props.webFolder, log);
    new Alarms(
      this,
      'Alarms',
      { accessLog, log, api, database, files, tasks, queues, mail, eventQueues, concurrency },
      settings,
    );

    new PortalDashboard(this, 'Overview', { api, database, queues, eventQueues }, settings);

    // Order of a deployment: schema, then functions, then the site that calls them.
    tasks.runAtDeployment({ before: routes, log });
    files.node.addDependency(routes);

    this.distributionId = site.distribution.distributionId;
    this.warnOfWhatIsMissing(settings);

    // Outputs that docs/operations/ uses.
    const outputs = {
      Commit: commit,
      PortalOrigin: site.origin,
      DistributionDomainName: site.distribution.distributionDomainName,
      MigrateFunctionName: tasks.functionOf('migrate').lambda.functionName,
    };
    for (const [name, value] of Object.entries(outputs)) {
      new CfnOutput(this, name, { value });
    }
  }

  private warnOfWhatIsMissing({ driveId, domainName }: Settings): void {
    if (!driveId) {
      Annotations.of(this).addWarningV2(
        'portal:no-drive',
        'driveId is not set: no PDF can be stored or downloaded (docs/operations/deploy.md).',
      );
    }
    if (!domainName) {
      Annotations.of(this).addWarningV2(
        'portal:no-domain',
        'domainName is not set: browsers may speak TLS 1.0 to CloudFront, which no production allows (docs/operations/deploy.md).',
      );
    }
  }
}
