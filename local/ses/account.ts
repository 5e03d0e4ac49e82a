import { SesError } from './errors.ts';
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
}

/** An account with production access and the quotas that AWS grants first. */
export const PRODUCTION_ACCOUNT = {
  productionAccessEnabled: true,
  sendingEnabled: true,
  enforcementStatus: 'HEALTHY',
  max24HourSend: 50_000,
  maxSendRate: 14,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

const isVerified = ({ identities }: SesAccount, { address, domain }: MailAddress): boolean =>
  identities.some((identity) => {
    const verified = identity.toLowerCase();

    return verified === address.toLowerCase() || domain === verified || domain.endsWith(`.${verified}`);
  });

const requireIdentities = (account: SesAccount, region: string, { from, to }: ParsedEmail) => {
  const needed = account.productionAccessEnabled ? [from] : [from, to];
  const unverified = needed.filter((address) => !isVerified(account, address));
  if (unverified.length > 0) {
    const names = unverified.map(({ address }) => address).join(', ');
    throw new SesError(
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${names}`,
    );
  }
};

/** Keeps the account and counts what it sent. */
export const makeAccount = (initial: SesAccount, region: string, now: () => Date) => {
  let account = initial;
  let sent: number[] = [];

  const countOfDay = (): number => {
    sent = sent.filter((at) => at > now().getTime() - DAY_MS);

    return sent.length;
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
    // A quota of -1 is unlimited.
    if (account.max24HourSend !== -1 && countOfDay() >= account.max24HourSend) {
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
      if (!account.configurationSets.includes(name)) {
        throw new SesError('NotFoundException', `Configuration set <${name}> does not exist.`);
      }
      requireQuota();
      sent.push(now().getTime());
    },

    /** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html */
    describe: () => ({
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: account.enforcementStatus,
      ProductionAccessEnabled: account.productionAccessEnabled,
      SendQuota: {
        Max24HourSend: account.max24HourSend,
        MaxSendRate: account.maxSendRate,
        SentLast24Hours: countOfDay(),
      },
      SendingEnabled: account.sendingEnabled,
      SuppressionAttributes: { SuppressedReasons: [] },
    }),
  };
};
