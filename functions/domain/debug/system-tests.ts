import type { DebugStore } from '#functions/ports/database/debug-store.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import type { JobQueues } from '#functions/ports/job-queue.ts';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import { AppError } from '#shared/errors.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import type { Test } from './debug-run.ts';

/** The database's clock decides nothing by itself, but sessions and leases are compared with ours. */
const CLOCK_APART_MS_MAX = 5_000;

const refusal = (sentence: string) => new AppError('unavailable', sentence);

export const databaseTests = (debug: DebugStore, clock: () => Date): Test[] => [
  {
    name: 'Database',
    run: async () => {
      const { version, migrations } = await debug.readFacts();

      return `${version}, ${migrations} migrations.`;
    },
  },
  {
    name: "Database's clock",
    run: async () => {
      const { now } = await debug.readFacts();
      const apartMs = Math.abs(now.getTime() - clock().getTime());
      if (apartMs > CLOCK_APART_MS_MAX) {
        throw refusal(`The clocks of database and functions are ${Math.round(apartMs / 1000)} s apart.`);
      }

      return `Within ${Math.max(1, Math.ceil(apartMs / 1000))} s of ours.`;
    },
  },
  {
    name: 'Parked jobs',
    run: async () => {
      const parked = await debug.countParkedJobs();
      if (parked.length === 0) return 'None.';

      const counts = parked.map(({ kind, count }) => `${count} of ${jobKinds[kind].label}`).join(', ');
      throw refusal(`${counts}. See Background Jobs in the account menu.`);
    },
  },
];

export const queueTests = (jobQueues: JobQueues, deadLetters: DeadLetters): Test[] => [
  {
    name: 'Queues',
    run: async () => {
      await Promise.all(Object.values(jobQueues).map((queue) => queue.check()));

      return `${JOB_KINDS.length} queues answer.`;
    },
  },
  {
    name: 'Dead letters',
    run: async () => {
      const counts = await Promise.all(
        JOB_KINDS.map(async (kind) => ({ kind, count: await deadLetters[kind].count() })),
      );
      const found = counts.filter(({ count }) => count > 0);
      if (found.length === 0) return 'None.';

      throw refusal(
        `${found.map(({ kind, count }) => `${count} of ${jobKinds[kind].label}`).join(', ')}. job-sweep takes those of our own away within a minute; docs/operations.md tells of the others.`,
      );
    },
  },
];

export const printerTests = (pdfPrinter: PdfPrinter): Test[] => [
  {
    name: 'Chromium',
    run: async () => {
      const bytes = await pdfPrinter.print('<!doctype html><title>Test</title><p>R 1 234,50</p>');

      return `Printed a page of ${bytes.length} bytes.`;
    },
  },
];

export const helpdeskTests = (helpdesk: Helpdesk | undefined): Test[] => [
  {
    name: 'Helpdesk',
    run: async () => {
      if (!helpdesk) return 'None is configured.';
      await helpdesk.check();

      return 'It answers and accepts our key.';
    },
  },
];

/** The session key and the database's password were read for this very request. */
export const secretTests = (drive: DriveConsole): Test[] => [
  {
    name: 'Secrets',
    run: async () => {
      await drive.renewToken();

      return 'Session key, database password and the Drive key were read; Google accepts the latter.';
    },
  },
];
