import { expect } from '@playwright/test';
import * as z from 'zod';
import { readLink } from '#test/support/portal/mailbox.ts';

const mails = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number(), url: z.url() })),
  }),
);

type Mail = z.infer<typeof mails>[number];

const ofMailbox = (path: string) => `${process.env.MAILBOX_URL}${path}`;

/** Lists the mails to an address, newest first. */
export const listMailsTo = async (address: string): Promise<Mail[]> => {
  const answer = await fetch(ofMailbox(`/messages.json?${new URLSearchParams({ to: address })}`));

  return mails.parse(await answer.json());
};

/** Waits until an address has a mail whose subject fits, and returns the newest such mail. */
export const waitForMail = async (address: string, subject: RegExp): Promise<Mail> => {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      found = (await listMailsTo(address)).find((mail) => subject.test(mail.subject));

      return found?.subject;
    })
    .toMatch(subject);
  if (!found) {
    throw new Error('The mail is gone.');
  }

  return found;
};

/** Waits for a mail and returns its link to a page of the portal, such as `/reset-password`. */
export const waitForLink = async (address: string, subject: RegExp, path: string): Promise<string> =>
  readLink(await waitForMail(address, subject), path).href;
