import { Field, HStack, NativeSelect } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { showError } from '../../../lib/browser/toast.ts';
import { invoiceQuery } from '../../../lib/reads/invoice-query.ts';

interface StartFromEarlierProps {
  invoices: readonly Invoice[];
  /** True if there are lines that would be lost. */
  hasLines: () => boolean;
  onTake: (lines: InvoiceWithLines['lineItems']) => void;
}

/** Copies the lines of one of the client's invoices; asks before it replaces typed lines. */
export const StartFromEarlier = ({ invoices, hasLines, onTake }: StartFromEarlierProps) => {
  const queryClient = useQueryClient();
  const [chosenId, setChosenId] = useState(invoices[0]?.id);
  const [isAsking, setIsAsking] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const chosen = invoices.find(({ id }) => id === chosenId);
  if (!chosen) {
    return null;
  }

  const take = async () => {
    setIsAsking(false);
    setIsReading(true);
    await queryClient
      .fetchQuery(invoiceQuery(chosen.id))
      .then(({ lineItems }) => onTake(lineItems), showError('Error reading invoice'));
    setIsReading(false);
  };

  return (
    <>
      <HStack gap="2" align="end" flexWrap="wrap">
        <Field.Root flex="1 1 14rem" width="auto">
          <Field.Label>Earlier invoice</Field.Label>
          <NativeSelect.Root size="sm">
            <NativeSelect.Field
              value={chosen.id}
              onChange={({ target }) => setChosenId(Number(target.value))}
            >
              {invoices.map(({ id, invoiceNumber, createdAt, totalAmount }) => (
                <option key={id} value={id}>
                  {invoiceNumber}, {formatDateShort(createdAt)}, {formatAmount(totalAmount)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
        <BusyButton
          size="sm"
          variant="outline"
          isBusy={isReading}
          onClick={() => (hasLines() ? setIsAsking(true) : void take())}
        >
          Use its lines
        </BusyButton>
      </HStack>
      {isAsking && (
        <ConfirmDialog
          title="Replace the lines?"
          confirmLabel="Replace lines"
          cancelLabel="Keep mine"
          onConfirm={() => void take()}
          onCancel={() => setIsAsking(false)}
        >
          The lines that stand there now give way to those of {chosen.invoiceNumber}.
        </ConfirmDialog>
      )}
    </>
  );
};
