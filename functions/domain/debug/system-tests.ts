import { stateOfMail } from '#functions/domain/system/mail-health.ts';
import type { DebugStore } from '#functions/ports/database/debug/debug-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { DeadLetterCounts } from '#functions/ports/dead-letters.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import { type Helpdesk, HelpdeskError } from '#functions/ports/helpdesk.ts';
import type { QueueChecks } from '#functions/ports/job-queue.ts';
import { type MailAccount, type MailAccountState, MailFault } from '#functions/ports/mailer.ts';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import type { HealthState } from '#shared/contract/users.ts';
import { JOB_KINDS, type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { Finding, type Test } from './debug-run.ts';

/**
 * Allowed difference between the clocks of the functions and the database: sessions, leases and shares are set by one
 * and read by the other.
 */
const CLOCKS_APART_SECONDS_MAX = 5;

const countByLabel = (counts: readonly { kind: JobKind; count: number }[]) =>
  counts.map(({ kind, count }) => `${count} of '${jobKinds[kind].label}'`).join(', ');

const DATABASE_ADVICE = "The database did not answer. See the cluster in RDS's console.";

export const databaseTests = (
  { debug, jobs }: { debug: Pick<DebugStore, 'readFacts'>; jobs: Pick<JobStore, 'countParked'> },
  clock: () => Date,
): Test[] => [
  {
    name: 'Database',
    advice: DATABASE_ADVICE,
    run: async () => {
      const { version, migrations, now } = await debug.readFacts();
      const facts = `${version}, ${migrations} migrations`;
      const apartSeconds = Math.ceil(Math.abs(now.getTime() - clock().getTime()) / 1000);
      if (apartSeconds > CLOCKS_APART_SECONDS_MAX) {
        throw new Finding(
          `${facts}, but its clock and that of the functions are ${apartSeconds} s apart. AWS keeps both; ask its support.`,
        );
      }

      return `${facts}, its clock within ${Math.max(apartSeconds, 1)} s of ours.`;
    },
  },
  {
    name: 'Parked jobs',
    advice: DATABASE_ADVICE,
    run: async () => {
      const parked = await jobs.countParked(clock());
      if (parked.length === 0) {
        return 'None.';
      }

      throw new Finding(`${countByLabel(parked)}. See Background Jobs in the account menu.`);
    },
  },
];

const QUEUE_ADVICE = "A queue did not answer. See the queues in SQS's console.";

export const queueTests = (queueChecks: QueueChecks, deadLetterCounts: DeadLetterCounts): Test[] => [
  {
    name: 'Queues',
    advice: QUEUE_ADVICE,
    run: async () => {
      await Promise.all(Object.values(queueChecks).map((queue) => queue.check()));

      return `${JOB_KINDS.length} queues answer.`;
    },
  },
  {
    name: 'Dead letters',
    advice: QUEUE_ADVICE,
    run: async () => {
      const counts = await Promise.all(
        JOB_KINDS.map(async (kind) => ({ kind, count: await deadLetterCounts[kind].count() })),
      );
      const found = counts.filter(({ count }) => count > 0);
      if (found.length === 0) {
        return 'None.';
      }

      throw new Finding(
        `${countByLabel(found)}. Those of our own are taken away within a minute; what stays is told of under 'Alarms' in docs/operations/run.md.`,
      );
    },
  },
];

export const printerTests = (pdfPrinter: PdfPrinter): Test[] => [
  {
    name: 'Chromium',
    advice:
      'No page was printed. Run the check again; if it stays so, see the memory and the log of the function invoice-pdf.',
    run: async () => {
      const bytes = await pdfPrinter.print('<!doctype html><title>Test</title><p>R 1 234,50</p>');

      return `Printed a page of ${bytes.length} bytes.`;
    },
  },
];

const wordHelpdeskFault = (error: unknown): unknown => {
  if (!(error instanceof HelpdeskError)) {
    return error;
  }
  const details = error.cause instanceof Error ? [error.cause.message] : [];
  const sentence = error.isOutage
    ? "The helpdesk does not answer. See 'When the helpdesk is down' in docs/operations/run.md."
    : "The helpdesk refuses us. Replace its key as docs/operations/run.md says ('The Freshdesk key').";

  return new Finding(sentence, { details, cause: error });
};

export const helpdeskTests = (helpdesk: Pick<Helpdesk, 'check'> | undefined): Test[] => [
  {
    name: 'Helpdesk',
    run: async () => {
      if (!helpdesk) {
        return 'None is configured.';
      }
      await helpdesk.check().catch((error) => {
        throw wordHelpdeskFault(error);
      });

      return 'It answers and accepts our key.';
    },
  },
];

const MAIL_ADVICE = "See 'When mail does not leave' in docs/operations/run.md.";

const wordMailAccount = ({
  isInProduction,
  isSending,
  sentIn24Hours,
  quota,
  ratePerSecond,
}: MailAccountState) =>
  [
    `${sentIn24Hours}${Number.isFinite(quota) ? ` of ${quota}` : ''} mails in 24 hours`,
    `${ratePerSecond} a second`,
    ...(isSending ? [] : ['but sending is paused']),
    ...(isInProduction ? [] : ['but only to verified addresses']),
  ].join(', ');

/** Calls `note` with the state of mail as the dashboard shows it. */
export const mailTests = (
  mailAccount: MailAccount | undefined,
  note: (state: HealthState) => void,
): Test[] => [
  {
    name: 'Mail',
    run: async () => {
      if (!mailAccount) {
        return 'None is configured.';
      }
      const account = await mailAccount.read().catch((cause) => {
        note('Down');
        throw cause instanceof MailFault ? new Finding(`${cause.message} ${MAIL_ADVICE}`, { cause }) : cause;
      });
      const state = stateOfMail(account);
      note(state);
      if (state === 'Good') {
        return `${wordMailAccount(account)}.`;
      }

      throw new Finding(`${wordMailAccount(account)}. ${MAIL_ADVICE}`);
    },
  },
];

export const secretTests = (drive: Pick<DriveConsole, 'renewToken'>): Test[] => [
  {
    name: 'Secrets',
    run: async () => {
      await drive.renewToken();

      return "The session key and the database's password serve this very request; Google accepts the Drive key.";
    },
  },
];
