import { useEffect, useRef } from 'react';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';

const FAULTY = '[aria-invalid=true], [data-form-error]';

/**
 * Focuses what a form has refused first, in the order in which its fields stand, and brings its sentence into sight.
 * Returns the ref of the form. The form library would follow the order in which it heard of them.
 */
export const useFocusOnError = <Values extends FieldValues, Context, Ready>(
  control: Control<Values, Context, Ready>,
) => {
  const form = useRef<HTMLFormElement>(null);
  const { submitCount } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0) {
      return;
    }
    const faulty = form.current?.querySelector<HTMLElement>(FAULTY);
    faulty?.focus();
    // The sentence stands below its field, where the foot of a dialog could hide it.
    (faulty?.closest('[data-scope=field][data-part=root]') ?? faulty)?.scrollIntoView?.({ block: 'nearest' });
  }, [submitCount]);

  return form;
};
