import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What stood in the open forms when a session ended: in memory only, and for the same person only. */
let kept: { userId: number; values: Map<string, FieldValues> } | undefined;

const openForms = new Map<string, () => FieldValues>();

/** Notes what is typed into every form that asked for it, before the sign-in page takes the screen. */
export const keepDrafts = (userId: number): void => {
  kept = { userId, values: new Map([...openForms].map(([name, readValues]) => [name, readValues()])) };
};

export const forgetDraftsOfOthers = (userId: number): void => {
  if (kept?.userId !== userId) kept = undefined;
};

export const forgetDrafts = (): void => {
  kept = undefined;
};

export const hasDraft = (name: string): boolean => kept?.values.has(name) ?? false;

/**
 * Lets a form outlive an ended session: when it is shown again under the same name, what was typed is back.
 * Not for passwords.
 */
export const useDraft = <Values extends FieldValues, Context, Output>(
  name: string,
  form: UseFormReturn<Values, Context, Output>,
): void => {
  const { getValues, reset } = form;

  useEffect(() => {
    const draft = kept?.values.get(name);
    if (draft) {
      kept?.values.delete(name);
      reset(draft as Values, { keepDefaultValues: true });
    }

    openForms.set(name, getValues);
    return () => {
      openForms.delete(name);
    };
  }, [name, getValues, reset]);
};
