import { PRODUCT_NAME } from '#shared/brand.ts';
import { type MailContent, paragraph, typed } from './mail-parts.ts';

/** The mail that says that a ticket was answered. The answer itself stays in the portal. */
export const writeTicketAnsweredMail = ({
  portal,
  ticketId,
  subject,
}: {
  portal: string;
  ticketId: number;
  subject: string;
}): MailContent => ({
  subject: `We answered your ticket: ${subject}`,
  preheader: 'Read the answer in the portal.',
  title: 'We answered your ticket',
  parts: [
    paragraph('There is a new answer to your ticket. You can read it in the portal and write back there.'),
    { facts: [['Ticket', typed(subject)]] },
    {
      button: {
        label: 'Read the answer',
        address: `${portal}/client?section=support&open=ticket.view%3A${ticketId}`,
      },
    },
  ],
  footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
});
