import { setTimeout as pause } from 'node:timers/promises';
import {
  addPrintedInvoices,
  addVerified,
  listTaken,
  orderMail,
  tellEvent,
} from '#test/support/mails/mail-jobs.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { delayVendors } from '#test/support/portal/real-delays.ts';

const WORKERS = 10;
const SES_MS = 100;

interface Storm {
  mails: number;
  /** Each mail of this number bounces; the others are delivered. */
  eachBounces: number;
  /** Time after which SES tells what became of a mail. */
  eventsAfterMs: number;
}

/**
 * Lets ten workers send invoice mails to as many clients, at the delays of the real vendors, until those that are left
 * are paused. Returns how many left, and how often somebody was woken.
 */
export const sendInvoiceStorm = async ({ mails, eachBounces, eventsAfterMs }: Storm) => {
  const portal = await startTestPortal({ logError: () => {} });
  portal.ses.setAfterSending([]);
  try {
    const queue: string[] = [];
    for (let mail = 0; mail < mails; mail += 1) {
      const { userId } = await addVerified(portal);
      const [invoiceId = 0] = await addPrintedInvoices(portal, userId);
      queue.push(await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } }));
    }
    const endDelays = delayVendors(portal);
    portal.ses.delayCalls(() => pause(SES_MS));

    let left = 0;
    const told: Promise<unknown>[] = [];
    const tellLater = async (mailId: string, type: 'bounce' | 'delivery') => {
      await pause(eventsAfterMs);
      for (const taken of listTaken(portal, mailId)) {
        await tellEvent(portal, taken, type);
      }
    };
    const work = async () => {
      for (let key = queue.shift(); key; key = queue.shift()) {
        await portal.runTask('business-mail', { Records: [{ body: JSON.stringify({ key }) }] });
        if (listTaken(portal, key).length > 0) {
          left += 1;
          told.push(tellLater(key, left % eachBounces === 0 ? 'bounce' : 'delivery'));
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    await Promise.all(told);
    endDelays();

    return { left, wokenTimes: portal.heard.log.filter((line) => line.includes('"mailPaused":1')).length };
  } finally {
    await portal.stop();
  }
};
