import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { jobKinds } from '#shared/job-kinds.ts';

/** Names the stacks and the cluster, so that several deployments can share an account. RDS refuses double dashes. */
const deploymentName = z
  .string()
  .max(31, 'must have at most 31 letters')
  .regex(
    /^[a-z](-?[a-z0-9])*$/,
    'must be lower-case letters, digits and single dashes, a letter first and no dash last',
  );

/** Aurora counts capacity in halves; at 0 it may pause, which it never does while a job asks it every minute. */
const capacityUnits = z.number().min(0).max(256).multipleOf(0.5);

const count = z.int().positive();

const text = z.string().trim().min(1);

const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' });

const BANK_ACCOUNT = [
  'bankAccountName',
  'bankName',
  'bankBranchCode',
  'bankAccountNumber',
  'bankAccountType',
] as const;

/** What differs from one deployment to the next: `deployments/<name>.json`. No secret belongs here. */
const fields = z.strictObject({
  /** For the bill and for whoever finds a resource, such as owner and cost-centre; on all that takes tags. */
  tags: z
    .record(
      z.string().regex(/^(?!aws:|commit$|deployment$)[\w .:/=+@-]{1,128}$/, 'can name no tag of yours'),
      z.string().max(256),
    )
    .default({}),
  /** Where the portal runs, and nowhere else. */
  account: z
    .string('must be the 12 digits of an AWS account')
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account'),
  /** Where the portal runs; enable the region for the account first. */
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as af-south-1')
    .default('af-south-1'),
  /** The portal's own name, such as portal.owconnect.example; without one CloudFront's is used. */
  domainName: z.hostname().optional(),
  /** A certificate for that name which the account has already; without one the deployment makes its own. */
  certificateArn: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/, 'must be a certificate of ACM in us-east-1')
    .optional(),
  /** A portal to try out, without AWS WAF in front of it. */
  trial: z.boolean().default(false),
  /** Where every alarm is mailed to. */
  alarmEmail: z.email().optional(),
  /** Where alarms are mailed to besides that must not wait until the morning. */
  wakeEmail: z.email().optional(),
  databaseCapacityMin: capacityUnits.optional(),
  databaseCapacityMax: capacityUnits.min(1).default(8),
  /** A reader takes over when the writer fails; it makes nothing faster, because the Data API asks the writer. */
  databaseReaders: z.int().min(0).max(1).default(0),
  /** What the whole API answers; what one address or account may do is counted by the functions (D27). */
  apiRequestsPerSecond: count.default(500),
  apiBurst: count.default(1_000),
  /** The same for signing in and for registering, each by itself. */
  signInRequestsPerSecond: count.default(20),
  signInBurst: count.default(40),
  /** How many PDFs are made at once; SQS allows no fewer than two. */
  pdfConcurrency: z.int().min(2).max(1_000).default(jobKinds['invoice-pdf'].queue.maxConcurrency),
  /** Of every Lambda but those with Chromium, which exists for x86_64 alone. */
  architecture: z.enum(['arm64', 'x86_64']).default('arm64'),
  logRetentionDays: z.enum(RetentionDays).default(RetentionDays.THREE_MONTHS),
  /** The secrets by which the functions know CloudFront: it sends the first, and they take each of them. */
  originSecretGenerations: z.array(count).min(1).max(2).default([1]),
  /** The VAT number of the supplier makes an invoice a tax invoice. */
  supplierVatNumber: z
    .string()
    .regex(/^4\d{9}$/, 'must be ten digits that begin with 4')
    .optional(),
  /** False says that the supplier has no VAT number, so that nobody forgets it. */
  vatRegistered: z.boolean().optional(),
  /** Where clients pay by EFT and within how many days; a trial may leave the account to shared/brand.ts. */
  paymentTermsDays: z.int().min(0).max(365).optional(),
  bankAccountName: text.optional(),
  bankName: text.optional(),
  bankBranchCode: text.optional(),
  bankAccountNumber: text.optional(),
  bankAccountType: text.optional(),
  /** The Google shared drive, and its folder that holds the PDFs. */
  driveId: z.string().min(1).optional(),
  driveFolderId: z.string().min(1).optional(),
  /** Freshdesk's address, such as https://owconnect.freshdesk.com; without one there is no support centre. */
  helpdeskUrl: httpsAddress.optional(),
  /** Where an administrator opens a contact at the helpdesk, with {id} for its id; Freshdesk's own page unless given. */
  helpdeskContactUrl: httpsAddress
    .includes('{id}', 'must hold {id} where the id of a contact goes')
    .optional(),
  /** Tickets and replies that the portal sends in a minute; Freshdesk's Growth plan takes 80 new tickets. */
  helpdeskWritesPerMinute: count.default(20),
  /** What each client may ask of the helpdesk. */
  helpdeskReadsPerClientMinute: count.default(60),
  helpdeskTicketsPerClientHour: count.default(40),
  helpdeskRepliesPerClientHour: count.default(200),
  /** Tells this portal's clients from another one's at the same helpdesk; the deployment's name unless given. */
  helpdeskIdPrefix: z.string().min(1).optional(),
  /** The ticket fields of the account that clients may see. */
  helpdeskClientFields: z.array(z.string().min(1)).default([]),
  /** Where attachments may be fetched from: origins, with a path where others keep files there too. */
  helpdeskAttachmentAddresses: z
    .array(httpsAddress)
    .default(['https://s3.amazonaws.com/cdn.freshdesk.com/', 'https://attachment.freshdesk.com/']),
});

/** Only a trial may leave the account, the domain and the mailbox out. */
const requireAnswers = (settings: z.output<typeof fields>, context: z.RefinementCtx): void => {
  const miss = (name: string, reason: string) =>
    context.addIssue({ code: 'custom', path: [name], message: `is missing: ${reason}` });

  const ofAccount = BANK_ACCOUNT.filter((name) => settings[name] === undefined);
  const isPartly = ofAccount.length < BANK_ACCOUNT.length;
  if (isPartly || !settings.trial) {
    for (const name of ofAccount) {
      miss(name, 'without all five, invoices name a made-up bank account');
    }
  }
  if (settings.trial) {
    return;
  }

  if (!settings.domainName) {
    miss('domainName', 'without it browsers may speak TLS 1.0 to CloudFront');
  }
  if (!settings.alarmEmail) {
    miss('alarmEmail', 'without it nobody hears of an alarm');
  }
  if (!settings.supplierVatNumber && settings.vatRegistered !== false) {
    miss('supplierVatNumber', 'give it, or say "vatRegistered": false');
  }
};

/** From two units on the database has memory enough for Performance Insights beside its own work. */
export const INSIGHTS_CAPACITY_MIN = 2;
const TRIAL_CAPACITY_MIN = 0.5;

const settingsSchema = fields
  .transform(({ databaseCapacityMin, ...others }) => ({
    ...others,
    databaseCapacityMin: databaseCapacityMin ?? (others.trial ? TRIAL_CAPACITY_MIN : INSIGHTS_CAPACITY_MIN),
  }))
  .refine(({ certificateArn, domainName }) => certificateArn === undefined || domainName !== undefined, {
    path: ['certificateArn'],
    error: 'needs domainName, the name that it is for',
  })
  .refine(({ driveId, driveFolderId }) => (driveId === undefined) === (driveFolderId === undefined), {
    path: ['driveFolderId'],
    error: 'stands with driveId, or neither does',
  })
  .refine(({ databaseCapacityMin, databaseCapacityMax }) => databaseCapacityMin <= databaseCapacityMax, {
    path: ['databaseCapacityMin'],
    error: 'must not be above databaseCapacityMax',
  })
  .refine(({ originSecretGenerations: [sent, other] }) => sent !== other, {
    path: ['originSecretGenerations'],
    error: 'must name each generation once',
  })
  .superRefine(requireAnswers)
  .refine(({ supplierVatNumber, vatRegistered }) => !supplierVatNumber || vatRegistered !== false, {
    path: ['vatRegistered'],
    error: 'is false, but supplierVatNumber is given',
  });

/** The settings of one deployment, by its name. */
export type Settings = z.output<typeof settingsSchema> & { deployment: string };

/** What the operators' commands must know of the database (infra/database.ts). */
export const DATABASE = { name: 'portal', engine: 'aurora-postgresql', majorVersion: '18' } as const;

/** Where alone CloudFront takes what it needs and tells what it measures, and AWS answers for the whole account. */
export const EDGE_REGION = 'us-east-1';

/** Whether us-east-1 must hold anything before the portal: the certificate of its own name, or AWS WAF. */
export const needsCertificate = ({
  domainName,
  certificateArn,
}: Pick<Settings, 'domainName' | 'certificateArn'>): boolean =>
  domainName !== undefined && certificateArn === undefined;
export const needsEdge = (settings: Settings): boolean => needsCertificate(settings) || !settings.trial;

/** The stacks of a deployment. What lives in us-east-1 bears the region that it serves, in which the others live. */
export const stackNames = ({ deployment, region }: Pick<Settings, 'deployment' | 'region'>) => ({
  data: `${deployment}-data`,
  portal: deployment,
  edge: `${deployment}-edge-${region}`,
  edgeAlarms: `${deployment}-edge-alarms-${region}`,
});

/** The deployment to copy, which `npx cdk synth` takes unless it is given another; nobody can deploy it. */
export const EXAMPLE_DEPLOYMENT = 'example';

/** Of the checkout. */
export const DEPLOYMENTS_FOLDER = join(import.meta.dirname, '..', 'deployments');

/** One sentence for each fault, with the place where it stands. */
const wordIssue = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => `${key}: there is no such setting.`)
    : [`${issue.path.join('.')}: ${issue.message}.`];

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

/** Checks what a deployment's file says, and fills in what it leaves out. */
export const readSettings = (name: string, content: unknown): Settings => {
  const file = `deployments/${name}.json`;
  const settings = settingsSchema.safeParse(content);
  if (!settings.success) {
    const faults = settings.error.issues.flatMap(wordIssue);
    throw new Error([`${file} says what cannot be deployed.`, ...faults].join('\n  '));
  }

  return { deployment: name, ...settings.data };
};

/** The settings of the deployment of this name; its file is the only place that says them. */
export const readDeployment = (name: string, folder: string = DEPLOYMENTS_FOLDER): Settings => {
  const named = deploymentName.safeParse(name);
  if (!named.success) {
    throw new Error(`'${name}' can name no deployment: ${z.prettifyError(named.error).slice(2)}.`);
  }
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) {
    throw new Error(
      `There is no deployments/${name}.json. Copy deployments/example.json; docs/operations.md explains each setting.`,
    );
  }

  return readSettings(name, parseJson(readFileSync(file, 'utf8'), `deployments/${name}.json`));
};
