import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormProps, useForm } from 'react-hook-form';
import type * as z from 'zod';

/** A form that a schema checks: its fields hold what the schema reads, and it submits what the schema returns. */
export const useZodForm = <Values extends FieldValues, Ready>(
  schema: z.ZodType<Ready, Values>,
  start: NoInfer<Values>,
  more: Pick<UseFormProps<Values>, 'mode' | 'shouldFocusError'> = {},
) =>
  useForm<Values, unknown, Ready>({
    ...more,
    resolver: zodResolver(schema),
    defaultValues: start as DefaultValues<Values>,
  });
