import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What was typed into a form, and the key with which it is sent, if it has one (D26). */
interface Draft {
  values: FieldValues;
  idempotencyKey: string | undefined;
}

/**
 * What was typed into forms that left the screen: those that were open when a session ended, and those whose place
 * another dialog took. It is for the same person only. A draft is kept, also over an ended session, until its form takes
 * it back or the person signs out. It is kept in memory because it includes clients' ID numbers and addresses, which must
 * not stay in the browser. web/lib/forms/stored-drafts.ts is for texts of tickets, which survive a reload.
 */
let kept: { userId: number | undefined; drafts: Map<string, Draft> } | undefined;

const openForms = new Map<string, () => Draft>();

/**
 * Stores the contents of every form that uses `useDraft`, before the sign-in page replaces the screen. Without a person,
 * before a dialog takes the place of a form to which it leads back.
 */
export const keepDrafts = (userId?: number): void => {
  const open = [...openForms].map(([name, readDraft]) => [name, readDraft()] as const);
  // The session may end while another dialog has the place of a form.
  const replaced = kept?.userId === undefined ? (kept?.drafts ?? []) : [];
  kept = { userId, drafts: new Map([...replaced, ...open]) };
};

export const forgetDraftsOfOthers = (userId: number): void => {
  if (kept?.userId !== userId) {
    kept = undefined;
  }
};

export const forgetDrafts = (): void => {
  kept = undefined;
};

export const hasDraft = (name: string): boolean => kept?.drafts.has(name) ?? false;

/** Returns the key of the draft: its form may have been written without an answer, and must not be written again. */
export const keyOfDraft = (name: string): string | undefined => kept?.drafts.get(name)?.idempotencyKey;

/**
 * Lets a form outlive an ended session: it gets back its typed values when it is shown again under the same name.
 * Not for passwords. Without a name nothing is kept.
 */
export const useDraft = <Values extends FieldValues, Context, Output>(
  name: string | undefined,
  form: UseFormReturn<Values, Context, Output>,
  idempotencyKey?: string,
): void => {
  const { getValues, reset } = form;

  useEffect(() => {
    if (name === undefined) {
      return;
    }
    const draft = kept?.drafts.get(name);
    if (draft) {
      kept?.drafts.delete(name);
      reset(draft.values as Values, { keepDefaultValues: true });
    }

    openForms.set(name, () => ({ values: getValues(), idempotencyKey }));
    return () => {
      openForms.delete(name);
    };
  }, [name, idempotencyKey, getValues, reset]);
};
