import * as z from 'zod';
import { AWS_REGIONS, type AwsRegion } from '#shared/aws-regions.ts';
import { areBankAccounts } from '#shared/bank/bank-accounts.ts';
import { TAX_PERIODS } from '#shared/books/vat-periods.ts';
import { CREDIT_NOTE_FIELDS } from '#shared/books/vat-rows.ts';
import { requiredTitle } from '#shared/contract/fields.ts';
import { NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '#shared/contract/limits.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { MADE_UP_PROVIDER } from '#shared/made-up-provider.ts';
import { INVITES_PER_HOUR } from '#shared/mails/mail-shares.ts';

/** Aurora counts capacity in halves; at 0 it could pause, and a call would wait until it resumes. */
const capacityUnits = z.number().min(0.5).max(256).multipleOf(0.5);

const count = z.int().positive();

const SECOND_FACTOR_CHOICES = ['required', 'offered'] as const;

/** The privacy notice names its country, so that a region which nobody knows is none. */
const region = z.enum(Object.keys(AWS_REGIONS) as AwsRegion[], {
  error: 'must be a region of AWS such as af-south-1; shared/aws-regions.ts lists them with their countries',
});

/** Lambda takes 4 KB of variables for each function; a test adds up the longest settings. */
const LIST_LENGTH_MAX = 190;
const ADDRESS_LENGTH_MAX = 100;

const id = z.string().regex(/^[\w:./-]{1,64}$/, 'must be an id of at most 64 letters');

const LINE_BREAK_OR_TAB = /[\t\r\n]/;

/** A text of one line without hidden characters, because it is printed (D56). */
const line = (lengthMax: number) =>
  z
    .string()
    .refine((value) => !LINE_BREAK_OR_TAB.test(value), { abort: true, error: 'must be one line' })
    .pipe(requiredTitle(lengthMax, 'must not be empty'));

const httpsAddress = z
  .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
  .max(ADDRESS_LENGTH_MAX);

/** Texts that a function gets in one variable, divided by commas. */
const list = (text: z.ZodString | z.ZodURL) =>
  z
    .array(text)
    .refine(
      (texts) => texts.join(',').length <= LIST_LENGTH_MAX,
      `must have at most ${LIST_LENGTH_MAX} letters in all`,
    );

const BANK_WORD_LENGTH_MAX = 50;
/** As long as an international account number. */
const bankCode = z
  .string()
  .trim()
  .regex(/^[\dA-Za-z][\dA-Za-z -]{0,33}$/, 'must be digits, letters and spaces, 34 at most');

/** Returns the bits of an address as a text of zeros and ones. */
const bitsOf = (address: string): string => {
  const toBits = (numbers: string[], base: number, length: number) =>
    numbers.map((number) => Number.parseInt(number, base).toString(2).padStart(length, '0')).join('');
  if (!address.includes(':')) {
    return toBits(address.split('.'), 10, 8);
  }
  const [first = [], last = []] = address.split('::').map((side) => side.split(':').filter(Boolean));
  const between = Array.from({ length: 8 - first.length - last.length }, () => '0');

  return toBits([...first, ...between, ...last], 16, 16);
};

const isFirstAddress = (range: string): boolean => {
  const [address = '', length] = range.split('/');

  return !bitsOf(address).slice(Number(length)).includes('1');
};

/**
 * AWS WAF takes every network that is named by its first address (aws-cdk #20003), but not the whole of the internet,
 * which would be no office.
 */
const network = z
  .union([z.cidrv4(), z.cidrv6()], 'must be a network such as 192.0.2.0/24 or 2001:db8::/48')
  .refine((range) => !range.endsWith('/0'), 'must not be all of the internet')
  .refine(isFirstAddress, 'must be the first address of its network, and its length');

/** IAM takes no two tags whose names differ in their case alone. */
const hasUniqueNames = (tags: Record<string, string>): boolean => {
  const names = Object.keys(tags).map((name) => name.toLowerCase());

  return new Set(names).size === names.length;
};

const BANK_ACCOUNT = [
  'bankAccountName',
  'bankName',
  'bankBranchCode',
  'bankAccountNumber',
  'bankAccountType',
] as const;

/** The provider; a trial may leave out all of it. */
const PROVIDER = ['providerName', 'providerAddress', 'contactEmail', 'contactPhone'] as const;

/** Settings that differ between deployments: `deployments/<name>.json`. No secret belongs here. */
const fields = z.strictObject({
  /**
   * Tags such as owner and cost-centre, for the bill and for people who find a resource; on everything that can be
   * tagged.
   */
  tags: z
    .record(
      z.string().regex(/^(?!aws:|deployment$)[\w .:/=+@-]{1,128}$/i),
      z
        .string()
        .max(256)
        .regex(/^[\p{L}\p{N}\p{Z}_.:/=+@-]*$/u, 'must be letters, digits, spaces and _.:/=+@-'),
      { error: ({ code }) => (code === 'invalid_key' ? 'can name no tag of yours' : undefined) },
    )
    .refine(hasUniqueNames, 'must differ in more than case')
    .default({}),
  /** The only AWS account in which the portal runs. */
  account: z
    .string('must be the 12 digits of an AWS account')
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account'),
  /** Another account of the same Organization, which keeps copies of the database in a locked vault. */
  backupAccount: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')
    .optional(),
  /** Name of a policy of the account that bounds every role of the stacks (docs/permissions-boundary.json). */
  permissionsBoundary: z
    .string()
    .regex(/^[\w+=,.@-]{1,128}$/, 'must be the name of a policy, such as portal-boundary')
    .optional(),
  /** Region in which the portal runs; enable it for the account first. */
  region: region.default('af-south-1'),
  /** Region to which the database's backups are copied each night, for the loss of the other one. */
  backupRegion: region.optional(),
  /** The portal's own domain name, such as portal.owconnect.example; without it the portal has CloudFront's. */
  domainName: z.hostname().max(64, 'must have at most 64 letters, as a certificate does').optional(),
  /** An existing certificate of the account for that name; without it the deployment creates one. */
  certificateArn: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/, 'must be a certificate of ACM in us-east-1')
    .optional(),
  /** Networks of administrators' offices. An address in one of them may send more requests than a client's. */
  adminNetworks: z.array(network).default([]),
  /** Whether administrators need a second factor, or may have one (D47). */
  adminSecondFactor: z.enum(SECOND_FACTOR_CHOICES).default('required'),
  /** A portal to try out, without AWS WAF in front of it. */
  trial: z.boolean().default(false),
  /** Mailbox for every alarm. */
  alarmEmail: z.email().optional(),
  /** Additional mailbox for alarms that must not wait until the morning. */
  wakeEmail: z.email().optional(),
  /** The alarm mailbox gets a mail when the month's cost passes 80 % of this. */
  budgetUsd: count.optional(),
  databaseCapacityMin: capacityUnits.optional(),
  databaseCapacityMax: capacityUnits.min(1).default(8),
  /**
   * Number of readers. A reader takes over when the writer fails; it makes nothing faster, because the Data API queries
   * the writer.
   */
  databaseReaders: z.int().min(0).max(1).default(0),
  /** Requests a second that the whole API answers; the functions count those of one address or account (D27). */
  apiRequestsPerSecond: count.default(500),
  apiBurst: count.default(1_000),
  /** Requests a second for signing in, for registering and for asking for a new password, each counted separately. */
  signInRequestsPerSecond: count.default(100),
  signInBurst: count.default(200),
  /** Number of PDFs printed at once; SQS allows no fewer than two. */
  pdfConcurrency: z.int().min(2).max(1_000).default(jobKinds['invoice-pdf'].queue.maxConcurrency),
  /** Architecture of every Lambda except those with Chromium, which exists for x86_64 alone. */
  architecture: z.enum(['arm64', 'x86_64']).default('arm64'),
  /**
   * Generations of the secrets that prove a request came through CloudFront: it sends the first, and the functions
   * accept each.
   */
  originSecretGenerations: z.array(count).min(1).max(2).default([1]),
  /** The company that runs the portal, as invoices, statements, mails and the privacy notice name it (D31). */
  providerName: line(NAME_LENGTH_MAX).optional(),
  providerRegistrationNumber: z
    .string()
    .regex(/^\d{4}\/\d{6}\/\d{2}$/, 'must be a number such as 2014/123456/07')
    .optional(),
  /** False means that the provider is a sole proprietor; it must be said, so that nobody forgets the number. */
  companyRegistered: z.boolean().optional(),
  /** On one line; its commas divide the lines of a printed address. */
  providerAddress: line(TEXT_LENGTH_MAX).optional(),
  contactEmail: z.email().max(ADDRESS_LENGTH_MAX).optional(),
  contactPhone: z
    .string()
    .regex(/^\+?\d[\d ()-]{5,29}$/, 'must be digits and spaces, such as 021 555 0123')
    .optional(),
  /** The VAT number of the supplier makes an invoice a tax invoice. */
  supplierVatNumber: z
    .string()
    .regex(/^4\d{9}$/, 'must be ten digits that begin with 4')
    .optional(),
  /** What invoices say about complaints, as ICASA requires of licensees. */
  supplierComplaints: line(TEXT_LENGTH_MAX).optional(),
  /** False means that the supplier has no VAT number; it must be said, so that nobody forgets the number. */
  vatRegistered: z.boolean().optional(),
  /** How often VAT is reported, the first day of registration, and the field of the VAT201 for credit notes (D66). */
  vatTaxPeriod: z.enum(TAX_PERIODS).default('even-months'),
  vatRegisteredFrom: z.iso.date('must be a day such as 2024-03-01').optional(),
  vatCreditNoteField: z.enum(CREDIT_NOTE_FIELDS).default('18'),
  /**
   * Bank account for EFT payments, and the payment term in days; a trial may leave out the account and use the one in
   * shared/brand.ts.
   */
  paymentTermsDays: z.int().min(0).max(365).optional(),
  bankAccountName: line(NAME_LENGTH_MAX).optional(),
  bankName: line(NAME_LENGTH_MAX).optional(),
  bankBranchCode: bankCode.optional(),
  bankAccountNumber: bankCode.optional(),
  bankAccountType: line(BANK_WORD_LENGTH_MAX).optional(),
  /** Further accounts whose bank files are read, each a bank and a number. */
  otherBankAccounts: line(TEXT_LENGTH_MAX)
    .refine(
      areBankAccounts,
      'must be banks and numbers, such as FNB 62000000001, Capitec Business 1050000001',
    )
    .optional(),
  /** The Google shared drive, and its folder that holds the PDFs. */
  driveId: id.optional(),
  driveFolderId: id.optional(),
  /** Freshdesk's address, such as https://owconnect.freshdesk.com; without one there is no support centre. */
  helpdeskUrl: httpsAddress.optional(),
  /**
   * Address of a contact's page at the helpdesk for administrators, with {id} for its id; Freshdesk's own page by
   * default.
   */
  helpdeskContactUrl: httpsAddress
    .includes('{id}', 'must hold {id} where the id of a contact goes')
    .optional(),
  /** Limits of each client's requests to the helpdesk. */
  helpdeskReadsPerClientMinute: count.default(60),
  helpdeskWritesPerClientMinute: count.default(10),
  helpdeskTicketsPerClientHour: count.default(40),
  helpdeskRepliesPerClientHour: count.default(200),
  /**
   * Distinguishes this portal's clients from those of another portal at the same helpdesk; the deployment's name by
   * default.
   */
  helpdeskIdPrefix: id.optional(),
  /** The ticket fields of the account that clients may see. */
  helpdeskClientFields: list(z.string().min(1)).default([]),
  /** Addresses from which attachments may be fetched: origins, with a path where others store files there too. */
  helpdeskAttachmentAddresses: list(httpsAddress).default([
    'https://s3.amazonaws.com/cdn.freshdesk.com/',
    'https://attachment.freshdesk.com/',
  ]),
  /** Sender of the portal's mails, of a domain that Amazon SES has verified; without one the portal sends none. */
  mailFrom: z.email().max(ADDRESS_LENGTH_MAX).toLowerCase().optional(),
  /** Address for answers to the portal's mails; the sender by default. */
  mailReplyTo: z.email().max(ADDRESS_LENGTH_MAX).optional(),
  /** Mails that Amazon SES takes from the account in a second. */
  mailRatePerSecond: count.default(1),
  /** Mails with a link for a new password or a verification that the portal sends in an hour (D46). */
  mailLinksPerHour: count.default(500),
  /** Invitations of imported clients that leave in an hour (D46). */
  mailInvitesPerHour: count.max(3_600).default(INVITES_PER_HOUR),
});

/** Refuses settings without provider, bank account, domain name and mailbox, except for a trial. */
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
  const ofProvider = PROVIDER.filter((name) => settings[name] === undefined);
  if (ofProvider.length < PROVIDER.length || settings.providerRegistrationNumber || !settings.trial) {
    for (const name of ofProvider) {
      miss(name, 'invoices, statements and mails name the provider by it');
    }
    if (!settings.providerRegistrationNumber && settings.companyRegistered !== false) {
      miss('providerRegistrationNumber', 'give it, or say "companyRegistered": false');
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

/** From two units on, the database has enough memory for Performance Insights in addition to its own work. */
export const INSIGHTS_CAPACITY_MIN = 2;
const TRIAL_CAPACITY_MIN = 0.5;

/** About 30 % above the estimated price, so that a usual month stays below 80 %. */
const BUDGET_USD = { alone: 350, withReader: 650 };

/** The content of a deployment's file, with defaults for what it leaves out. */
export const settingsSchema = fields
  .superRefine(requireAnswers)
  .transform(({ databaseCapacityMin, budgetUsd, providerName, providerRegistrationNumber, ...others }) => ({
    ...others,
    budgetUsd: budgetUsd ?? (others.databaseReaders > 0 ? BUDGET_USD.withReader : BUDGET_USD.alone),
    databaseCapacityMin: databaseCapacityMin ?? (others.trial ? TRIAL_CAPACITY_MIN : INSIGHTS_CAPACITY_MIN),
    providerName: providerName ?? MADE_UP_PROVIDER.providerName,
    providerRegistrationNumber:
      providerName === undefined ? MADE_UP_PROVIDER.providerRegistrationNumber : providerRegistrationNumber,
    providerAddress: others.providerAddress ?? MADE_UP_PROVIDER.providerAddress,
    contactEmail: others.contactEmail ?? MADE_UP_PROVIDER.contactEmail,
    contactPhone: others.contactPhone ?? MADE_UP_PROVIDER.contactPhone,
  }))
  .refine(({ account, backupAccount }) => account !== backupAccount, {
    path: ['backupAccount'],
    error: 'must be another account than the portal’s',
  })
  .refine(({ region: own, backupRegion }) => own !== backupRegion, {
    path: ['backupRegion'],
    error: 'must be another region than the portal’s',
  })
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
  .refine(({ mailFrom, mailReplyTo }) => mailReplyTo === undefined || mailFrom !== undefined, {
    path: ['mailReplyTo'],
    error: 'needs mailFrom, without which the portal sends no mail',
  })
  .refine(({ supplierVatNumber, vatRegistered }) => !supplierVatNumber || vatRegistered !== false, {
    path: ['vatRegistered'],
    error: 'is false, but supplierVatNumber is given',
  })
  .refine(
    ({ providerRegistrationNumber, companyRegistered }) =>
      !providerRegistrationNumber || companyRegistered !== false,
    {
      path: ['companyRegistered'],
      error: 'is false, but providerRegistrationNumber is given',
    },
  );
