import { Input, type InputProps } from '@chakra-ui/react';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { FormField } from '../form/form-field.tsx';

interface ReasonFieldProps extends InputProps {
  error: string | undefined;
}

/** The reason of an act about money, which the client sees. */
export const ReasonField = ({ error, ...input }: ReasonFieldProps) => (
  <FormField label={FIELD_LABELS.reason} error={error} hint="The client sees the reason" isRequired>
    <Input size="sm" autoComplete="off" {...input} />
  </FormField>
);
