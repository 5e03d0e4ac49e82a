import { setTimeout as pause } from 'node:timers/promises';
import { addPrintedInvoices, addVerified, orderMail } from '#test/support/mails/mail-jobs.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER, SELLER } from '#test/support/provider.ts';

/**
 * Lets ten workers send invoice mails at a pace, while mails of accounts are asked for one after the other. Returns the
 * time that the invoices took compared with the time that the rate allows, and the longest wait of an account's mail.
 */
export const sendAtPace = async (wanted: { invoices: number; ratePerSecond: number }) => {
  const portal = await startTestPortal({ logError: () => {} });
  portal.ses.setAfterSending([]);
  const { runAccountMailJob } = await import('#functions/domain/mails/account-mail-job.ts');
  const { runBusinessMailJob } = await import('#functions/domain/mails/business-mail-job.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');
  const { sessionTokens } = await import('#functions/runtime/ports/session-tokens-port.ts');

  const sentAt: number[] = [];
  // The pace is ours: a mailer that takes no time shows what it allows.
  const mailer = {
    send: async () => {
      sentAt.push(Date.now());
    },
  };
  const { ratePerSecond } = wanted;
  const mailPace = { ratePerSecond, linkMailsPerHour: 500, invitesPerHour: 50, portalOrigin: portal.url };
  const ports = {
    database,
    mailer,
    mailPace,
    invoiceFiles,
    sessionTokens,
    provider: PROVIDER,
    supplier: SELLER,
    businessMailQueue: { send: async () => {} },
  };
  const time = { clock: () => new Date(), timeLeftMs: () => 25_000, pause };

  try {
    const { userId, email } = await addVerified(portal);
    const queue: string[] = [];
    for (const invoiceId of await addPrintedInvoices(portal, userId, wanted.invoices)) {
      queue.push(await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } }));
    }

    const begun = Date.now();
    let areSent = false;
    const work = async () => {
      for (let key = queue.shift(); key; key = queue.shift()) {
        await runBusinessMailJob(ports, key, time, () => {});
      }
    };
    let longestWaitMs = 0;
    const askForResets = async () => {
      while (!areSent) {
        const key = await orderMail(portal, { kind: 'reset', userId, recipient: email });
        const askedAt = Date.now();
        await runAccountMailJob(ports, key, time, () => {});
        longestWaitMs = Math.max(longestWaitMs, Date.now() - askedAt);
        await pause(10_000 / ratePerSecond);
      }
    };
    const asking = askForResets();
    await Promise.all(Array.from({ length: 10 }, work));
    const tookMs = Date.now() - begun;
    areSent = true;
    await asking;

    const perSecond = sentAt.map((at) => sentAt.filter((other) => other >= at && other < at + 1000).length);

    return {
      /** Of the time that 80 % of the rate allows. */
      partOfAllowed: tookMs / ((wanted.invoices / (ratePerSecond * 0.8)) * 1000),
      longestWaitMs,
      mostInASecond: Math.max(...perSecond),
      sent: sentAt.length,
    };
  } finally {
    await portal.stop();
  }
};
