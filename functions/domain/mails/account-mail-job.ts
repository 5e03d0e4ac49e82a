import * as z from 'zod';
import { renderMail } from '#functions/documents/mails/mail-layout.ts';
import type { MailContent } from '#functions/documents/mails/mail-parts.ts';
import {
  writeAccountClosedMail,
  writeAddressChangedMail,
  writeAdminResetUsedMail,
  writeChangeAskedMail,
  writeNewSignInMail,
  writePasswordChangedMail,
  writeRegistrationRefusedMail,
} from '#functions/documents/mails/notice-mails.ts';
import { writeResetMail } from '#functions/documents/mails/reset-mail.ts';
import { writeVerifyMail } from '#functions/documents/mails/verify-mail.ts';
import type { MailToSend, MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import type { ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import { LINK_SECONDS } from '#shared/mail-kinds.ts';
import type { Letter, LogCount, MailPorts, Prepare } from './mail-attempt.ts';
import { takeMailCounts } from './mail-limits.ts';
import type { WorkerTime } from './mail-pace.ts';
import { type Links, makeLinks, wordTime } from './mailed-links.ts';
import { runMailJob } from './send-mail.ts';

export interface AccountMailPorts extends MailPorts {
  database: MailPorts['database'] & { throttle: Pick<ThrottleStore, 'take' | 'giveBack' | 'isCounting'> };
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
}

interface Writing {
  mail: MailToSend & { address: string };
  portal: string;
  contactEmail: string;
  mailWork: Pick<MailWorkStore, 'findSession' | 'findPerson'>;
  links: Links;
}
type Write = (writing: Writing) => Promise<MailContent>;

const writeWithLink =
  (purpose: 'verify' | 'change'): Write =>
  async ({ mail: { address }, links }) =>
    writeVerifyMail({
      isChange: purpose === 'change',
      link: await links.make(purpose, address, LINK_SECONDS[purpose]),
      notMeLink: await links.make('not-me', address, LINK_SECONDS[purpose]),
      holds: wordTime(LINK_SECONDS[purpose]),
    });

const aboutSession = z.object({ sessionId: z.string() });
const aboutUser = z.object({ userId: z.number() });
const aboutAdmin = z.object({ adminId: z.number() });

/** Writes each kind of mail. A notice names the time at which it was ordered. */
const writers = {
  verify: writeWithLink('verify'),
  change: writeWithLink('change'),

  reset: async ({ mail: { address }, links }) =>
    writeResetMail({
      link: await links.make('reset', address, LINK_SECONDS.reset),
      notMeLink: await links.make('not-asked', address, LINK_SECONDS.reset),
      holds: wordTime(LINK_SECONDS.reset),
    }),

  'change-asked': async ({ mail: { createdAt, account }, links }) => {
    const newAddress = account?.pendingEmail ?? '';

    return writeChangeAskedMail({
      newAddress,
      at: createdAt.toISOString(),
      notMeLink: await links.make('not-me', newAddress, LINK_SECONDS.change),
    });
  },

  'address-changed': async ({ mail, contactEmail }) =>
    writeAddressChangedMail({ at: mail.createdAt.toISOString(), contactEmail }),

  'account-closed': async ({ mail, contactEmail }) =>
    writeAccountClosedMail({ at: mail.createdAt.toISOString(), contactEmail }),

  'password-changed': async ({ mail, portal }) =>
    writePasswordChangedMail({ portal, at: mail.createdAt.toISOString() }),

  // The sign-in is reported even if its session has ended meanwhile.
  'new-sign-in': async ({ mail, portal, mailWork }) => {
    const session = await mailWork.findSession(aboutSession.parse(mail.about).sessionId);
    const unknown = { browser: null, system: null, address: null };

    return writeNewSignInMail({ portal, ...unknown, ...session, at: mail.createdAt.toISOString() });
  },

  'registration-refused': async ({ mail, portal, mailWork }) => {
    const { userId } = aboutUser.parse(mail.about);

    return writeRegistrationRefusedMail({
      portal,
      userId,
      owNumber: (await mailWork.findPerson(userId))?.owNumber,
      at: mail.createdAt.toISOString(),
    });
  },

  'admin-reset-used': async ({ mail, mailWork }) =>
    writeAdminResetUsedMail({
      admin: await mailWork.findPerson(aboutAdmin.parse(mail.about).adminId),
      at: mail.createdAt.toISOString(),
    }),
} satisfies Record<string, Write>;

const isAccountKind = (kind: string): kind is keyof typeof writers => kind in writers;

const prepareWith =
  (ports: AccountMailPorts, logCount: LogCount): Prepare =>
  async (mail, now) => {
    const { kind, address } = mail;
    if (!isAccountKind(kind) || address === null) {
      throw new Error(`A mail of kind ${kind} is no account mail with an address`);
    }
    const counted = await takeMailCounts(ports, { ...mail, address }, now, logCount);
    if (typeof counted === 'string') {
      return counted;
    }

    return {
      ...counted,
      write: async (writtenAt): Promise<Letter> => {
        const { portalOrigin: portal } = ports.mailPace;
        const links = makeLinks(portal, writtenAt);
        const { mailWork } = ports.database;
        const content = await writers[kind]({
          mail: { ...mail, address },
          portal,
          contactEmail: ports.provider.email,
          mailWork,
          links,
        });

        return { ...renderMail(content, ports.provider), attachments: [], links: links.links };
      },
    };
  };

/** Runs the job of an account mail: a link, or a notice. */
export const runAccountMailJob = (
  ports: AccountMailPorts,
  key: string,
  time: WorkerTime,
  logCount: LogCount,
): Promise<void> =>
  runMailJob(ports, { kind: 'account-mail', key, prepare: prepareWith(ports, logCount) }, time, logCount);
