import { Aws } from 'aws-cdk-lib';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { AWS_REGIONS } from '#shared/aws-regions.ts';
import { type Capability, type Route, runsInTransaction } from '#shared/contract/route.ts';
import {
  deadLettersUrlSetting,
  JOB_KINDS,
  type JobKind,
  jobKinds,
  QUEUES_URL_SETTING,
  queueUrlSetting,
} from '#shared/job-kinds.ts';
import { VENDORS } from '#shared/privacy.ts';
import { companionPath } from './bundling.ts';
import type { Database } from './database.ts';
import type { Secrets } from './secrets.ts';
import { configurationSets, regionCopiesOf, type Settings } from './settings.ts';
import type { WorkQueue, WorkQueues } from './work-queue.ts';

/** Environment and permissions that one capability adds to a function that uses it. */
export interface Grant {
  environment: Record<string, string>;
  allow: readonly PolicyStatementProps[];
  /** Findings of cdk-nag that hold for it, each with the reason why. */
  acknowledged?: readonly { id: string; reason: string }[];
}

/** A route that only reads has the grant `databaseReader` in the place of `database`. */
export type Grants = Record<Capability | 'databaseReader', Grant>;

interface Granted {
  database: Database;
  secrets: Secrets;
  queues: WorkQueues;
  /** Such as https://portal.owconnect.example. */
  portalOrigin: string;
  /** The beginning of an ARN of Amazon SES, such as arn:aws:ses:af-south-1:123456789012. */
  sesArn: string;
  settings: Pick<
    Settings,
    | 'deployment'
    | 'account'
    | 'region'
    | 'backupRegion'
    | 'providerName'
    | 'providerRegistrationNumber'
    | 'providerAddress'
    | 'contactEmail'
    | 'contactPhone'
    | 'supplierVatNumber'
    | 'supplierComplaints'
    | 'vatTaxPeriod'
    | 'vatRegisteredFrom'
    | 'vatCreditNoteField'
    | 'paymentTermsDays'
    | 'bankAccountName'
    | 'bankName'
    | 'bankBranchCode'
    | 'bankAccountNumber'
    | 'bankAccountType'
    | 'otherBankAccounts'
    | 'driveId'
    | 'driveFolderId'
    | 'helpdeskUrl'
    | 'trial'
    | 'adminSecondFactor'
    | 'helpdeskIdPrefix'
    | 'helpdeskContactUrl'
    | 'helpdeskReadsPerClientMinute'
    | 'helpdeskWritesPerClientMinute'
    | 'helpdeskTicketsPerClientHour'
    | 'helpdeskRepliesPerClientHour'
    | 'helpdeskClientFields'
    | 'helpdeskAttachmentAddresses'
    | 'mailFrom'
    | 'mailReplyTo'
    | 'mailRatePerSecond'
    | 'mailLinksPerHour'
    | 'mailInvitesPerHour'
  >;
}

const readSecrets = (...arns: string[]): PolicyStatementProps => ({
  actions: ['secretsmanager:GetSecretValue'],
  resources: arns,
});

/** The Data API runs a statement only if the caller may also read the secret that it names. */
const runStatements = (clusterArn: string): PolicyStatementProps => ({
  actions: ['rds-data:ExecuteStatement'],
  resources: [clusterArn],
});

const runTransactions = (clusterArn: string): PolicyStatementProps => ({
  actions: ['rds-data:BeginTransaction', 'rds-data:CommitTransaction', 'rds-data:RollbackTransaction'],
  resources: [clusterArn],
});

type MailSettings = Pick<Settings, 'mailFrom' | 'mailReplyTo' | 'deployment'>;

/** Without a sender nothing is sent, and nothing allowed. */
const sendMail = (
  sesArn: string,
  { mailFrom }: Pick<MailSettings, 'mailFrom'>,
  configurationSet: string,
  actions: readonly string[],
): PolicyStatementProps[] =>
  mailFrom === undefined
    ? []
    : [
        {
          actions: [...actions],
          resources: [
            `${sesArn}:identity/${mailFrom.split('@').at(-1)}`,
            `${sesArn}:configuration-set/${configurationSet}`,
          ],
          conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
        },
      ];

const mailerSettings = ({ mailFrom, mailReplyTo }: MailSettings): Record<string, string> => ({
  MAIL_FROM: mailFrom ?? '',
  MAIL_REPLY_TO: mailReplyTo ?? '',
});

/** Each mailer may send through its own configuration set and no other. */
const makeMailers = (
  sesArn: string,
  settings: MailSettings,
): Record<'accountMailer' | 'businessMailer', Grant> => {
  const { account, business } = configurationSets(settings);

  return {
    accountMailer: {
      environment: { ...mailerSettings(settings), MAIL_ACCOUNT_CONFIGURATION_SET: account },
      allow: sendMail(sesArn, settings, account, ['ses:SendEmail']),
    },
    businessMailer: {
      environment: { ...mailerSettings(settings), MAIL_BUSINESS_CONFIGURATION_SET: business },
      // SES asks for the second action where a request has the whole text of a mail; its documentation does not say
      // which one it asks for where a simple message has attachments.
      allow: sendMail(sesArn, settings, business, ['ses:SendEmail', 'ses:SendRawEmail']),
    },
  };
};

/** The addresses of queues begin alike, which is said once, because all variables of a function together have 4 KB. */
const settingsOf = (
  queues: WorkQueues,
  nameOf: (kind: JobKind) => string,
  name: keyof Pick<WorkQueue, 'queueName' | 'deadLetterQueueName'>,
  kinds: readonly JobKind[] = JOB_KINDS,
): Record<string, string> => ({
  [QUEUES_URL_SETTING]: `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/`,
  ...Object.fromEntries(kinds.map((kind) => [nameOf(kind), queues[kind][name]])),
});

type Sender = (typeof jobKinds)[JobKind]['sender'];

/** Each sender of jobs may send to the queue of its kind and to no other. */
const makeSenders = (queues: WorkQueues): Record<Sender, Grant> => {
  const senders = JOB_KINDS.map((kind): [Sender, Grant] => [
    jobKinds[kind].sender,
    {
      environment: settingsOf(queues, queueUrlSetting, 'queueName', [kind]),
      allow: [{ actions: ['sqs:SendMessage'], resources: [queues[kind].queueArn] }],
    },
  ]);

  return Object.fromEntries(senders) as Record<Sender, Grant>;
};

/** RDS uses a key for its caller, who can do nothing with it directly. */
const letRdsUse = (region: string, key: string, conditions: object = {}): PolicyStatementProps => ({
  actions: [
    ...['CreateGrant', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey'],
    ...['GenerateDataKeyWithoutPlaintext', 'ReEncryptFrom', 'ReEncryptTo'],
  ].map((action) => `kms:${action}`),
  resources: [key],
  conditions: { StringEquals: { 'kms:ViaService': `rds.${region}.amazonaws.com` }, ...conditions },
});

type CopySettings = Pick<Settings, 'deployment' | 'account' | 'region' | 'backupRegion'>;

/** Lets a function copy the database's own backups to the other region, and delete nothing there but such copies. */
const makeRegionCopies = ({ key }: Database, settings: CopySettings): Grant => {
  const { deployment, account, region, backupRegion } = settings;
  const { keyAlias, prefix } = regionCopiesOf(settings);
  const environment = { DATABASE_CLUSTER: deployment, COPY_PREFIX: prefix };
  if (backupRegion === undefined) {
    return { environment: { ...environment, COPY_REGION: '', COPY_KEY: '' }, allow: [] };
  }
  const snapshots = (place: string) => `arn:aws:rds:${place}:${account}:cluster-snapshot:`;
  const copies = `${snapshots(backupRegion)}${prefix}????-??-??-??-??`;
  const backups = `${snapshots(region)}rds:${deployment}-*`;
  const lists = [region, backupRegion].map((place) => `${snapshots(place)}*`);
  const kms = `arn:aws:kms:${backupRegion}:${account}`;
  const keys = `${kms}:key/*`;
  const ofAlias = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': keyAlias } };

  return {
    environment: { ...environment, COPY_REGION: backupRegion, COPY_KEY: `${kms}:${keyAlias}` },
    allow: [
      {
        actions: ['rds:DescribeDBClusterSnapshots'],
        resources: [`arn:aws:rds:${region}:${account}:cluster:${deployment}`, ...lists],
      },
      { actions: ['rds:CopyDBClusterSnapshot'], resources: [backups, copies] },
      { actions: ['rds:DeleteDBClusterSnapshot'], resources: [copies] },
      { actions: ['rds:CrossRegionCommunication'], resources: ['*'] },
      letRdsUse(region, key.keyArn),
      letRdsUse(backupRegion, keys, ofAlias),
    ],
    acknowledged: [
      { resource: '*', reason: 'rds:CrossRegionCommunication has no resource.' },
      { resource: backups, reason: 'RDS names each backup by its time.' },
      { resource: keys, reason: 'Its condition names the alias of the only key.' },
      ...lists.map((resource) => ({ resource, reason: 'A list can be asked for only of all snapshots.' })),
    ].map(({ resource, reason }) => ({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason })),
  };
};

/** The one table from a capability to its environment variables and its permissions. */
export const makeGrants = ({
  database,
  secrets,
  queues,
  portalOrigin,
  sesArn,
  settings,
}: Granted): Grants => {
  const databaseAddress = { DATABASE_ARN: database.clusterArn, DATABASE_NAME: database.databaseName };

  /** Google knows one service account; the port of each function limits what the function can do with it. */
  const drive = {
    environment: {
      DRIVE_CREDENTIALS_SECRET_ARN: secrets.driveCredentialsArn,
      DRIVE_ID: settings.driveId ?? '',
      DRIVE_FOLDER_ID: settings.driveFolderId ?? '',
    },
    allow: [readSecrets(secrets.driveCredentialsArn)],
  };

  const hasVendor = {
    drive: settings.driveId !== undefined,
    helpdesk: settings.helpdeskUrl !== undefined,
    firewall: !settings.trial,
  };

  const provider = {
    PROVIDER_NAME: settings.providerName,
    PROVIDER_REGISTRATION_NUMBER: settings.providerRegistrationNumber ?? '',
    PROVIDER_ADDRESS: settings.providerAddress,
    CONTACT_EMAIL: settings.contactEmail,
    CONTACT_PHONE: settings.contactPhone,
  };

  return {
    database: {
      environment: { ...databaseAddress, DATABASE_SECRET_ARN: database.applicationSecretArn },
      allow: [runStatements(database.clusterArn), readSecrets(database.applicationSecretArn)],
    },
    databaseReader: {
      environment: { ...databaseAddress, DATABASE_SECRET_ARN: database.readerSecretArn },
      allow: [runStatements(database.clusterArn), readSecrets(database.readerSecretArn)],
    },
    transactions: { environment: {}, allow: [runTransactions(database.clusterArn)] },
    databaseOwner: {
      environment: {
        ...databaseAddress,
        DATABASE_OWNER_SECRET_ARN: database.ownerSecretArn,
        DATABASE_SECRET_ARN: database.applicationSecretArn,
        DATABASE_READER_SECRET_ARN: database.readerSecretArn,
        MIGRATIONS_FOLDER: companionPath('migrations'),
      },
      allow: [
        runStatements(database.clusterArn),
        runTransactions(database.clusterArn),
        readSecrets(database.ownerSecretArn, database.applicationSecretArn, database.readerSecretArn),
      ],
    },
    sessionTokens: {
      environment: { SESSION_KEY_SECRET_ARN: secrets.sessionKeyArn },
      allow: [readSecrets(secrets.sessionKeyArn)],
    },
    passkeys: { environment: { PORTAL_ORIGIN: portalOrigin }, allow: [] },
    passkeyDomain: { environment: { PORTAL_ORIGIN: portalOrigin }, allow: [] },
    factorKey: {
      environment: { FACTOR_KEY_SECRET_ARN: secrets.factorKeyArn },
      allow: [readSecrets(secrets.factorKeyArn)],
    },
    factorSettings: { environment: { ADMIN_SECOND_FACTOR: settings.adminSecondFactor }, allow: [] },
    passwords: { environment: {}, allow: [] },
    userAgents: { environment: {}, allow: [] },
    commonPasswords: {
      environment: { COMMON_PASSWORDS_FILE: companionPath('common-passwords.json') },
      allow: [],
    },
    provider: { environment: provider, allow: [] },
    supplier: {
      environment: {
        ...provider,
        SUPPLIER_VAT_NUMBER: settings.supplierVatNumber ?? '',
        VAT_REGISTERED_FROM: settings.vatRegisteredFrom ?? '',
        SUPPLIER_COMPLAINTS: settings.supplierComplaints ?? '',
        PAYMENT_TERMS_DAYS: String(settings.paymentTermsDays ?? ''),
        BANK_ACCOUNT_NAME: settings.bankAccountName ?? '',
        BANK_NAME: settings.bankName ?? '',
        BANK_BRANCH_CODE: settings.bankBranchCode ?? '',
        BANK_ACCOUNT_NUMBER: settings.bankAccountNumber ?? '',
        BANK_ACCOUNT_TYPE: settings.bankAccountType ?? '',
      },
      allow: [],
    },
    vendors: {
      environment: {
        VENDORS: VENDORS.filter((vendor) => hasVendor[vendor]).join(','),
        DATABASE_COUNTRY: AWS_REGIONS[settings.region],
        COPY_COUNTRY: settings.backupRegion ? AWS_REGIONS[settings.backupRegion] : '',
      },
      allow: [],
    },
    vatSettings: {
      environment: {
        SUPPLIER_VAT_NUMBER: settings.supplierVatNumber ?? '',
        VAT_TAX_PERIOD: settings.vatTaxPeriod,
        VAT_REGISTERED_FROM: settings.vatRegisteredFrom ?? '',
        VAT_CREDIT_NOTE_FIELD: settings.vatCreditNoteField,
      },
      allow: [],
    },
    bankAccounts: {
      environment: {
        BANK_NAME: settings.bankName ?? '',
        BANK_ACCOUNT_NUMBER: settings.bankAccountNumber ?? '',
        OTHER_BANK_ACCOUNTS: settings.otherBankAccounts ?? '',
      },
      allow: [],
    },
    ...makeSenders(queues),
    jobQueues: {
      environment: settingsOf(queues, queueUrlSetting, 'queueName'),
      allow: [
        {
          actions: ['sqs:SendMessage'],
          resources: Object.values(queues).map(({ queueArn }) => queueArn),
        },
      ],
    },
    queueChecks: {
      environment: settingsOf(queues, queueUrlSetting, 'queueName'),
      allow: [
        {
          actions: ['sqs:GetQueueAttributes'],
          resources: Object.values(queues).map(({ queueArn }) => queueArn),
        },
      ],
    },
    deadLetters: {
      environment: settingsOf(queues, deadLettersUrlSetting, 'deadLetterQueueName'),
      allow: [
        {
          actions: ['sqs:DeleteMessage', 'sqs:ReceiveMessage'],
          resources: Object.values(queues).map(({ deadLetterQueueArn }) => deadLetterQueueArn),
        },
      ],
    },
    deadLetterCounts: {
      environment: settingsOf(queues, deadLettersUrlSetting, 'deadLetterQueueName'),
      allow: [
        {
          actions: ['sqs:GetQueueAttributes'],
          resources: Object.values(queues).map(({ deadLetterQueueArn }) => deadLetterQueueArn),
        },
      ],
    },
    invoiceFiles: drive,
    driveConsole: drive,
    helpdesk: {
      environment: {
        HELPDESK_URL: settings.helpdeskUrl ?? '',
        HELPDESK_KEY_SECRET_ARN: secrets.helpdeskKeyArn,
        HELPDESK_ID_PREFIX: settings.helpdeskIdPrefix ?? settings.deployment,
        HELPDESK_CLIENT_FIELDS: settings.helpdeskClientFields.join(','),
        HELPDESK_ATTACHMENT_ADDRESSES: settings.helpdeskAttachmentAddresses.join(','),
      },
      allow: [readSecrets(secrets.helpdeskKeyArn)],
    },
    supportSettings: {
      environment: {
        HELPDESK_URL: settings.helpdeskUrl ?? '',
        HELPDESK_CONTACT_URL: settings.helpdeskContactUrl ?? `${settings.helpdeskUrl ?? ''}/a/contacts/{id}`,
        HELPDESK_READS_PER_CLIENT_MINUTE: String(settings.helpdeskReadsPerClientMinute),
        HELPDESK_WRITES_PER_CLIENT_MINUTE: String(settings.helpdeskWritesPerClientMinute),
        HELPDESK_TICKETS_PER_CLIENT_HOUR: String(settings.helpdeskTicketsPerClientHour),
        HELPDESK_REPLIES_PER_CLIENT_HOUR: String(settings.helpdeskRepliesPerClientHour),
      },
      allow: [],
    },
    mailSettings: { environment: { MAIL_FROM: settings.mailFrom ?? '' }, allow: [] },
    ...makeMailers(sesArn, settings),
    mailAccount: {
      environment: { MAIL_FROM: settings.mailFrom ?? '' },
      allow: settings.mailFrom ? [{ actions: ['ses:GetAccount'], resources: ['*'] }] : [],
      acknowledged: [{ id: 'AwsSolutions-IAM5[Resource::*]', reason: 'ses:GetAccount has no resource.' }],
    },
    mailPace: {
      environment: {
        MAIL_RATE_PER_SECOND: String(settings.mailRatePerSecond),
        MAIL_LINKS_PER_HOUR: String(settings.mailLinksPerHour),
        MAIL_INVITES_PER_HOUR: String(settings.mailInvitesPerHour),
        PORTAL_ORIGIN: portalOrigin,
      },
      allow: [],
    },
    regionCopies: makeRegionCopies(database, settings),
    canary: {
      environment: { PORTAL_ADDRESS: portalOrigin, CANARY_PASSWORD_SECRET_ARN: secrets.canaryPasswordArn },
      allow: [readSecrets(secrets.canaryPasswordArn)],
    },
    pdfPrinter: {
      environment: { FONTS_FOLDER: companionPath('fonts'), BROWSER_FOLDER: '/tmp' },
      allow: [],
    },
  };
};

/**
 * Returns the capabilities of a route: its `uses`, the transaction of its key and, unless the route is public, those of
 * the session check.
 */
export const capabilitiesOf = (route: Pick<Route, 'access' | 'uses' | 'keeps'>): Capability[] => {
  const ofKey: Capability[] = runsInTransaction(route) ? ['transactions'] : [];
  const ofSessionCheck: Capability[] = route.access === 'public' ? [] : ['database', 'sessionTokens'];

  return [...new Set([...route.uses, ...ofKey, ...ofSessionCheck])];
};
