import type { MailOrder, MailStore } from '#functions/ports/database/mails/mail-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';

type NewMail = Omit<MailOrder, 'id' | 'key'> & Partial<Pick<MailOrder, 'key'>>;

/**
 * What a request needs to order mails of accounts, whose jobs it sends at once because somebody waits for them. Business
 * mails wait for the next sweep, at most a minute, so what orders them needs no queue.
 */
export interface MailOrderPorts {
  mailSettings: MailSettings;
  accountMailQueue: JobSender;
  /** Logs a failure that the answer does not show. */
  report(failure: unknown): void;
}

export interface MailOrders {
  /** Orders a mail in the transaction of `mails`; does nothing if the portal sends no mail. */
  order(mails: Pick<MailStore, 'order'>, mail: NewMail): Promise<void>;
  /** Runs a statement that orders mails and returns their ids; does nothing if the portal sends no mail. */
  orderBy(statement: () => Promise<readonly string[]>): Promise<void>;
  /** Sends the jobs of the mails; called after the commit. If this fails, the sweep sends them. */
  send(): Promise<void>;
}

/** Opens the orders of one request. A mail without a key of its own gets a random one, so that it is always written. */
export const openMailOrders = (
  { mailSettings: { isOn }, accountMailQueue, report }: MailOrderPorts,
  now: Date,
): MailOrders => {
  const ordered: string[] = [];

  return {
    order: async (mails, mail) => {
      if (!isOn) {
        return;
      }
      const id = crypto.randomUUID();
      if (await mails.order({ key: `${mail.kind}:${id}`, ...mail, id }, now)) {
        ordered.push(id);
      }
    },
    orderBy: async (statement) => {
      if (isOn) {
        ordered.push(...(await statement()));
      }
    },
    send: async () => {
      await Promise.all(ordered.map((id) => accountMailQueue.send(id).catch(report)));
    },
  };
};
