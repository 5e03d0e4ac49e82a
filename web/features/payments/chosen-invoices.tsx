import { Box, Button, chakra, Flex, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { NAMED_INVOICES_FULL, NAMED_INVOICES_MAX } from '#shared/contract/money-limits.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { formatDateShort } from '#shared/dates.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { MoneyAmount } from '../../components/money/money-amount.tsx';
import { entryForInvoice, type PaymentForm, type ReadyPayment } from './payment-form.ts';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'center',
    minH: '11',
    cursor: 'pointer',
    '&:has(:disabled)': { opacity: 0.5, cursor: 'not-allowed' },
  },
});

const wordDue = ({ dueDate, amountDue, writtenOff }: OpenItem): string =>
  [
    ...(amountDue > 0
      ? [`${formatAmount(amountDue)} due${dueDate === null ? '' : ` ${formatDateShort(dueDate)}`}`]
      : []),
    ...(writtenOff > 0 ? [`${formatAmount(writtenOff)} written off`] : []),
  ].join(', ');

interface ChosenInvoicesProps {
  form: UseFormReturn<PaymentForm, unknown, ReadyPayment>;
  items: readonly OpenItem[];
}

/** Chooses the invoices that a payment pays first, each with an amount. */
export const ChosenInvoices = ({ form, items }: ChosenInvoicesProps) => {
  const { control, formState, clearErrors, getValues, setValue } = form;
  const chosen = useWatch({ control, name: 'allocations' });
  const choose = (allocations: PaymentForm['allocations']) => {
    // Sentences about chosen invoices belong to their positions, which change.
    clearErrors('allocations');
    setValue('allocations', allocations, { shouldDirty: true });
  };
  const isFull = chosen.length >= NAMED_INVOICES_MAX;
  const owed = chosen.filter((named) => items.some(({ invoiceId }) => invoiceId === named.invoiceId));

  return (
    <>
      <Stack as="ul" listStyleType="none" gap="0" borderBlockWidth="1px" mb="2" aria-label="Invoices to pay">
        {items.map((item) => {
          const { invoiceId, kind } = item;
          const number = nameItem(item);
          if (kind === 'refund') {
            return null;
          }
          const index = chosen.findIndex((named) => named.invoiceId === invoiceId);
          const isChosen = index >= 0;
          const toggle = () =>
            choose(
              isChosen
                ? chosen.filter((_, at) => at !== index)
                : [...chosen, { invoiceId, amount: entryForInvoice(item, getValues()) }],
            );

          return (
            <Flex
              as="li"
              key={invoiceId}
              columnGap="3"
              wrap="wrap"
              align="center"
              justify="space-between"
              py="1"
              borderTopWidth="1px"
              _first={{ borderTopWidth: 0 }}
            >
              <Choice>
                <CheckBox
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={toggle}
                />
                <Box>
                  <Text textStyle="number.sm" fontWeight="medium">
                    {number}
                  </Text>
                  <Text textStyle="detail.number">{wordDue(item)}</Text>
                </Box>
              </Choice>
              {isChosen && (
                <Box width="9rem" ms="auto" mb="1">
                  <MoneyAmount
                    control={control}
                    name={`allocations.${index}.amount`}
                    label={<VisuallyHidden>Amount for {number}</VisuallyHidden>}
                    isRequired={false}
                    error={formState.errors.allocations?.[index]?.invoiceId?.message}
                  />
                </Box>
              )}
            </Flex>
          );
        })}
      </Stack>
      <Box
        aria-live="polite"
        // Visible from each row of the long list, at the lower edge of the dialog's body, which has a padding of 6.
        position="sticky"
        bottom="-6"
        bg="bg.subtle"
        textStyle="sm"
        fontWeight="medium"
      >
        {isFull && <Text py="2">{NAMED_INVOICES_FULL}</Text>}
      </Box>
      {owed.length < chosen.length && (
        <HStack role="alert" justify="space-between" gap="2" wrap="wrap" mb="2">
          <Text textStyle="sm" color="fg.error">
            A chosen invoice owes nothing any more.
          </Text>
          <Button size="xs" variant="outline" onClick={() => choose(owed)}>
            Leave it out
          </Button>
        </HStack>
      )}
    </>
  );
};
