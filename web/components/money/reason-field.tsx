import { Input, type InputProps } from '@chakra-ui/react';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { FormField } from '../form/form-field.tsx';

interface ReasonFieldProps extends InputProps {
  error: string | undefined;
  /** True for a write-off and its taking back, whose reason the client never reads (D65), and for a deleted client. */
  isForAdmins?: boolean;
}

/** The reason of an act about money, and who reads it. */
export const ReasonField = ({ error, isForAdmins = false, ...input }: ReasonFieldProps) => (
  <FormField
    label={FIELD_LABELS.reason}
    error={error}
    hint={isForAdmins ? 'Only administrators see the reason' : 'The client sees the reason'}
    isRequired
  >
    <Input size="sm" autoComplete="off" {...input} />
  </FormField>
);
