import { filedFiguresOf, fileVatReport } from '#functions/domain/books/vat-report.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, journalStore, vatReportStore } from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['file-vat-report'],
  { database: databaseWith(idempotencyStore, journalStore, vatReportStore), vatSettings },
  async ({ ports, user, body, now, note }) => {
    const report = await fileVatReport(ports, user, body, now);
    note({ vatReport: { ...body, figures: filedFiguresOf(report) } });

    return report;
  },
);
