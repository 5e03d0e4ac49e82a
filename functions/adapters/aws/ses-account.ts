import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import * as z from 'zod';
import type { MailAccount } from '#functions/ports/mailer.ts';
import { makeRequestHandler, type Patience } from './request-handler.ts';
import { readSesFault } from './ses-fault.ts';

/** SES reports an unlimited quota as -1. */
const quota = z.number().transform((mails) => (mails === -1 ? Number.POSITIVE_INFINITY : mails));

const account = z.object({
  ProductionAccessEnabled: z.boolean(),
  SendingEnabled: z.boolean(),
  SendQuota: z.object({ Max24HourSend: quota, MaxSendRate: z.number(), SentLast24Hours: z.number() }),
});

export const makeSesAccount = (patience: Patience): MailAccount => {
  const client = new SESv2Client({ maxAttempts: 2, requestHandler: makeRequestHandler(patience) });

  const ask = async () => {
    try {
      return await client.send(new GetAccountCommand({}));
    } catch (error) {
      throw readSesFault(error);
    }
  };

  return {
    read: async () => {
      const { ProductionAccessEnabled, SendingEnabled, SendQuota } = account.parse(await ask());

      return {
        isInProduction: ProductionAccessEnabled,
        isSending: SendingEnabled,
        sentIn24Hours: SendQuota.SentLast24Hours,
        quota: SendQuota.Max24HourSend,
        ratePerSecond: SendQuota.MaxSendRate,
      };
    },
  };
};
