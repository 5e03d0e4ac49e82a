import { NativeSelect } from '@chakra-ui/react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PAYMENT_METHODS } from '#shared/contract/money-limits.ts';
import { METHOD_LABELS } from '#shared/invoices/ledger-words.ts';

/** The method of a payment or refund; the props are those of a registered field. */
export const MethodSelect = (registered: UseFormRegisterReturn) => (
  <NativeSelect.Root size="sm">
    <NativeSelect.Field {...registered}>
      {PAYMENT_METHODS.map((method) => (
        <option key={method} value={method}>
          {METHOD_LABELS[method]}
        </option>
      ))}
    </NativeSelect.Field>
    <NativeSelect.Indicator />
  </NativeSelect.Root>
);
