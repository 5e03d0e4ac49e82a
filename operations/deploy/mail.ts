import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { Settings } from '#infra/settings.ts';
import { Refused } from '../refused.ts';

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

/**
 * Refuses a sender for whom SES would send nothing, and returns what else an operator should mend. A paused account is
 * not refused, because a deployment may be part of the repair.
 */
export const requireMail = async ({
  region,
  mailFrom,
  trial,
}: Pick<Settings, 'region' | 'mailFrom' | 'trial'>): Promise<string[]> => {
  if (mailFrom === undefined) {
    return [];
  }

  const ses = new SESv2Client({ region });
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const identity = await readIdentity(ses, domain);
  if (!identity?.VerifiedForSendingStatus) {
    throw new Refused(
      `Amazon SES in ${region} has not verified ${domain}, the domain of mailFrom: docs/operations/deploy.md, step 6.`,
    );
  }
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  if (!ProductionAccessEnabled && !trial) {
    throw new Refused(
      `Amazon SES in ${region} only mails to verified addresses of this account: ask for production access (docs/operations/deploy.md, step 6), or leave mailFrom out until then.`,
    );
  }

  return identity.MailFromAttributes?.MailFromDomainStatus === 'SUCCESS'
    ? []
    : [
        `Mails leave under a name of Amazon SES, because ${domain} has no MAIL FROM domain that works: docs/operations/deploy.md, step 6.`,
      ];
};
