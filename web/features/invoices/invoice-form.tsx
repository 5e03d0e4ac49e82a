import { Button, Card, chakra, HStack, IconButton, Input, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Control, Controller, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { invoiceBody, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { formatRand } from '#shared/money.ts';
import { AmountField } from '../../components/amount-field.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { useUnsavedWork } from '../../components/unsaved-work.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { showFieldErrors } from '../../lib/show-field-errors.ts';
import { toast } from '../../lib/toast.ts';
import { invoiceDraft } from './invoice-draft.ts';
import {
  emptyItem,
  type InvoiceFields,
  invoiceForm,
  totalCents,
  type InvoiceForm as Values,
} from './invoice-items.ts';
import type { NewInvoice } from './queries.ts';

interface InvoiceFormProps {
  userId: number;
  isCreating: boolean;
  /** Rejects when the invoice was refused; then the form keeps its items. */
  onCreate: (invoice: NewInvoice) => Promise<void>;
  onClose: () => void;
}

interface ItemRowProps {
  control: Control<Values, unknown, InvoiceFields>;
  index: number;
  isOnly: boolean;
  onRemove: () => void;
}

const ItemRow = ({ control, index, isOnly, onRemove }: ItemRowProps) => (
  <HStack as="li" align="start" gap="2" flexWrap={{ base: 'wrap', sm: 'nowrap' }}>
    <Controller
      control={control}
      name={`lineItems.${index}.description`}
      render={({ field, fieldState }) => (
        <FormField label={`Description ${index + 1}`} error={fieldState.error?.message}>
          <Input size="sm" autoComplete="off" {...field} />
        </FormField>
      )}
    />
    <Controller
      control={control}
      name={`lineItems.${index}.amount`}
      render={({ field, fieldState }) => (
        <HStack align="start" gap="1" flex="0 0 auto" w={{ base: '100%', sm: '12.5rem' }}>
          <AmountField label={`Amount ${index + 1}`} error={fieldState.error?.message} {...field} />
          <IconButton
            size="sm"
            mt="6"
            variant="ghost"
            colorPalette="red"
            aria-label={`Remove item ${index + 1}`}
            disabled={isOnly}
            onClick={onRemove}
          >
            <Trash2 />
          </IconButton>
        </HStack>
      )}
    />
  </HStack>
);

/** Line items with their running total. */
export const InvoiceForm = ({ userId, isCreating, onCreate, onClose }: InvoiceFormProps) => {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const form = useForm({ resolver: zodResolver(invoiceForm), defaultValues: { lineItems: [emptyItem()] } });
  useDraft(invoiceDraft(userId), form);
  const { control } = form;
  const items = useFieldArray({ control, name: 'lineItems' });
  const typed = useWatch({ control, name: 'lineItems' });
  const unsavedWork = useUnsavedWork(form.formState.isDirty);

  const create = form.handleSubmit(
    ({ lineItems }) => {
      if (!invoiceBody.shape.userId.safeParse(userId).success) {
        return toast({ title: 'Error: Invalid user', tone: 'error' });
      }

      return onCreate({ body: { userId, lineItems }, idempotencyKey }).then(onClose, (error) =>
        showFieldErrors(form, error),
      );
    },
    () => toast({ title: 'Please add valid line items', tone: 'error' }),
  );

  return (
    <Card.Root size="sm" variant="outline" bg="bg.subtle">
      <Card.Header>
        <Card.Title as="h3" textStyle="sm">
          New invoice
        </Card.Title>
      </Card.Header>
      <chakra.form display="contents" noValidate onSubmit={create}>
        <Card.Body gap="3">
          <Stack as="ul" listStyleType="none" gap="3">
            {items.fields.map(({ id }, index) => (
              <ItemRow
                key={id}
                control={control}
                index={index}
                isOnly={items.fields.length === 1}
                onRemove={() => items.remove(index)}
              />
            ))}
          </Stack>
          <HStack justify="space-between">
            <Button
              size="xs"
              variant="outline"
              disabled={items.fields.length >= LINE_ITEMS_MAX}
              onClick={() => items.append(emptyItem())}
            >
              <Plus /> Add item
            </Button>
            <Text fontWeight="semibold" textStyle="number" aria-live="polite">
              Total {formatRand(totalCents(typed))}
            </Text>
          </HStack>
        </Card.Body>
        <Card.Footer justifyContent="flex-end">
          <Button size="sm" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton size="sm" type="submit" isBusy={isCreating}>
            Create Invoice
          </BusyButton>
        </Card.Footer>
      </chakra.form>
      {unsavedWork.guard}
    </Card.Root>
  );
};
