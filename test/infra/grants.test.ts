import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes } from '#shared/contract/index.ts';
import type { Capability, Route } from '#shared/contract/route.ts';
import { jobs, type Trigger } from '#shared/jobs.ts';
import { PRODUCTION, TRIAL } from '#test/support/infra/deployment-settings.ts';
import type { Resource } from '#test/support/infra/join-stacks.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';
import { environmentOf, grantsOfFunction, grantsOfRole } from '#test/support/infra/template-grants.ts';

const { template } = synthPortal(PRODUCTION);

const CLUSTER = 'arn:AWS::Partition:rds:af-south-1:123456789012:cluster:DatabaseCluster';
const STATEMENT = `rds-data:ExecuteStatement on ${CLUSTER}`;
const TRANSACTIONS = ['BeginTransaction', 'CommitTransaction', 'RollbackTransaction'].map(
  (action) => `rds-data:${action} on ${CLUSTER}`,
);
const readSecret = (secret: string) => `secretsmanager:GetSecretValue on ${secret}`;

const QUEUES = ['invoicepdf', 'helpdeskmessage', 'helpdeskcontact', 'accountmail', 'businessmail'];

const QUEUE_URLS = {
  INVOICE_PDF_QUEUE_URL: 'invoicepdfQueue',
  HELPDESK_MESSAGE_QUEUE_URL: 'helpdeskmessageQueue',
  HELPDESK_CONTACT_QUEUE_URL: 'helpdeskcontactQueue',
  ACCOUNT_MAIL_QUEUE_URL: 'accountmailQueue',
  BUSINESS_MAIL_QUEUE_URL: 'businessmailQueue',
};

const DEAD_LETTERS_URLS = {
  INVOICE_PDF_DEAD_LETTERS_URL: 'invoicepdfDeadLetters',
  HELPDESK_MESSAGE_DEAD_LETTERS_URL: 'helpdeskmessageDeadLetters',
  HELPDESK_CONTACT_DEAD_LETTERS_URL: 'helpdeskcontactDeadLetters',
  ACCOUNT_MAIL_DEAD_LETTERS_URL: 'accountmailDeadLetters',
  BUSINESS_MAIL_DEAD_LETTERS_URL: 'businessmailDeadLetters',
};

/** Grants and environment of each capability, repeated by hand: infra/grants.ts must say the same. */
const WORTH: Record<Capability, { grants: string[]; environment: Record<string, string> }> = {
  database: {
    grants: [STATEMENT, readSecret('AppLogin')],
    environment: {
      DATABASE_ARN: CLUSTER,
      DATABASE_NAME: 'portal',
      DATABASE_SECRET_ARN: 'AppLogin',
    },
  },
  transactions: { grants: TRANSACTIONS, environment: {} },
  databaseOwner: {
    grants: [STATEMENT, ...TRANSACTIONS, readSecret('AppLogin'), readSecret('OwnerLogin')],
    environment: {
      DATABASE_ARN: CLUSTER,
      DATABASE_NAME: 'portal',
      DATABASE_SECRET_ARN: 'AppLogin',
      DATABASE_OWNER_SECRET_ARN: 'OwnerLogin',
      MIGRATIONS_FOLDER: '/var/task/migrations',
    },
  },
  sessionTokens: {
    grants: [readSecret('SecretsSessionKey')],
    environment: { SESSION_KEY_SECRET_ARN: 'SecretsSessionKey' },
  },
  canary: {
    grants: [readSecret('SecretsCanaryPassword')],
    environment: {
      PORTAL_ADDRESS: 'https://portal.owconnect.example',
      CANARY_PASSWORD_SECRET_ARN: 'SecretsCanaryPassword',
    },
  },
  passwords: { grants: [], environment: {} },
  userAgents: { grants: [], environment: {} },
  commonPasswords: {
    grants: [],
    environment: { COMMON_PASSWORDS_FILE: '/var/task/common-passwords.json' },
  },
  supplier: {
    grants: [],
    environment: {
      SUPPLIER_VAT_NUMBER: '4123456789',
      PAYMENT_TERMS_DAYS: '14',
      BANK_ACCOUNT_NAME: 'OW Connect',
      BANK_NAME: 'Nedbank',
      BANK_BRANCH_CODE: '198765',
      BANK_ACCOUNT_NUMBER: '9876543210',
      BANK_ACCOUNT_TYPE: 'Savings',
    },
  },
  invoicePdfQueue: {
    grants: ['sqs:SendMessage on invoicepdfQueue.Arn'],
    environment: { INVOICE_PDF_QUEUE_URL: 'invoicepdfQueue' },
  },
  helpdeskMessageQueue: {
    grants: ['sqs:SendMessage on helpdeskmessageQueue.Arn'],
    environment: { HELPDESK_MESSAGE_QUEUE_URL: 'helpdeskmessageQueue' },
  },
  helpdeskContactQueue: {
    grants: ['sqs:SendMessage on helpdeskcontactQueue.Arn'],
    environment: { HELPDESK_CONTACT_QUEUE_URL: 'helpdeskcontactQueue' },
  },
  accountMailQueue: {
    grants: ['sqs:SendMessage on accountmailQueue.Arn'],
    environment: { ACCOUNT_MAIL_QUEUE_URL: 'accountmailQueue' },
  },
  businessMailQueue: {
    grants: ['sqs:SendMessage on businessmailQueue.Arn'],
    environment: { BUSINESS_MAIL_QUEUE_URL: 'businessmailQueue' },
  },
  mailSettings: { grants: [], environment: { MAIL_FROM: 'portal@owconnect.example' } },
  mailer: {
    grants: ['ses:SendEmail', 'ses:SendRawEmail'].flatMap((action) =>
      ['configuration-set/ow-connect', 'identity/owconnect.example'].map(
        (resource) =>
          `${action} on arn:AWS::Partition:ses:af-south-1:123456789012:${resource} if StringEquals ses:FromAddress portal@owconnect.example`,
      ),
    ),
    environment: {
      MAIL_FROM: 'portal@owconnect.example',
      MAIL_REPLY_TO: 'help@owconnect.example',
      MAIL_CONFIGURATION_SET: 'ow-connect',
    },
  },
  mailAccount: {
    grants: ['ses:GetAccount on *'],
    environment: { MAIL_FROM: 'portal@owconnect.example' },
  },
  mailPace: {
    grants: [],
    environment: {
      MAIL_RATE_PER_SECOND: '1',
      MAIL_LINKS_PER_HOUR: '500',
      PORTAL_ORIGIN: 'https://portal.owconnect.example',
    },
  },
  jobQueues: {
    grants: QUEUES.map((queue) => `sqs:SendMessage on ${queue}Queue.Arn`),
    environment: QUEUE_URLS,
  },
  queueChecks: {
    grants: QUEUES.map((queue) => `sqs:GetQueueAttributes on ${queue}Queue.Arn`),
    environment: QUEUE_URLS,
  },
  deadLetters: {
    grants: ['DeleteMessage', 'ReceiveMessage'].flatMap((action) =>
      QUEUES.map((queue) => `sqs:${action} on ${queue}DeadLetters.Arn`),
    ),
    environment: DEAD_LETTERS_URLS,
  },
  deadLetterCounts: {
    grants: QUEUES.map((queue) => `sqs:GetQueueAttributes on ${queue}DeadLetters.Arn`),
    environment: DEAD_LETTERS_URLS,
  },
  invoiceFiles: {
    grants: [readSecret('SecretsDriveCredentials')],
    environment: {
      DRIVE_CREDENTIALS_SECRET_ARN: 'SecretsDriveCredentials',
      DRIVE_ID: 'drive',
      DRIVE_FOLDER_ID: 'folder',
    },
  },
  driveConsole: {
    grants: [readSecret('SecretsDriveCredentials')],
    environment: {
      DRIVE_CREDENTIALS_SECRET_ARN: 'SecretsDriveCredentials',
      DRIVE_ID: 'drive',
      DRIVE_FOLDER_ID: 'folder',
    },
  },
  helpdesk: {
    grants: [readSecret('SecretsHelpdeskKey')],
    environment: {
      HELPDESK_URL: 'https://owconnect.freshdesk.com',
      HELPDESK_KEY_SECRET_ARN: 'SecretsHelpdeskKey',
      HELPDESK_ID_PREFIX: 'ow-connect',
      HELPDESK_CLIENT_FIELDS: 'cf_service',
      HELPDESK_ATTACHMENT_ADDRESSES:
        'https://s3.amazonaws.com/cdn.freshdesk.com/,https://attachment.freshdesk.com/',
    },
  },
  supportSettings: {
    grants: [],
    environment: {
      HELPDESK_URL: 'https://owconnect.freshdesk.com',
      HELPDESK_CONTACT_URL: 'https://owconnect.freshdesk.com/a/contacts/{id}',
      HELPDESK_WRITES_PER_MINUTE: '20',
      HELPDESK_READS_PER_CLIENT_MINUTE: '60',
      HELPDESK_TICKETS_PER_CLIENT_HOUR: '40',
      HELPDESK_REPLIES_PER_CLIENT_HOUR: '200',
    },
  },
  pdfPrinter: { grants: [], environment: { FONTS_FOLDER: '/var/task/fonts', BROWSER_FOLDER: '/tmp' } },
};

const ROUTE_ENVIRONMENT = {
  PORTAL_ORIGIN: 'https://portal.owconnect.example',
  ORIGIN_VERIFY_SECRET: '{{resolve:secretsmanager:OriginSecretsGeneration1:SecretString:::}}',
  SESSION_COOKIE_NAME: '__Host-session',
};

const usesOf = ({ access, uses, idempotent }: Route): Capability[] => [
  ...uses,
  ...(idempotent === 'in-transaction' ? (['transactions'] as const) : []),
  ...(access === 'public' ? [] : (['database', 'sessionTokens'] as const)),
];

const consumeQueue = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on ${queue}Queue.Arn`,
  );

interface Expected {
  entry: string;
  constructName: string;
  uses: readonly Capability[];
  alsoGranted: string[];
  alsoSet: Record<string, string>;
}

const routes = allRoutes.map(([id, route]): Expected => {
  return {
    entry: `handlers/${id.replace('.', '/')}`,
    constructName: id.replaceAll(/[.-]/g, ''),
    uses: usesOf(route),
    alsoGranted: [],
    alsoSet: ROUTE_ENVIRONMENT,
  };
});
/** Returns the construct of the queue that calls a job, if one does. */
const feedOf = (trigger: Trigger): string[] => {
  if (typeof trigger === 'string' || 'schedule' in trigger) {
    return [];
  }

  return 'queue' in trigger ? [trigger.queue.replaceAll('-', '')] : ['MailEvents'];
};

const ofJobs = Object.entries(jobs).map(([name, { trigger, uses }]): Expected => {
  return {
    entry: `jobs/${name}`,
    constructName: `Jobs${name.replaceAll('-', '')}`,
    uses,
    alsoGranted: feedOf(trigger).flatMap(consumeQueue),
    alsoSet: {},
  };
});
const everyFunction = [...routes, ...ofJobs];

const functionOf = (entry: string): Resource => {
  const found = template.functionsByEntry().get(`functions/${entry}.ts`);
  if (!found) {
    throw new Error(`No function runs ${entry}`);
  }

  return found[1];
};

describe.each(everyFunction)(
  'the function of $entry',
  ({ entry, constructName, uses, alsoGranted, alsoSet }) => {
    it('the function has the grants of its uses and its own log, and no others', () => {
      const ownLog = ['logs:CreateLogStream', 'logs:PutLogEvents'].map(
        (action) => `${action} on ${constructName}Log.Arn`,
      );
      const worth = uses.flatMap((capability) => WORTH[capability].grants);

      expect(grantsOfFunction(template, functionOf(entry))).toEqual(
        [...new Set([...worth, ...ownLog, ...alsoGranted])].sort(),
      );
    });

    it('the function has the environment of its uses, and no other', () => {
      const worth = uses.map((capability) => WORTH[capability].environment);

      expect(environmentOf(functionOf(entry))).toEqual({
        ...Object.assign({}, ...worth),
        ...alsoSet,
        COMMIT: 'abc1234',
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_SERVICE_NAME: entry,
      });
    });
  },
);

describe('the settings of the support centre', () => {
  const readsRecords = (context: Record<string, unknown>) => {
    const [, [, lambda] = []] =
      [...synthPortal(context).template.functionsByEntry()].find(
        ([entry]) => entry === 'functions/handlers/users/read.ts',
      ) ?? [];

    return lambda && environmentOf(lambda);
  };

  it('an empty helpdesk address means that the portal has no helpdesk', () => {
    expect(readsRecords(TRIAL)).toMatchObject({ HELPDESK_URL: '' });
  });

  it('the settings of the support centre reach the functions unchanged', () => {
    const context = {
      ...TRIAL,
      helpdeskUrl: 'https://owconnect.freshdesk.com',
      helpdeskContactUrl: 'https://agents.owconnect.example/people/{id}',
      helpdeskWritesPerMinute: 12,
      helpdeskReadsPerClientMinute: 30,
      helpdeskTicketsPerClientHour: 5,
      helpdeskRepliesPerClientHour: 50,
    };

    expect(readsRecords(context)).toMatchObject({
      HELPDESK_CONTACT_URL: 'https://agents.owconnect.example/people/{id}',
      HELPDESK_WRITES_PER_MINUTE: '12',
      HELPDESK_READS_PER_CLIENT_MINUTE: '30',
      HELPDESK_TICKETS_PER_CLIENT_HOUR: '5',
      HELPDESK_REPLIES_PER_CLIENT_HOUR: '50',
    });
  });
});

describe('roles', () => {
  const scheduledJobs = [
    'Jobscanary',
    'Jobshealthcheck',
    'Jobshelpdeskcopy',
    'Jobsjobsweep',
    'Jobsledgercatchup',
    'Jobsledgercheck',
    'Jobspurge',
  ];
  const functionRoles = everyFunction.map(({ entry }) => functionOf(entry).Properties.Role);

  it('no two functions share a role', () => {
    expect(new Set(functionRoles.map((role) => JSON.stringify(role))).size).toBe(everyFunction.length);
  });

  it('besides functions, only schedules and the helpers of CDK have roles', () => {
    const ofFunctions = new Set(functionRoles.map((role) => JSON.stringify(role)));
    const others = template
      .ofType('AWS::IAM::Role')
      .map(([id]) => id)
      .filter((id) => !ofFunctions.has(JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] })));

    expect(others.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'AWSCDKTriggerCustomResourceProviderCustomResourceProviderRole',
      expect.stringMatching(/^CustomCDKBucketDeployment/),
      ...scheduledJobs.map((job) => `${job}InvokerRole`),
    ]);
  });

  it("only Lambda may assume a function's role, and only this account's scheduler a schedule's", () => {
    const trusted = template.ofType('AWS::IAM::Role').map(([id, { Properties }]) => ({
      isOfSchedule: id.includes('InvokerRole'),
      statements: z.object({ Statement: z.unknown() }).parse(Properties.AssumeRolePolicyDocument).Statement,
    }));
    const may = (service: string, more = {}) => ({
      Action: 'sts:AssumeRole',
      Effect: 'Allow',
      Principal: { Service: service },
      ...more,
    });
    const ofThisAccount = { Condition: { StringEquals: { 'aws:SourceAccount': PRODUCTION.account } } };

    expect(trusted.map(({ statements }) => statements)).toEqual(
      trusted.map(({ isOfSchedule }) => [
        isOfSchedule ? may('scheduler.amazonaws.com', ofThisAccount) : may('lambda.amazonaws.com'),
      ]),
    );
  });

  it.each(scheduledJobs)("the scheduler's role for %s may only invoke that function", (job) => {
    const [roleId = ''] =
      template.ofType('AWS::IAM::Role').find(([id]) => id.startsWith(`${job}InvokerRole`)) ?? [];

    expect(grantsOfRole(template, roleId)).toEqual([`lambda:InvokeFunction on ${job}Function.Arn`]);
  });

  it("only the roles of CDK's helpers for files, invalidations and versions contain wildcards", () => {
    const wildcards = template
      .ofType('AWS::IAM::Role')
      .flatMap(([id]) => grantsOfRole(template, id))
      .map((grant) => grant.split(' on ')[1])
      .filter((target) => target?.includes('*'));

    expect([...new Set(wildcards)].sort()).toEqual([
      // CloudFront's invalidations, which CDK allows for any distribution.
      '*',
      'JobsmigrateFunction.Arn:*',
      'SiteBucket.Arn/*',
      'arn:AWS::Partition:s3:::cdk-hnb659fds-assets-123456789012-af-south-1/*',
    ]);
  });
});
