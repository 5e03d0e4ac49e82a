import { Field } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FormFieldProps {
  label: ReactNode;
  error?: string | undefined;
  /** Stands under the field while there is no error. */
  hint?: ReactNode;
  isRequired?: boolean;
  /** One input, textarea or select; it takes its id and its aria-describedby from here. */
  children: ReactNode;
}

/** A visible label, the input and its message in red, tied together for a screen reader. */
export const FormField = ({ label, error, hint, isRequired = false, children }: FormFieldProps) => (
  <Field.Root invalid={error !== undefined} required={isRequired}>
    <Field.Label>
      {label}
      <Field.RequiredIndicator />
    </Field.Label>
    {children}
    {hint && error === undefined && <Field.HelperText>{hint}</Field.HelperText>}
    <Field.ErrorText>{error}</Field.ErrorText>
  </Field.Root>
);
