import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { runBookingJob } from '#functions/domain/bank/run-booking-job.ts';
import { runBillingJob } from '#functions/domain/billing-runs/run-billing-job.ts';
import { runBusinessMailJob } from '#functions/domain/mails/business-mail-job.ts';
import { runHelpdeskContactJob } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { runHelpdeskMessageJob } from '#functions/domain/tickets/message-job.ts';
import { createTicket, replyToTicket } from '#functions/domain/tickets/new-messages.ts';
import { businessMailer as mailer } from '#functions/runtime/ports/business-mailer-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailPace } from '#functions/runtime/ports/mail-pace-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { database } from '#local/seed/whole-database.ts';
import { SELLER } from '#test/support/provider.ts';

/** A command for a process that a test may kill at any moment: the work of Lambdas, one after the other. */
const command = z.discriminatedUnion('does', [
  z.object({ does: z.literal('create'), userId: z.number(), key: z.string(), subject: z.string() }),
  z.object({
    does: z.literal('reply'),
    userId: z.number(),
    key: z.string(),
    ticketId: z.number(),
    body: z.string(),
  }),
  z.object({ does: z.literal('message'), key: z.string() }),
  z.object({ does: z.literal('contact'), key: z.string() }),
  z.object({ does: z.literal('business-mail'), key: z.string() }),
  z.object({ does: z.literal('bank-booking'), key: z.string() }),
  z.object({ does: z.literal('billing-run'), key: z.string() }),
]);
export type Command = z.infer<typeof command>;

// Its leases contain its process id, so that the test can end exactly those of a process that it has killed.
const randomUUID = crypto.randomUUID.bind(crypto);
const suffix = String(process.pid).padStart(12, '0');
crypto.randomUUID = () => {
  const [a, b, c, d] = randomUUID().split('-');

  return `${a}-${b}-${c}-${d}-${suffix}`;
};

const ports = { database, helpdesk, supportSettings, helpdeskMessageQueue: jobSender('helpdesk-message') };

const work = async (asked: Command): Promise<number | undefined> => {
  const clock = () => new Date();
  if (asked.does === 'message') {
    return void (await runHelpdeskMessageJob(ports, asked.key, clock));
  }
  if (asked.does === 'contact') {
    return void (await runHelpdeskContactJob(ports, asked.key, clock));
  }
  if (asked.does === 'bank-booking') {
    const bankBookingQueue = { send: async () => {} };
    const run = { clock, timeLeftMs: () => 25_000, log: () => {} };

    return void (await runBookingJob(
      { database, mailSettings: { isOn: true }, bankBookingQueue },
      asked.key,
      run,
    ));
  }
  if (asked.does === 'billing-run') {
    const [billingRunQueue, invoicePdfQueue] = [{ send: async () => {} }, { send: async () => {} }];
    const run = { clock, timeLeftMs: () => 25_000, log: () => {} };

    return void (await runBillingJob(
      { database, supplier: SELLER, mailSettings: { isOn: true }, billingRunQueue, invoicePdfQueue },
      asked.key,
      run,
    ));
  }
  if (asked.does === 'business-mail') {
    const time = { clock, timeLeftMs: () => 25_000, pause };

    return void (await runBusinessMailJob(
      {
        database,
        invoiceFiles,
        mailer,
        mailPace,
        supplier: SELLER,
        businessMailQueue: { send: async () => {} },
      },
      asked.key,
      time,
      () => {},
    ));
  }

  const client = {
    userId: asked.userId,
    role: 'client' as const,
    levelMin: 1,
    isProven: true,
    sessionId: '',
    address: '127.0.0.1',
    checkedAt: new Date(),
  };
  const how = {
    once: { key: asked.key, bodyHash: 'the same' },
    now: new Date(),
    report: () => {},
  };
  if (asked.does === 'reply') {
    return (await replyToTicket(ports, client, { ticketId: asked.ticketId, body: asked.body }, how)).id;
  }
  const ticket = { subject: asked.subject, description: `${asked.subject}\nin words`, priority: 2, tags: [] };

  return (await createTicket(ports, client, ticket, how)).id;
};

process.on('message', (sent) => {
  work(command.parse(sent)).then(
    (id) => process.send?.({ id }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ isReady: true });
