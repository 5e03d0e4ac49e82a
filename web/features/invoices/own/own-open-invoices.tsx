import { Card, Stack } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { debtQuery } from '../../../lib/reads/debt-query.ts';
import { useFirstRead } from '../../../lib/reads/use-first-read.ts';
import { ReadInvoices } from '../invoice-list.tsx';
import { openOf } from '../owed.ts';
import { OWN_LIST, OwnInvoiceRows } from './own-invoice-rows.tsx';

/** Few clients owe anything without an invoice, and it is last. */
const OtherItems = lazyPart(() => import('./other-items.tsx'), 'OtherItems', { waiting: null });

/** What a client owes, one by one: the invoices by their due day, then what has no invoice. */
export const OpenInvoices = ({ userId }: { userId: number }) => {
  const { data: debt } = useFirstRead(debtQuery(userId));
  const others = debt?.items.filter(({ kind }) => kind !== 'invoice') ?? [];

  return (
    <ReadInvoices userId={userId} {...OWN_LIST}>
      {(invoices) => {
        const open = openOf(invoices);

        return (
          <Stack gap="2">
            {open.length > 0 && <OwnInvoiceRows invoices={open} />}
            {others.length > 0 && <OtherItems items={others} />}
            {open.length + others.length === 0 && (
              <Card.Root variant="outline">
                <EmptyNote icon={CircleCheck} title="No open invoice">
                  What you have paid is under Paid.
                </EmptyNote>
              </Card.Root>
            )}
          </Stack>
        );
      }}
    </ReadInvoices>
  );
};
