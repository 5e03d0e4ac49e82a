import { useCallback, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useUser } from '../session/session.ts';
import { dropStoredDraft, readStoredDraft, storeDraft } from './stored-drafts.ts';

/** Reads only the stored texts that belong to this form: another version of the form may have stored them. */
const readTexts = (draft: unknown, names: string[]) =>
  Object.fromEntries(
    Object.entries(draft ?? {}).filter(([name, value]) => names.includes(name) && typeof value === 'string'),
  );

/**
 * Keeps what was typed into a form through a reload and the end of a session (web/lib/forms/stored-drafts.ts), and restores it
 * when the form is shown again under the same name. All its fields must be text. Returns a function
 * that deletes the draft: call it once the form is sent or the person gives it up.
 */
export const useStoredDraft = <Values extends FieldValues, Context, Output>(
  name: string,
  form: UseFormReturn<Values, Context, Output>,
): (() => void) => {
  const { User_Id: userId } = useUser();
  const { getValues, reset, subscribe } = form;

  useEffect(() => {
    const values = getValues();
    const texts = readTexts(readStoredDraft(userId, name), Object.keys(values));
    if (Object.keys(texts).length > 0) {
      reset({ ...values, ...texts }, { keepDefaultValues: true });
    }

    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values: typed, isDirty }) =>
        isDirty ? storeDraft(userId, name, typed) : dropStoredDraft(userId, name),
    });
  }, [userId, name, getValues, reset, subscribe]);

  return useCallback(() => dropStoredDraft(userId, name), [userId, name]);
};
