import { queueNextBooking } from '#functions/domain/bank/booking-queue.ts';
import { orderCertainLines } from '#functions/domain/bank/order-certain-lines.ts';
import { findBankFile } from '#functions/domain/bank/read-bank-files.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import {
  bankFileStore,
  bankOrderStore,
  idempotencyStore,
  jobStore,
} from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank['book-certain'],
  {
    database: databaseWith(bankFileStore, bankOrderStore, idempotencyStore, jobStore),
    bankBookingQueue: jobSender('bank-booking'),
  },
  {
    write: ({ ports, user, params, body, now }) =>
      orderCertainLines(ports.database, user, { fileId: params.id, lineIds: body.lineIds }, now),
    answer: ({ ports, params, now }) => findBankFile(ports.database.bankFiles, params.id, now),
  },
  ({ ports, params, now }) => queueNextBooking(ports, params.id, now),
);
