import { Alert, Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { type BuyerPart, MISSING_OF_BUYER, requiredOfBuyer } from '#shared/invoices/tax-invoice.ts';
import { billingDetailsQuery } from '../queries.ts';
import { type ClientOfInvoice, lackingOf } from './buyer.ts';
import { totalCents } from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';

const LABELS: Record<BuyerPart, string> = { name: 'Add the name', address: 'Add the address' };

interface MissingBuyerNoteProps {
  client: ClientOfInvoice;
  control: FormControl;
  /** The details that the server found missing when the invoice was sent. */
  refused: readonly BuyerPart[];
  /** Opens the account at this field. */
  onEdit: (field: string) => void;
}

/** Says before an invoice is sent which legally required details the account lacks, with a way to the field (D57). */
export const MissingBuyerNote = ({ client, control, refused, onEdit }: MissingBuyerNoteProps) => {
  const { data: billing } = useQuery(billingDetailsQuery);
  const typed = useWatch({ control, name: 'lineItems' });
  const required = requiredOfBuyer(billing?.isTaxInvoice ?? false, totalCents(typed));
  const lacking = required.filter((part) => lackingOf(client).includes(part));
  const missing = [...new Set([...lacking, ...refused])];

  return missing.map((part) => (
    <Alert.Root key={part} status="warning" size="sm" role="status" flexWrap="wrap">
      <Alert.Indicator />
      <Alert.Title flex="1 1 12rem">{MISSING_OF_BUYER[part].sentence}</Alert.Title>
      <Button size="xs" variant="outline" onClick={() => onEdit(MISSING_OF_BUYER[part].field)}>
        <Pencil /> {LABELS[part]}
      </Button>
    </Alert.Root>
  ));
};
