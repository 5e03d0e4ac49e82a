import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { Settings } from '#infra/settings.ts';
import { Refused } from '../refused.ts';

/** The lookups in the DNS that this check makes. */
export type Dns = Pick<Resolver, 'resolveCname' | 'resolveTxt'>;

export const makeDns = (): Dns => new Resolver({ timeout: 2_000, tries: 1 });

type Identity = Pick<GetEmailIdentityCommandOutput, 'DkimAttributes' | 'MailFromAttributes'>;

interface Place {
  dns: Dns;
  region: string;
  domain: string;
}

const STEP = '(docs/operations/deploy.md, step 6)';
const ABSENT: readonly unknown[] = [NODATA, NOTFOUND];

/** Returns the records of a name: none if it has none, undefined if the DNS does not answer. */
const lookUp = async <Found>(answer: Promise<Found[]>): Promise<Found[] | undefined> => {
  try {
    return await answer;
  } catch (error) {
    return error instanceof Error && 'code' in error && ABSENT.includes(error.code) ? [] : undefined;
  }
};

const readIdentity = async (ses: SESv2Client, domain: string) => {
  try {
    return await ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  } catch (error) {
    if (error instanceof NotFoundException) {
      return undefined;
    }
    throw error;
  }
};

/** Returns what a domain needs before SES verifies it: the records of Easy DKIM that the DNS does not have. */
const describeDkim = async (
  { DkimAttributes: { Tokens = [], SigningHostedZone, SigningAttributesOrigin } = {} }: Identity,
  { dns, region, domain }: Place,
): Promise<string> => {
  if (SigningHostedZone === undefined || SigningAttributesOrigin === 'EXTERNAL') {
    return `It does not use Easy DKIM: aws sesv2 get-email-identity --region ${region} --email-identity ${domain} ${STEP}.`;
  }
  const missing = await Promise.all(
    Tokens.map(async (token) => {
      const name = `${token}._domainkey.${domain}`;
      const target = `${token}.${SigningHostedZone}`;
      const found = await lookUp(dns.resolveCname(name));

      return found?.some((each) => each.toLowerCase() === target) ? '' : `  ${name} CNAME ${target}\n`;
    }),
  );
  const lines = missing.join('');

  return lines === ''
    ? `The DNS has every CNAME that SES asks for, so wait until SES has seen them ${STEP}.`
    : `The DNS needs:\n${lines}SES looks for them for 72 hours ${STEP}.`;
};

const adviseMailFrom = ({ MailFromAttributes }: Identity, { region, domain }: Place): string[] => {
  if (MailFromAttributes?.MailFromDomainStatus === 'SUCCESS') {
    return [];
  }
  const name = MailFromAttributes?.MailFromDomain;
  const mend = name
    ? `the DNS needs ${name} MX 10 feedback-smtp.${region}.amazonses.com and ${name} TXT "v=spf1 include:amazonses.com ~all"`
    : `aws sesv2 put-email-identity-mail-from-attributes --region ${region} --email-identity ${domain} --mail-from-domain bounce.${domain} --behavior-on-mx-failure USE_DEFAULT_VALUE`;

  return [
    `Mails leave under a name of Amazon SES, because ${domain} has no MAIL FROM domain that works: ${mend} ${STEP}.`,
  ];
};

/** Advises a DMARC record if neither the domain nor one above it has exactly one: two at a name count as none. */
const adviseDmarc = async ({ dns, domain }: Place): Promise<string[]> => {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_label, index) => `_dmarc.${labels.slice(index).join('.')}`);
  const found = await Promise.all(
    names.map(async (name) => {
      const texts = await lookUp(dns.resolveTxt(name));

      return { name, count: texts?.filter((parts) => /^v=DMARC1\b/.test(parts.join(''))).length };
    }),
  );
  const doubled = found.find(({ count = 0 }) => count > 1);
  if (doubled) {
    return [
      `${doubled.name} has ${doubled.count} DMARC records, which count as none: keep one of them ${STEP}.`,
    ];
  }
  if (found.some(({ count }) => count !== 0)) {
    return [];
  }

  return [
    `${domain} has no DMARC record, and large mail providers ask for one: the DNS needs _dmarc.${domain} TXT "v=DMARC1; p=none; rua=mailto:<your mailbox>" ${STEP}.`,
  ];
};

/**
 * Refuses a sender for whom SES would send nothing and a rate that SES does not allow, and returns what else an operator
 * should mend. A paused account is not refused, because a deployment may be part of the repair.
 */
export const requireMail = async (
  {
    region,
    mailFrom,
    mailRatePerSecond,
    trial,
  }: Pick<Settings, 'region' | 'mailFrom' | 'mailRatePerSecond' | 'trial'>,
  dns: Dns,
): Promise<string[]> => {
  if (mailFrom === undefined) {
    return [];
  }

  const ses = new SESv2Client({ region });
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const unverified = `Amazon SES in ${region} has not verified ${domain}, the domain of mailFrom.`;
  const identity = await readIdentity(ses, domain);
  if (!identity) {
    throw new Refused(
      `${unverified} Begin with: aws sesv2 create-email-identity --region ${region} --email-identity ${domain} ${STEP}.`,
    );
  }
  const place = { dns, region, domain };
  const advice = [...adviseMailFrom(identity, place), ...(await adviseDmarc(place))];
  if (!identity.VerifiedForSendingStatus) {
    throw new Refused([`${unverified} ${await describeDkim(identity, place)}`, ...advice].join('\n'));
  }

  const { ProductionAccessEnabled, SendQuota } = await ses.send(new GetAccountCommand({}));
  if (!ProductionAccessEnabled && !trial) {
    throw new Refused(
      `Amazon SES in ${region} only mails to verified addresses of this account: ask for production access ${STEP}, or leave mailFrom out until then.`,
    );
  }
  const rate = SendQuota?.MaxSendRate;
  if (rate !== undefined && mailRatePerSecond > rate) {
    throw new Refused(
      `mailRatePerSecond is ${mailRatePerSecond}, and Amazon SES in ${region} takes ${rate} mails a second from this account: lower the setting, or ask for a higher rate ${STEP}.`,
    );
  }

  return advice;
};
