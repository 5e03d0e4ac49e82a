import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { bundleFunction } from '#infra/bundling.ts';
import { tasks } from '#shared/tasks.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

interface LineItem {
  description: string;
  amount: number;
}

export const makeLines = (count: number, description = 'Uncapped 4G/5G, November 2026'): LineItem[] =>
  Array.from({ length: count }, (_, index) => ({ description, amount: 337 + index }));

/** Issues invoices over HTTP, as the admin's form does. */
export const makeIssuer = async (portal: TestPortal) => {
  const { userId, cookie } = await addSignedInUser(portal, { user_role: 'admin' });

  return async (lineItems: readonly LineItem[]): Promise<number> => {
    const answer = await portal.call('POST', '/api/invoices', { cookie, body: { userId, lineItems } });
    if (answer.status !== 201) {
      throw new Error(`Creating an invoice answered ${answer.status}`);
    }

    return answer.body.id;
  };
};

const workerAnswer = z.object({ ms: z.number() });

export interface PdfWorker {
  process: ChildProcess;
  /** Runs the job and returns its time in ms. */
  run(invoiceId: number): Promise<number>;
}

/**
 * Starts the task's bundle in separate processes, as Lambda does, with a temporary folder without a browser of an
 * earlier process.
 */
export const makeWorkerStarter = (folder: string) => {
  const [bundle, temporary] = [join(folder, 'bundle'), join(folder, 'tmp')];
  bundleFunction('functions/tasks/invoice-pdf.ts', tasks['invoice-pdf'].uses, bundle);
  mkdirSync(temporary);

  return async (): Promise<PdfWorker> => {
    const worker = fork(join(import.meta.dirname, 'invoice-worker.ts'), [join(bundle, 'index.mjs')], {
      env: {
        ...process.env,
        TMPDIR: temporary,
        FONTS_FOLDER: join(bundle, 'fonts'),
        BROWSER_FOLDER: temporary,
      },
    });
    await once(worker, 'message');

    return {
      process: worker,
      run: async (invoiceId) => {
        worker.send({ invoiceId });
        const [answer] = await once(worker, 'message');

        return workerAnswer.parse(answer).ms;
      },
    };
  };
};
