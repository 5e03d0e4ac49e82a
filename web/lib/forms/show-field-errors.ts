import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../reads/api-error.ts';

/** Shows the server's sentences at the form fields that they name, and focuses the first. */
export const showFieldErrors = <Values extends FieldValues, Context, Output>(
  { setError, getValues }: UseFormReturn<Values, Context, Output>,
  error: Error,
): void => {
  if (!(error instanceof ApiError)) {
    return;
  }

  const names = Object.keys(error.fields) as Path<Values>[];
  const known = names.filter((name) => getValues(name) !== undefined);
  for (const [index, name] of known.entries()) {
    setError(
      name,
      { type: 'server', message: error.fields[name] ?? error.message },
      { shouldFocus: index === 0 },
    );
  }
};
