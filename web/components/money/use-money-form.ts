import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { useDraft } from '../../lib/forms/drafts.ts';
import { useFormKey } from '../../lib/forms/idempotency-key.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';

/**
 * A form about money: it is written once (D26), and survives the end of a session under the name of its draft, such as
 * 'refund of 7'. Without a name, what is typed ends with the session. Its component focuses what is refused with
 * `useFocusOnError`, as `FormDialog` does.
 */
export const useMoneyForm = <Values extends FieldValues, Ready>(
  schema: z.ZodType<Ready, Values>,
  start: NoInfer<Values>,
  draft?: string,
) => {
  const form = useZodForm(schema, start, { shouldFocusError: false });
  const idempotencyKey = useFormKey(draft);
  useDraft(draft, form, idempotencyKey);

  return { form, keyed: <Body>(body: Body) => ({ body, idempotencyKey }) };
};
