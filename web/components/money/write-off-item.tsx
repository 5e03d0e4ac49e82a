import { Box } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RequestInput } from '#shared/contract/index.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { formatAmount } from '#shared/money.ts';
import { toast } from '../../lib/browser/toast.ts';
import type { Keyed } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { NothingToDo, ReadBefore } from './read-before.tsx';

/** What is written off or taken back: an invoice, or without one the opening balance of the client. */
interface WriteOffItem {
  userId: number;
  /** The client with the OW number; undefined until the account has been read. */
  clientName: string | undefined;
  invoice?: Pick<Invoice, 'id' | 'invoiceNumber' | 'amountDue' | 'writtenOff'>;
}

/** What a dialog about an item gets. */
export interface ItemDialogProps {
  item: WriteOffItem;
  onClose: () => void;
  onDone: () => void;
}

type Amounts = Pick<Invoice, 'amountDue' | 'writtenOff'>;

/** The name of the item under which typed text outlives an ended session. */
export const draftOf = (words: string, { userId, invoice }: WriteOffItem): string =>
  `${words} of ${invoice ? invoice.id : `the opening balance of ${userId}`}`;

export const useWriteOff = ({ userId, invoice }: WriteOffItem) =>
  useMutation({
    mutationFn: (order: Keyed<RequestInput<'write-offs.invoice'>['body']>): Promise<unknown> =>
      invoice
        ? api['write-offs'].invoice({ params: { id: invoice.id }, ...order })
        : api['write-offs'].opening({ params: { userId }, ...order }),
    onSuccess: (_, { body: { amount } }) =>
      toast({
        title: `${formatAmount(amount)} ${invoice ? '' : 'of the opening balance '}written off`,
        ...(invoice && { description: invoice.invoiceNumber }),
        tone: 'success',
      }),
  });

export const useTakeBack = ({ userId, invoice }: WriteOffItem) =>
  useMutation({
    mutationFn: (order: Keyed<RequestInput<'write-offs.undo-invoice'>['body']>): Promise<unknown> =>
      invoice
        ? api['write-offs']['undo-invoice']({ params: { id: invoice.id }, ...order })
        : api['write-offs']['undo-opening']({ params: { userId }, ...order }),
    onSuccess: () =>
      toast({
        title: 'Write-off taken back',
        ...(invoice && { description: invoice.invoiceNumber }),
        tone: 'success',
      }),
  });

interface ItemTitleProps {
  item: WriteOffItem;
  /** The words before an invoice's number, and those before the client of an opening balance. */
  words: { invoice: string; opening: string };
  /** The title until the client is known. */
  plain: string;
}

/** Names the item and the client. On a phone a name takes a second line, whose room is there before the name. */
export const ItemTitle = ({ item: { clientName, invoice }, words, plain }: ItemTitleProps) =>
  invoice ? (
    <>
      {words.invoice} {invoice.invoiceNumber} of <bdi>{clientName}?</bdi>
    </>
  ) : (
    <Box as="span" display="block" minH={{ base: '14', sm: '7' }}>
      {clientName === undefined ? (
        plain
      ) : (
        <>
          {words.opening} <bdi>{clientName}</bdi>
        </>
      )}
    </Box>
  );

interface WithItemProps extends Omit<ItemDialogProps, 'onDone'> {
  title: ReactNode;
  /** True if there is something to do. */
  isWanted: (amounts: Amounts) => boolean;
  nothing: string;
  children: (amounts: Amounts, debt: Debt | undefined) => ReactNode;
}

/** Shows a form about an item: at once about an invoice, and about an opening balance once it was read. */
export const WithItem = ({ item, isWanted, nothing, children, ...dialog }: WithItemProps) => {
  const query = useQuery(debtQuery(item.userId));
  if (item.invoice) {
    return children(item.invoice, query.data);
  }

  return (
    <ReadBefore
      query={query}
      what="the balance"
      find={({ items }) => items.find((one) => one.kind === 'opening' && isWanted(one))}
      nothing={() => (
        <NothingToDo icon={Scale} title={nothing} onClose={dialog.onClose}>
          The opening balance is as the Statement shows it.
        </NothingToDo>
      )}
      {...dialog}
    >
      {children}
    </ReadBefore>
  );
};
