import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';

/** `-c name=value` gives a text, cdk.json may give the value itself. */
const flag = z.union([z.boolean(), z.stringbool()], 'must be true or false');

/** Aurora counts capacity in halves; at 0 it may pause, which it never does while a job asks it every minute. */
const capacityUnits = z.coerce.number().min(0).max(256).multipleOf(0.5);

const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' });

const perTime = z.coerce.number().int().positive();

/** Several addresses, with commas between them. */
const httpsAddresses = z
  .string()
  .transform((text) => text.split(',').filter((address) => address !== ''))
  .pipe(z.array(httpsAddress));

/** What differs from one deployment to the next: the context values of the CDK app. */
export const settingsSchema = z
  .strictObject({
    /** Names the stacks, so that several deployments can share an account. */
    deployment: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and dashes')
      .default('ow-connect'),
    /** Where the portal runs, such as af-south-1; without one, where the CLI's profile points. */
    region: z.string().optional(),
    /** The portal's own name, such as portal.owconnect.example; without one CloudFront's is used. */
    domainName: z.string().optional(),
    /** Whether AWS WAF stands in front, for about 10 USD a month. */
    firewall: flag.default(false),
    /** Where alarms are mailed to. */
    alarmEmail: z.email().optional(),
    databaseCapacityMin: capacityUnits.default(0.5),
    databaseCapacityMax: capacityUnits.min(1).default(8),
    /** Of every Lambda but the one with Chromium, which exists for x86_64 alone. */
    architecture: z.enum(['arm64', 'x86_64']).default('arm64'),
    logRetentionDays: z.coerce.number().pipe(z.enum(RetentionDays)).default(RetentionDays.THREE_MONTHS),
    /** Counted up, it replaces the secret by which the functions know CloudFront. */
    originSecretGeneration: z.coerce.number().int().min(1).default(1),
    /** The VAT number of the supplier makes an invoice a tax invoice; without one it is none. */
    supplierVatNumber: z.string().default(''),
    /** Where clients pay by EFT and within how many days; shared/brand.ts says what is not given. */
    paymentTermsDays: z.coerce.number().int().min(0).max(365).optional(),
    bankAccountName: z.string().default(''),
    bankName: z.string().default(''),
    bankBranchCode: z.string().default(''),
    bankAccountNumber: z.string().default(''),
    bankAccountType: z.string().default(''),
    /** The Google shared drive, and its folder that holds the PDFs. */
    driveId: z.string().default(''),
    driveFolderId: z.string().default(''),
    /** Freshdesk's address, such as https://owconnect.freshdesk.com; without one there is no support centre. */
    helpdeskUrl: httpsAddress.optional(),
    /** Where an administrator opens a contact at the helpdesk, with {id} for its id; Freshdesk's own page unless given. */
    helpdeskContactUrl: httpsAddress
      .includes('{id}', 'must hold {id} where the id of a contact goes')
      .optional(),
    /** Tickets and replies that the portal sends in a minute; Freshdesk's Growth plan takes 80 new tickets. */
    helpdeskWritesPerMinute: perTime.default(40),
    /** What each client may ask of the helpdesk. */
    helpdeskReadsPerClientMinute: perTime.default(60),
    helpdeskTicketsPerClientHour: perTime.default(40),
    helpdeskRepliesPerClientHour: perTime.default(200),
    /** Tells this portal's clients from another one's at the same helpdesk; the deployment's name unless given. */
    helpdeskIdPrefix: z.string().min(1).optional(),
    /** The ticket fields of the account that clients may see, with commas between them. */
    helpdeskClientFields: z.string().default(''),
    /** Where attachments may be fetched from: origins, with a path where others keep files there too. */
    helpdeskAttachmentAddresses: httpsAddresses.prefault(
      'https://s3.amazonaws.com/cdn.freshdesk.com/,https://attachment.freshdesk.com/',
    ),
  })
  .refine(
    (settings) => settings.region !== undefined || (settings.domainName === undefined && !settings.firewall),
    'domainName and firewall need region: their parts live in us-east-1 and must know where the portal is',
  );

export type Settings = z.output<typeof settingsSchema>;

/** Reads context values; what is malformed stops synth with one sentence for each. */
export const readSettings = (context: Record<string, unknown>): Settings => {
  const settings = settingsSchema.safeParse(context);
  if (settings.success) return settings.data;

  throw new Error(
    settings.error.issues.map((issue) => `Context ${issue.path.join('.')}: ${issue.message}.`).join(' '),
  );
};
