import { Field } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

interface FormFieldProps {
  label: ReactNode;
  error?: string | undefined;
  /** Shown under the field while there is no error. */
  hint?: ReactNode;
  isRequired?: boolean;
  /** One input, textarea or select; it takes its id and its aria-describedby from here. */
  children: ReactNode;
}

/**
 * A visible label, the input and its message in red. The hint and the error share one id, because the input's
 * aria-describedby points to the hint alone, and few screen readers support aria-errormessage.
 */
export const FormField = ({ label, error, hint, isRequired = false, children }: FormFieldProps) => {
  const textId = useId();

  return (
    <Field.Root
      invalid={error !== undefined}
      required={isRequired}
      ids={{ helperText: textId, errorText: textId }}
    >
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      {children}
      {hint && error === undefined && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
};
