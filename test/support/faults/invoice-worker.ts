import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { runInvoicePdfJob } from '#functions/domain/invoices/run-invoice-pdf-job.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer-port.ts';
import { database } from '#local/seed/whole-database.ts';
import { jobMessage } from '#shared/tasks.ts';
import { readFastClock } from './fast-clock.ts';
import { dieIfPlanned, findKill, findSteps } from './kill-plans.ts';

/** A worker in its own process, for a test to kill: it takes one message at a time, as a Lambda does. */
const client = new SQSClient({});
const QueueUrl = process.env.INVOICE_PDF_QUEUE_URL;

/** Returns the job's stores, which end this process where a test has planned it. */
const withDeaths = (key: string): Pick<Database, 'jobs' | 'invoicePdfs'> => ({
  jobs: {
    ...database.jobs,
    saveProgress: async (held, progress) => {
      const { begun, before } = findSteps(progress);
      await dieIfPlanned(key, before, 'done');
      const isHeld = await database.jobs.saveProgress(held, progress);
      await dieIfPlanned(key, begun, 'begun');

      return isHeld;
    },
  },
  invoicePdfs: {
    ...database.invoicePdfs,
    complete: async (...written) => {
      const result = await database.invoicePdfs.complete(...written);
      await dieIfPlanned(key, 'Saving to Database', 'done');

      return result;
    },
  },
});

const workOn = async ({ Body = '', ReceiptHandle }: Message) => {
  const { key } = jobMessage.parse(JSON.parse(Body));
  const deletion = new DeleteMessageCommand({ QueueUrl, ReceiptHandle });
  if (findKill(key)?.isMessageLost) {
    await client.send(deletion);
  }
  try {
    await runInvoicePdfJob(
      {
        database: withDeaths(key),
        invoiceFiles,
        pdfPrinter,
        mailSettings: { isOn: false },
        businessMailQueue: { send: async () => {} },
        invoicePdfQueue: { send: async () => {} },
      },
      key,
      readFastClock,
    );
  } catch {
    return;
  }
  await client.send(deletion);
};

for (;;) {
  const received = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1, WaitTimeSeconds: 20 });
  for (const message of (await client.send(received)).Messages ?? []) {
    await workOn(message);
  }
}
