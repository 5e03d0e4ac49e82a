import type { Database } from '#functions/ports/database/database.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { takeListCall } from './helpdesk-budget.ts';

/** Overlap of two runs, for the difference between two clocks and for changes that the helpdesk itself notices late. */
export const OVERLAP_MS = 5 * 60_000;

interface PageStores {
  helpdeskCopy: Pick<Database['helpdeskCopy'], 'keepListed'>;
  messages: Pick<Database['messages'], 'lockWriters' | 'takeArrived'>;
}

export interface CopyPorts {
  database: Pick<Database, 'helpdeskCopy' | 'throttle' | 'health' | 'ticketMails'> & {
    messages: Pick<Database['messages'], 'listUncertain'>;
    jobs: Pick<Database['jobs'], 'takeNextInLane'>;
    transaction<T>(run: (database: PageStores) => Promise<T>): Promise<T>;
  };
  /** Undefined where no helpdesk is configured. */
  helpdesk: Helpdesk | undefined;
  helpdeskMessageQueue: JobSender;
  mailSettings: MailSettings;
}

export interface RunPorts extends CopyPorts {
  helpdesk: Helpdesk;
}

/** Another run has taken the copy, or the calls of this minute are used up; the next run continues from here. */
export class RunEndedError extends Error {}

export const earlier = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);

export const isDue = (last: Date | null, everyMs: number, now: Date) =>
  last === null || last <= earlier(now, everyMs);

export const requireListCall = async ({ database }: RunPorts, now: Date) => {
  if (await takeListCall(database.throttle, now)) {
    throw new RunEndedError('No list call is left in this minute');
  }
};
