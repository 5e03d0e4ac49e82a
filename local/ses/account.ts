import { badRequest, SesError } from './errors.ts';
import type { MailAddress } from './mail-addresses.ts';
import type { ParsedEmail } from './send-email-input.ts';

export interface SesAccount {
  /** Domains and addresses from which mails may be sent. */
  identities: readonly string[];
  configurationSets: readonly string[];
  /** False in the sandbox, where mails may be sent to identities alone. */
  productionAccessEnabled: boolean;
  sendingEnabled: boolean;
  enforcementStatus: 'HEALTHY' | 'PROBATION' | 'SHUTDOWN';
  max24HourSend: number;
  maxSendRate: number;
  /** True if more than `maxSendRate` recipients a second are refused. */
  limitsRate: boolean;
}

/** An account with production access and the quotas that AWS grants first. */
export const PRODUCTION_ACCOUNT = {
  productionAccessEnabled: true,
  sendingEnabled: true,
  enforcementStatus: 'HEALTHY',
  max24HourSend: 50_000,
  maxSendRate: 14,
  limitsRate: false,
} as const;

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

const isVerified = ({ identities }: SesAccount, { address, domain }: MailAddress): boolean =>
  identities.some((identity) => {
    const verified = identity.toLowerCase();

    return verified === address.toLowerCase() || domain === verified || domain.endsWith(`.${verified}`);
  });

const requireIdentities = (account: SesAccount, region: string, { from, recipients }: ParsedEmail) => {
  const needed = account.productionAccessEnabled
    ? [from]
    : [from, ...recipients.filter(({ domain }) => domain !== 'simulator.amazonses.com')];
  const unverified = needed.filter((address) => !isVerified(account, address));
  if (unverified.length > 0) {
    const names = unverified.map(({ address }) => address).join(', ');
    throw new SesError(
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${names}`,
    );
  }
};

/** Keeps the account and counts what it sent, by recipient. */
export const makeAccount = (initial: SesAccount, region: string, now: () => Date) => {
  let account = initial;
  let sent: { at: number; recipients: number }[] = [];

  const countSince = (windowMs: number): number => {
    const begin = now().getTime() - windowMs;

    return sent.reduce((sum, { at, recipients }) => (at > begin ? sum + recipients : sum), 0);
  };

  const requireSending = () => {
    if (account.enforcementStatus === 'SHUTDOWN') {
      throw new SesError('AccountSuspendedException', 'Your account has been suspended.');
    }
    if (!account.sendingEnabled) {
      throw new SesError('SendingPausedException', 'Email sending is paused for this account.');
    }
  };

  const requireQuota = () => {
    if (account.limitsRate && countSince(SECOND_MS) >= account.maxSendRate) {
      throw new SesError('TooManyRequestsException', 'Maximum sending rate exceeded.');
    }
    if (countSince(DAY_MS) >= account.max24HourSend) {
      throw new SesError('TooManyRequestsException', 'Daily message quota exceeded.');
    }
  };

  return {
    set: (changes: Partial<SesAccount>) => {
      account = { ...account, ...changes };
    },

    /** Refuses a mail that this account may not send now, and counts it otherwise. */
    take: (email: ParsedEmail) => {
      requireSending();
      requireIdentities(account, region, email);
      const { ConfigurationSetName: name } = email;
      if (name !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
        throw badRequest(`Invalid configuration set name <${name}>.`);
      }
      if (name !== undefined && !account.configurationSets.includes(name)) {
        throw new SesError('NotFoundException', `Configuration set <${name}> does not exist.`);
      }
      requireQuota();
      sent = sent.filter(({ at }) => at > now().getTime() - DAY_MS);
      sent.push({ at: now().getTime(), recipients: email.recipients.length });
    },

    /** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html */
    describe: () => ({
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: account.enforcementStatus,
      ProductionAccessEnabled: account.productionAccessEnabled,
      SendQuota: {
        Max24HourSend: account.max24HourSend,
        MaxSendRate: account.maxSendRate,
        SentLast24Hours: countSince(DAY_MS),
      },
      SendingEnabled: account.sendingEnabled,
      SuppressionAttributes: { SuppressedReasons: [] },
    }),
  };
};
