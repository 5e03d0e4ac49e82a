import * as z from 'zod';
import {
  FACTOR_CHANGES,
  type FactorChange,
  writeAdminFactorChangedMail,
  writeFactorChangedMail,
  writeRecoveryCodeUsedMail,
  writeSecondStepRefusedMail,
} from '#functions/documents/mails/factor-mails.ts';
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
import { NO_USER_ID } from '#functions/domain/audit.ts';
import type { MailedLink, MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import type { Provider } from '#shared/invoices/issued-invoice.ts';
import { LINK_SECONDS } from '#shared/mails/mail-kinds.ts';
import { makeLink, wordTime } from './mailed-links.ts';
import type { AddressedMail } from './may-be-sent.ts';
import type { WrittenMail } from './send-mail.ts';

export interface WriteAccountMailPorts {
  database: { mailWork: Pick<MailWorkStore, 'findSession' | 'findPerson'> };
  mailPace: Pick<MailPace, 'portalOrigin'>;
  /** The sender that each mail names. */
  provider: Provider;
}

interface Content {
  content: MailContent;
  links?: readonly MailedLink[];
}

const aboutSession = z.object({ sessionId: z.string() });
const aboutUser = z.object({ userId: z.number() });
const aboutAdmin = z.object({ adminId: z.number() });
const aboutChange = z.object({
  change: z.enum(Object.keys(FACTOR_CHANGES) as [FactorChange, ...FactorChange[]]),
});
const aboutFactors = aboutUser.extend({ adminId: z.number().optional() });
/** Whoever removes factors at the terminal; the portal does not know them. */
const OPERATOR = { name: 'Somebody who runs the portal', surname: '', owNumber: '' };

const aboutCodes = z.object({ codesLeft: z.number() });

const writeContent = async (
  { database: { mailWork }, mailPace: { portalOrigin: portal }, provider }: WriteAccountMailPorts,
  { kind, address, createdAt, about, account }: AddressedMail,
): Promise<Content> => {
  // A notice names the time at which it was ordered.
  const at = createdAt.toISOString();
  const contactEmail = provider.email;
  switch (kind) {
    case 'verify':
    case 'change': {
      const holdsSeconds = LINK_SECONDS[kind];
      const verify = await makeLink(portal, { purpose: kind, address, holdsSeconds });
      const notMe = await makeLink(portal, { purpose: 'not-me', address, holdsSeconds });
      const content = writeVerifyMail({
        isChange: kind === 'change',
        link: verify.url,
        notMeLink: notMe.url,
        holds: wordTime(holdsSeconds),
      });

      return { content, links: [verify.link, notMe.link] };
    }
    case 'reset': {
      const holdsSeconds = LINK_SECONDS.reset;
      const reset = await makeLink(portal, { purpose: 'reset', address, holdsSeconds });
      const notAsked = await makeLink(portal, { purpose: 'not-asked', address, holdsSeconds });
      const content = writeResetMail({
        link: reset.url,
        notMeLink: notAsked.url,
        holds: wordTime(holdsSeconds),
      });

      return { content, links: [reset.link, notAsked.link] };
    }
    case 'change-asked': {
      const newAddress = account?.pendingEmail ?? '';
      const holdsSeconds = LINK_SECONDS.change;
      const notMe = await makeLink(portal, { purpose: 'not-me', address: newAddress, holdsSeconds });

      return { content: writeChangeAskedMail({ newAddress, at, notMeLink: notMe.url }), links: [notMe.link] };
    }
    case 'address-changed':
      return { content: writeAddressChangedMail({ at, contactEmail }) };
    case 'account-closed':
      return { content: writeAccountClosedMail({ at, contactEmail }) };
    case 'password-changed':
      return { content: writePasswordChangedMail({ portal, at }) };
    case 'new-sign-in': {
      // The sign-in is reported even if its session has ended meanwhile.
      const unknown = { browser: null, system: null, address: null };
      const session = await mailWork.findSession(aboutSession.parse(about).sessionId);

      return { content: writeNewSignInMail({ portal, ...unknown, ...session, at }) };
    }
    case 'registration-refused': {
      const { userId } = aboutUser.parse(about);
      const owNumber = (await mailWork.findPerson(userId))?.owNumber;

      return { content: writeRegistrationRefusedMail({ portal, userId, owNumber, at }) };
    }
    case 'admin-reset-used': {
      const admin = await mailWork.findPerson(aboutAdmin.parse(about).adminId);

      return { content: writeAdminResetUsedMail({ admin, at }) };
    }
    case 'factor-changed':
      return { content: writeFactorChangedMail({ ...aboutChange.parse(about), at, contactEmail }) };
    case 'admin-factor-changed': {
      const { userId, adminId } = aboutFactors.parse(about);
      const account = await mailWork.findPerson(userId);
      const isFirst = adminId === undefined;
      const findRemover = (id: number) => (id === NO_USER_ID ? OPERATOR : mailWork.findPerson(id));
      const removedBy = adminId === undefined ? undefined : await findRemover(adminId);

      return { content: writeAdminFactorChangedMail({ account, removedBy, isFirst, at }) };
    }
    case 'second-step-refused':
      return { content: writeSecondStepRefusedMail({ portal, at }) };
    case 'recovery-code-used':
      return { content: writeRecoveryCodeUsedMail({ ...aboutCodes.parse(about), at, contactEmail }) };
    default:
      throw new Error(`A mail of kind ${kind} is no account mail`);
  }
};

/** Writes a link or a notice for an account. */
export const writeAccountMail = async (
  ports: WriteAccountMailPorts,
  mail: AddressedMail,
): Promise<WrittenMail> => {
  const { content, links = [] } = await writeContent(ports, mail);

  return { ...renderMail(content, ports.provider, ports.mailPace.portalOrigin), attachments: [], links };
};
