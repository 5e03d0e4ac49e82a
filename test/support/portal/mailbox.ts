import type { StoredMail } from '#local/ses/mail-store.ts';
import type { Ses } from '#local/ses/ses.ts';

const isTo = ({ to }: StoredMail, address: string): boolean =>
  to.some((recipient) => recipient.toLowerCase() === address.toLowerCase());

/**
 * Returns the link of a mail that leads to a page of the portal, such as `/reset-password`; its token is in the hash. The
 * text and the HTML must have the same.
 */
export const readLink = (mail: Pick<StoredMail, 'html' | 'text'>, path: string): URL => {
  const found = (part: string | null) =>
    [...(part ?? '').matchAll(/https?:\/\/[^\s"'<>]+/g)]
      .map(([address]) => new URL(address.replaceAll('&amp;', '&')))
      .find(({ pathname }) => pathname === path);
  const link = found(mail.text);
  if (!link || found(mail.html)?.href !== link.href) {
    throw new Error(`The mail has no link to ${path} in its text and its HTML.`);
  }

  return link;
};

/** Reads the mails that SES took, and makes SES and the outside world answer otherwise. */
export const makeMailbox = (ses: Ses) => {
  /** Lists the mails to an address, newest first. */
  const listMailsTo = (address: string) => ses.listMails().filter((mail) => isTo(mail, address));

  return {
    listMails: ses.listMails,
    listMailsTo,

    /** Waits until an address has a mail whose subject fits, and returns the newest such mail. */
    waitForMail: (address: string, subject: RegExp = /^/): Promise<StoredMail> =>
      ses.waitFor(() => listMailsTo(address).find((mail) => subject.test(mail.subject))),

    /** Waits until an address has this many mails. */
    waitForMails: (address: string, count: number): Promise<StoredMail[]> =>
      ses.waitFor(() => {
        const mails = listMailsTo(address);

        return mails.length >= count ? mails : undefined;
      }),

    readAttachment: ses.readAttachment,
    /** Makes calls of SES fail: see `plant` of local/ses/faults.ts. */
    plantFault: ses.plantFault,
    forgetFaults: ses.forgetFaults,
    setAccount: ses.setAccount,
    /** Publishes an event of a mail, as SES does when the outside world has answered. */
    publishEvent: ses.publishEvent,
    /** Sets which events follow each mail; without any, all are lost. */
    setAfterSending: ses.setAfterSending,
    hold: ses.hold,
    delayCalls: ses.delayCalls,
    listCalls: ses.listCalls,
  };
};
