import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * The contents of the open forms when a session ended, for the same person only. They are kept in memory because they
 * include clients' ID numbers and addresses, which must not stay in the browser. web/lib/stored-drafts.ts is for texts
 * of tickets, which survive a reload.
 */
let kept: { userId: number; values: Map<string, FieldValues> } | undefined;

const openForms = new Map<string, () => FieldValues>();

/** Stores the contents of every form that uses `useDraft`, before the sign-in page replaces the screen. */
export const keepDrafts = (userId: number): void => {
  kept = { userId, values: new Map([...openForms].map(([name, readValues]) => [name, readValues()])) };
};

export const forgetDraftsOfOthers = (userId: number): void => {
  if (kept?.userId !== userId) {
    kept = undefined;
  }
};

export const forgetDrafts = (): void => {
  kept = undefined;
};

export const hasDraft = (name: string): boolean => kept?.values.has(name) ?? false;

/**
 * Lets a form outlive an ended session: it gets back its typed values when it is shown again under the same name.
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
