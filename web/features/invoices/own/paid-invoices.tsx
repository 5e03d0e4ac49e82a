import { Card } from '@chakra-ui/react';
import { FileText } from 'lucide-react';
import { yearOf } from '#shared/dates.ts';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { YearFolds } from '../../../components/list/year-folds.tsx';
import { ReadInvoices } from '../invoice-list.tsx';
import { settledOf } from '../owed.ts';
import { OWN_LIST, OwnInvoiceRows } from './own-invoice-rows.tsx';

/** A client's paid and void invoices, folded by years. */
export const PaidInvoices = ({ userId }: { userId: number }) => (
  <ReadInvoices userId={userId} {...OWN_LIST}>
    {(invoices) => {
      const settled = settledOf(invoices);

      return settled.length > 0 ? (
        <YearFolds items={settled} yearOf={({ createdAt }) => yearOf(new Date(createdAt))} of="invoice">
          {(ofYear) => <OwnInvoiceRows invoices={ofYear} />}
        </YearFolds>
      ) : (
        <Card.Root variant="outline">
          <EmptyNote icon={FileText} title="No paid invoice yet">
            An invoice moves here once it is paid.
          </EmptyNote>
        </Card.Root>
      );
    }}
  </ReadInvoices>
);
