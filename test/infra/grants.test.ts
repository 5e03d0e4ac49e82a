import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes } from '#shared/contract/index.ts';
import { type Trigger, tasks } from '#shared/tasks.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import type { Resource } from '#test/support/infra/join-stacks.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';
import { environmentOf, grantsOfFunction, grantsOfRole } from '#test/support/infra/template-grants.ts';

const { template } = synthPortal(PRODUCTION);

const consumeQueue = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on ${queue}Queue.Arn`,
  );

/** Returns the construct of the queue that calls a task, if one does. */
const feedOf = (trigger: Trigger): string[] => {
  if (typeof trigger === 'string' || 'schedule' in trigger) {
    return [];
  }

  return 'queue' in trigger ? [trigger.queue.replaceAll('-', '')] : ['MailEvents'];
};

const ofRoutes = allRoutes.map(([id]) => ({
  entry: `handlers/${id.replace('.', '/')}`,
  constructName: id.replaceAll(/[.-]/g, ''),
  feed: [] as string[],
}));
const ofTasks = Object.entries(tasks).map(([name, { trigger }]) => ({
  entry: `tasks/${name}`,
  constructName: `Tasks${name.replaceAll('-', '')}`,
  feed: feedOf(trigger),
}));
const everyFunction = [...ofRoutes, ...ofTasks];

const functionOf = (entry: string): Resource => {
  const found = template.functionsByEntry().get(`functions/${entry}.ts`);
  if (!found) {
    throw new Error(`No function runs ${entry}`);
  }

  return found[1];
};

const environmentOfEntry = (entry: string) => environmentOf(functionOf(entry));

const granted = everyFunction.map(({ entry }) => ({
  entry,
  grants: grantsOfFunction(template, functionOf(entry)),
}));

/** Returns the grants of each function that match the pattern. */
const findGrants = (pattern: RegExp) =>
  granted.map(({ entry, grants }) => ({ entry, grants: grants.filter((grant) => pattern.test(grant)) }));

/** Each function's own calls run with its grants and its environment in test/processes/stack. */
describe('what a function may do besides its own calls', () => {
  it('each function may write the log of the functions, and no other', () => {
    const streams = 'arn:AWS::Partition:logs:af-south-1:123456789012:log-group:/ow-connect/functions:*';

    expect(findGrants(/^logs:/)).toEqual(
      everyFunction.map(({ entry }) => ({
        entry,
        grants: ['CreateLogStream', 'PutLogEvents'].map((action) => `logs:${action} on ${streams}`),
      })),
    );
  });

  it('only a task that a queue calls may empty a queue, and only that one', () => {
    const fed = everyFunction.filter(({ feed }) => feed.length > 0);
    const emptying = findGrants(/^sqs:\w+ on \w+Queue\.Arn$/).filter(({ grants }) =>
      grants.some((grant) => grant.startsWith('sqs:ReceiveMessage') || grant.startsWith('sqs:DeleteMessage')),
    );

    expect(fed.length).toBeGreaterThan(0);
    expect(emptying.map(({ entry }) => entry)).toEqual(fed.map(({ entry }) => entry));
    for (const { entry, feed } of fed) {
      const grants = emptying.find((each) => each.entry === entry)?.grants ?? [];

      expect(grants.filter((grant) => !grant.startsWith('sqs:SendMessage'))).toEqual(
        feed.flatMap(consumeQueue),
      );
    }
  });

  it("mails may only be sent from the portal's address and domain, each kind through its own configuration set", () => {
    const allowed = (set: string, ...actions: string[]) =>
      actions.flatMap((action) =>
        [`configuration-set/${set}`, 'identity/owconnect.example'].map(
          (resource) =>
            `${action} on arn:AWS::Partition:ses:af-south-1:123456789012:${resource} if StringEquals ses:FromAddress portal@owconnect.example`,
        ),
      );

    expect(findGrants(/^ses:Send/).filter(({ grants }) => grants.length > 0)).toEqual([
      { entry: 'tasks/account-mail', grants: allowed('ow-connect-account', 'ses:SendEmail') },
      {
        entry: 'tasks/business-mail',
        grants: allowed('ow-connect-business', 'ses:SendEmail', 'ses:SendRawEmail'),
      },
    ]);
  });
});

describe('the logins of the database', () => {
  it('each route that only reads has the login that only reads, and every other function that of the application', () => {
    const loginOf = (entry: string) => environmentOfEntry(entry).DATABASE_SECRET_ARN ?? '';
    const reading = allRoutes
      .filter(([, route]) => route.readsBesideCheck)
      .map(([id]) => `handlers/${id.replace('.', '/')}`);
    const withDatabase = everyFunction.map(({ entry }) => entry).filter((entry) => loginOf(entry) !== '');

    expect(reading.length).toBeGreaterThan(50);
    expect(withDatabase.filter((entry) => loginOf(entry).includes('ReadLogin'))).toEqual(reading);
    expect(
      findGrants(/^secretsmanager:GetSecretValue on (ReadLogin|AppLogin)/).filter(
        ({ entry, grants }) => reading.includes(entry) && grants.some((grant) => grant.includes('AppLogin')),
      ),
    ).toEqual([]);
  });
});

/** Settings of the deployment that no run of the stack could miss: another value would be used as readily. */
const SETTINGS = {
  PORTAL_ADDRESS: 'https://portal.owconnect.example',
  PORTAL_ORIGIN: 'https://portal.owconnect.example',
  PROVIDER_NAME: 'Acme Telecom (Pty) Ltd',
  PROVIDER_REGISTRATION_NUMBER: '2019/654321/07',
  PROVIDER_ADDRESS: '1 Long Street, Cape Town, 8001',
  CONTACT_EMAIL: 'accounts@acme.test',
  CONTACT_PHONE: '021 555 0199',
  VENDORS: 'drive,helpdesk,firewall',
  DATABASE_COUNTRY: 'South Africa',
  COPY_COUNTRY: 'Ireland',
  SUPPLIER_VAT_NUMBER: '4123456789',
  SUPPLIER_COMPLAINTS: 'Complaints: accounts@acme.test',
  VAT_TAX_PERIOD: 'odd-months',
  VAT_REGISTERED_FROM: '2024-03-01',
  VAT_CREDIT_NOTE_FIELD: '1',
  PAYMENT_TERMS_DAYS: '14',
  BANK_ACCOUNT_NAME: 'OW Connect',
  BANK_NAME: 'Nedbank',
  BANK_BRANCH_CODE: '198765',
  BANK_ACCOUNT_NUMBER: '9876543210',
  BANK_ACCOUNT_TYPE: 'Savings',
  OTHER_BANK_ACCOUNTS: 'FNB 62000000001, Capitec Business 1050000001',
  MAIL_FROM: 'portal@owconnect.example',
  MAIL_REPLY_TO: 'help@owconnect.example',
  MAIL_ACCOUNT_CONFIGURATION_SET: 'ow-connect-account',
  MAIL_BUSINESS_CONFIGURATION_SET: 'ow-connect-business',
  MAIL_RATE_PER_SECOND: '1',
  MAIL_LINKS_PER_HOUR: '500',
  MAIL_INVITES_PER_HOUR: '50',
  DRIVE_ID: 'drive',
  DRIVE_FOLDER_ID: 'folder',
  HELPDESK_URL: 'https://owconnect.freshdesk.com',
  HELPDESK_ID_PREFIX: 'ow-connect',
  HELPDESK_CLIENT_FIELDS: 'cf_service',
  HELPDESK_ATTACHMENT_ADDRESSES:
    'https://s3.amazonaws.com/cdn.freshdesk.com/,https://attachment.freshdesk.com/',
  HELPDESK_CONTACT_URL: 'https://owconnect.freshdesk.com/a/contacts/{id}',
  HELPDESK_WRITES_PER_CLIENT_MINUTE: '10',
  HELPDESK_READS_PER_CLIENT_MINUTE: '60',
  HELPDESK_TICKETS_PER_CLIENT_HOUR: '40',
  HELPDESK_REPLIES_PER_CLIENT_HOUR: '200',
  BROWSER_FOLDER: '/tmp',
  POWERTOOLS_LOG_LEVEL: 'INFO',
};

describe('the environment of the functions', () => {
  it('each setting of the deployment has its value in every function that reads it', () => {
    const environments = everyFunction.map(({ entry }) => environmentOfEntry(entry));
    const found = Object.keys(SETTINGS).map((name) => [
      name,
      [...new Set(environments.flatMap((environment) => environment[name] ?? []))],
    ]);

    expect(found).toEqual(Object.entries(SETTINGS).map(([name, value]) => [name, [value]]));
  });

  it('the privacy notice is told of no firewall, drive or helpdesk that a deployment does not have', () => {
    const trial = synthPortal(TRIAL)
      .template.functionsByEntry()
      .get('functions/handlers/invoices/provider.ts');

    expect(trial && environmentOf(trial[1])).toMatchObject({ VENDORS: '', COPY_COUNTRY: '' });
  });

  it('every function logs its name, its bundle and each line from the level INFO', () => {
    for (const { entry } of everyFunction) {
      expect(environmentOfEntry(entry)).toMatchObject({
        BUNDLE: `hash of functions/${entry}.ts`,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_SERVICE_NAME: entry,
      });
    }
  });

  it("every route checks CloudFront's secret, the origin and whether administrators need a second factor, and names its cookie __Host-session", () => {
    for (const { entry } of ofRoutes) {
      expect(environmentOfEntry(entry)).toMatchObject({
        PORTAL_ORIGIN: 'https://portal.owconnect.example',
        ORIGIN_VERIFY_SECRET: '{{resolve:secretsmanager:OriginSecretsGeneration1:SecretString:::}}',
        SESSION_COOKIE_NAME: '__Host-session',
        ADMIN_SECOND_FACTOR: 'required',
      });
    }
  });

  it("no environment holds a secret but CloudFront's, which only routes need", () => {
    const holding = everyFunction.flatMap(({ entry }) =>
      Object.entries(environmentOfEntry(entry)).flatMap(([name, value]) =>
        value.includes('{{resolve:') ? [`${entry} ${name}`] : [],
      ),
    );

    expect(holding).toEqual(ofRoutes.map(({ entry }) => `${entry} ORIGIN_VERIFY_SECRET`));
  });
});

describe('roles', () => {
  const firstReads = allRoutes.flatMap(([id, { isFirstRead }]) =>
    isFirstRead ? [id.replaceAll(/[^a-z]/gi, '')] : [],
  );
  const scheduled = [
    ...firstReads,
    'Taskscanary',
    'Taskshealthcheck',
    'Taskshelpdeskcopy',
    'Tasksjobsweep',
    'Tasksledgercheck',
    'Taskspurge',
    'Tasksregioncopy',
    'Tasksserviceends',
  ];
  const functionRoles = everyFunction.map(({ entry }) => functionOf(entry).Properties.Role);

  it('no two functions share a role', () => {
    expect(new Set(functionRoles.map((role) => JSON.stringify(role))).size).toBe(everyFunction.length);
  });

  it('besides functions, only schedules, the copies of the database and the helpers of CDK have roles', () => {
    const ofFunctions = new Set(functionRoles.map((role) => JSON.stringify(role)));
    const others = template
      .ofType('AWS::IAM::Role')
      .map(([id]) => id)
      .filter((id) => !ofFunctions.has(JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] })));

    expect(others.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'AWSCDKTriggerCustomResourceProviderCustomResourceProviderRole',
      'CopiesPlanClusterRole',
      expect.stringMatching(/^CustomCDKBucketDeployment/),
      ...scheduled.map((name) => `${name}InvokerRole`).toSorted(),
    ]);
  });

  it("only Lambda may assume a function's role, only this account's scheduler a schedule's, and only AWS Backup its own", () => {
    const trusted = template.ofType('AWS::IAM::Role').map(([id, { Properties }]) => ({
      service: id.includes('InvokerRole') ? 'scheduler' : id.startsWith('Copies') ? 'backup' : 'lambda',
      statements: z.object({ Statement: z.unknown() }).parse(Properties.AssumeRolePolicyDocument).Statement,
    }));
    const ofThisAccount = { Condition: { StringEquals: { 'aws:SourceAccount': PRODUCTION.account } } };

    expect(trusted.map(({ statements }) => statements)).toEqual(
      trusted.map(({ service }) => [
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { Service: `${service}.amazonaws.com` },
          ...(service === 'scheduler' && ofThisAccount),
        },
      ]),
    );
  });

  it.each(scheduled)("the scheduler's role for %s may only invoke that function", (name) => {
    const [roleId = ''] =
      template.ofType('AWS::IAM::Role').find(([id]) => id.startsWith(`${name}InvokerRole`)) ?? [];

    expect(grantsOfRole(template, roleId)).toEqual([`lambda:InvokeFunction on ${name}Function.Arn`]);
  });

  it("only the streams of the log, the roles of CDK's helpers for files, invalidations and versions, and of the copies abroad contain wildcards", () => {
    const wildcards = template
      .ofType('AWS::IAM::Role')
      .flatMap(([id]) => grantsOfRole(template, id))
      .map((grant) => grant.split(' on ')[1])
      .filter((target) => target?.includes('*'));

    expect([...new Set(wildcards)].sort()).toEqual([
      // CloudFront's invalidations, which CDK allows for any distribution.
      '*',
      'SiteBucket.Arn/*',
      'TasksmigrateFunction.Arn:*',
      // The streams of the functions' log, which Lambda names.
      'arn:AWS::Partition:logs:af-south-1:123456789012:log-group:/ow-connect/functions:*',
      'arn:AWS::Partition:s3:::cdk-hnb659fds-assets-123456789012-af-south-1/*',
      'arn:aws:kms:eu-west-1:123456789012:key/* if StringEquals kms:ViaService rds.eu-west-1.amazonaws.com if ForAnyValue:StringEquals kms:ResourceAliases alias/ow-connect-af-south-1-copies',
      'arn:aws:rds:af-south-1:123456789012:cluster-snapshot:*',
      'arn:aws:rds:af-south-1:123456789012:cluster-snapshot:rds:ow-connect-*',
      'arn:aws:rds:eu-west-1:123456789012:cluster-snapshot:*',
    ]);
  });
});
