import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/auth/throttle-store.ts';
import type { MailToSend } from '#functions/ports/database/mails/mail-work-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { MailKind } from '#shared/mail-kinds.ts';
import type { Draft, LogCount } from './mail-attempt.ts';
import { goesToUnverified } from './may-be-sent.ts';

const HOUR_SECONDS = 60 * 60;

/** Mails to one address that nobody has verified, whatever accounts name it (D46). */
const UNVERIFIED_MAX = { hour: 5, day: 20 };

/** Kinds that strangers can cause. Their number is limited, to protect our reputation with mail providers. */
const LINK_KINDS: readonly MailKind[] = ['verify', 'change', 'reset'];

interface LimitPorts {
  database: { throttle: Pick<ThrottleStore, 'take' | 'giveBack'> };
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
  mailPace: Pick<MailPace, 'linkMailsPerHour'>;
}

const LINKS_BUCKET = 'mails with links';

const bucketsOf = async (
  { sessionTokens, mailPace }: LimitPorts,
  mail: MailToSend & { address: string },
): Promise<ThrottleBucket[]> => {
  const name = async (window: string) =>
    sessionTokens.fingerprint(JSON.stringify(['mail', window, mail.address.toLowerCase()]));
  const ofAddress = goesToUnverified(mail)
    ? [
        { name: await name('hour'), limit: UNVERIFIED_MAX.hour, windowSeconds: HOUR_SECONDS },
        { name: await name('day'), limit: UNVERIFIED_MAX.day, windowSeconds: 24 * HOUR_SECONDS },
      ]
    : [];
  const ofAll = LINK_KINDS.includes(mail.kind)
    ? [{ name: LINKS_BUCKET, limit: mailPace.linkMailsPerHour, windowSeconds: HOUR_SECONDS }]
    : [];

  return [...ofAddress, ...ofAll];
};

/**
 * Counts a mail towards its limits. If one is used up, nothing is counted and the mail is not sent.
 */
export const takeMailCounts = async (
  ports: LimitPorts,
  mail: MailToSend & { address: string },
  now: Date,
  logCount: LogCount,
): Promise<Required<Pick<Draft, 'giveBack'>> | 'too-many'> => {
  const { throttle } = ports.database;
  const taken: ThrottleBucket[] = [];
  const giveBack = async () => {
    for (const bucket of taken.splice(0)) {
      await throttle.giveBack(bucket);
    }
  };

  for (const bucket of await bucketsOf(ports, mail)) {
    if (await throttle.take(bucket, now)) {
      await giveBack();
      if (bucket.name === LINKS_BUCKET) {
        logCount({ mailLinksRefused: 1 });
      }

      return 'too-many';
    }
    taken.push(bucket);
  }

  return { giveBack };
};
