import * as z from 'zod';
import type { MailToSend } from '#functions/ports/database/mails/mail-work-store.ts';
import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { MailKind, SkipReason } from '#shared/mails/mail-kinds.ts';
import { countedAddress } from './counted-address.ts';
import { type AddressedMail, goesToUnverified } from './may-be-sent.ts';
import { resetStopOf } from './reset-stop.ts';
import type { LogCount, MailCounts } from './send-mail.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Mails to one address that nobody has verified, whatever accounts name it (D46). */
const UNVERIFIED_MAX = { hour: 5, day: 20 };

/** Links for a new password to one verified address in a day; one more is sent whenever all earlier ones have ended. */
const RESETS_MAX = 10;

/** Kinds that strangers can cause. Their number is limited, to protect our reputation with mail providers. */
const LINK_KINDS: readonly MailKind[] = ['verify', 'change', 'reset'];

/** The part of the portal's links that unverified addresses may get; the rest is kept for resets of verified ones. */
const UNVERIFIED_PART = 0.8;

interface LimitPorts {
  database: { throttle: Pick<ThrottleStore, 'take' | 'giveBack' | 'isCounting'> };
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
  mailPace: Pick<MailPace, 'linkMailsPerHour'>;
}

interface MailBucket extends ThrottleBucket {
  /** What becomes of a mail once the bucket is spent. */
  whenSpent: 'skip' | 'send' | 'send-if-only-link';
  /** True for a bucket of the whole portal, whose end is an alarm. */
  isOfPortal?: true;
}

const aboutOrder = z.object({ adminId: z.number().optional() });

const isByAdmin = ({ about }: Pick<MailToSend, 'about'>): boolean =>
  aboutOrder.parse(about).adminId !== undefined;

/** What an administrator sends is counted under names of its own, so that strangers cannot use it up. */
const bucketsOf = async (
  { sessionTokens, mailPace }: LimitPorts,
  mail: AddressedMail,
): Promise<MailBucket[]> => {
  const byAdmin = isByAdmin(mail) ? ['by an administrator'] : [];
  const makeOfAddress = async (window: string, limit: number, windowSeconds: number) => ({
    name: await sessionTokens.fingerprint(
      JSON.stringify(['mail', window, countedAddress(mail.address), ...byAdmin]),
    ),
    limit,
    windowSeconds,
  });
  const isLink = LINK_KINDS.includes(mail.kind);
  const links = ['mails with links', ...byAdmin].join(' ');
  const ofPortal = { windowSeconds: HOUR_SECONDS, isOfPortal: true } as const;
  const perHour = mailPace.linkMailsPerHour;

  if (goesToUnverified(mail)) {
    const whenSpent = 'skip';
    const part = Math.floor(perHour * UNVERIFIED_PART);

    return [
      { ...(await makeOfAddress('hour', UNVERIFIED_MAX.hour, HOUR_SECONDS)), whenSpent },
      { ...(await makeOfAddress('day', UNVERIFIED_MAX.day, DAY_SECONDS)), whenSpent },
      ...(isLink && byAdmin.length === 0
        ? [{ name: `${links} to unverified addresses`, limit: part, ...ofPortal, whenSpent } as const]
        : []),
      ...(isLink ? [{ name: links, limit: perHour, ...ofPortal, whenSpent } as const] : []),
    ];
  }

  return isLink
    ? [
        ...(byAdmin.length === 0
          ? [
              {
                ...(await makeOfAddress('resets', RESETS_MAX, DAY_SECONDS)),
                whenSpent: 'send-if-only-link',
              } as const,
            ]
          : []),
        { name: links, limit: perHour, ...ofPortal, whenSpent: 'send' },
      ]
    : [];
};

const isStopped = async ({ database, sessionTokens }: LimitPorts, mail: AddressedMail, now: Date) =>
  mail.kind === 'reset' &&
  mail.account !== undefined &&
  !isByAdmin(mail) &&
  database.throttle.isCounting(
    (await resetStopOf(sessionTokens, { userId: mail.account.userId, address: mail.address })).name,
    now,
  );

/**
 * Counts a mail towards its limits. If one that keeps it from being sent is used up, nothing is counted and the mail is
 * skipped.
 */
export const takeMailCounts = async (
  ports: LimitPorts,
  mail: AddressedMail,
  now: Date,
  logCount: LogCount,
): Promise<MailCounts | SkipReason> => {
  if (await isStopped(ports, mail, now)) {
    return 'not-asked';
  }

  const { throttle } = ports.database;
  const taken: ThrottleBucket[] = [];
  const giveBack = async () => {
    for (const bucket of taken.splice(0)) {
      await throttle.giveBack(bucket);
    }
  };

  let isOnlyLink = false;
  for (const { whenSpent, isOfPortal, ...bucket } of await bucketsOf(ports, mail)) {
    const isSpent = (await throttle.take(bucket, now)) !== undefined;
    if (!isSpent) {
      taken.push(bucket);
      continue;
    }
    if (isOfPortal) {
      logCount({ mailLinksRefused: 1 });
    }
    if (whenSpent === 'skip') {
      await giveBack();

      return 'too-many';
    }
    isOnlyLink ||= whenSpent === 'send-if-only-link';
  }

  return { giveBack, isOnlyLink };
};
