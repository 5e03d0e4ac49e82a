import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatRand, vatPortionCents } from '#shared/money.ts';
import { TakeBackForm } from '../../components/money/take-back-form.tsx';
import { WriteOffForm } from '../../components/money/write-off-form.tsx';
import { debtQuery } from '../../lib/debt-query.ts';
import { useTakeBackWriteOff, useWriteOff } from './mutations.ts';
import { invoiceQuery } from './queries.ts';

interface WriteOffDialogProps {
  invoice: Invoice;
  userId: number;
  /** The client with the OW number. */
  clientName: string;
  onClose: () => void;
}

const wordVat = (cents: number, vatPercent: number | null | undefined): string => {
  if (vatPercent === undefined) {
    return '';
  }

  return vatPercent === null
    ? 'There is no VAT in it to claim back.'
    : `${formatRand(vatPortionCents(cents, vatPercent))} VAT in it is a bad debt in the VAT report once the return of this invoice is filed.`;
};

/** Writes off what is due of an invoice, or a part of it. */
export const WriteOffDialog = ({ invoice, userId, clientName, onClose }: WriteOffDialogProps) => {
  const { data: debt } = useQuery(debtQuery(userId));
  const { data: detail } = useQuery(invoiceQuery(invoice.id));

  return (
    <WriteOffForm
      title={
        <>
          Write off {invoice.invoiceNumber} of <bdi>{clientName}?</bdi>
        </>
      }
      due={invoice.amountDue}
      wordVat={(cents) => wordVat(cents, detail?.vatPercent)}
      debt={debt}
      draft={`write-off of ${invoice.id}`}
      save={useWriteOff(invoice.id)}
      onClose={onClose}
    />
  );
};

/** Takes back what is written off of an invoice. */
export const TakeBackDialog = ({ invoice, userId, clientName, onClose }: WriteOffDialogProps) => {
  const { data: debt } = useQuery(debtQuery(userId));

  return (
    <TakeBackForm
      title={
        <>
          Take back the write-off of {invoice.invoiceNumber} of <bdi>{clientName}?</bdi>
        </>
      }
      writtenOff={invoice.writtenOff}
      debt={debt}
      draft={`write-off taken back of ${invoice.id}`}
      save={useTakeBackWriteOff(invoice.id)}
      onClose={onClose}
    />
  );
};
