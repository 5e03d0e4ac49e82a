import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import { invoiceNotFound } from './read-invoices.ts';

const STATUS_BEFORE = { paid: ['pending'], void: ['pending', 'paid'] };

/** Changes pending to paid or void, and paid to void; refuses any other change. */
export const changeInvoiceStatus = (
  database: DatabaseOf<'invoices' | 'journal'>,
  admin: SessionUser,
  { invoiceId, status }: { invoiceId: number; status: 'paid' | 'void' },
  now: Date,
): Promise<Invoice> =>
  database.transaction(async ({ invoices, journal }) => {
    const changed = await invoices.changeStatus(invoiceId, STATUS_BEFORE[status], status, now);
    if (!changed) {
      const isThere = await invoices.exists(invoiceId);
      throw isThere
        ? new AppError('conflict', `This invoice can no longer be marked ${status}.`)
        : invoiceNotFound();
    }

    const { userId, invoice } = changed;
    await journal.record(
      auditOf(admin, 'invoices.status', {
        record: `invoice ${invoice.invoiceNumber} of user ${userId}`,
        changes: { status },
      }),
      {
        userId,
        activityType: 'payment',
        description: `Invoice ${invoice.invoiceNumber} ${status === 'paid' ? 'paid' : 'voided'}`,
      },
    );

    return invoice;
  });
