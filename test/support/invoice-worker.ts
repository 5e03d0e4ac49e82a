import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { runInvoicePdfJob } from '#functions/domain/invoices/invoice-pdf.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer.ts';
import { jobMessage } from '#shared/jobs.ts';
import { readFastClock } from './fast-clock.ts';

/** A worker in a process of its own, for a test to kill: one message after the other, as one Lambda gets them. */
const client = new SQSClient({});
const QueueUrl = process.env.INVOICE_PDF_QUEUE_URL;

for (;;) {
  const received = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1, WaitTimeSeconds: 20 });
  for (const { Body = '', ReceiptHandle } of (await client.send(received)).Messages ?? []) {
    const { key } = jobMessage.parse(JSON.parse(Body));
    try {
      await runInvoicePdfJob({ database, invoiceFiles, pdfPrinter }, key, readFastClock);
    } catch {
      continue;
    }
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  }
}
