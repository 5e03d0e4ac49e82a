import { Button, type ButtonProps, chakra, Dialog, Stack } from '@chakra-ui/react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useFocusOnError } from '../../lib/forms/use-focus-on-error.ts';
import { RefusalNote } from '../form/refusal-note.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { Modal } from './modal.tsx';
import { useUnsavedWork } from './unsaved-work.tsx';

interface FormDialogProps<Values extends FieldValues, Context, Ready, Input, Saved> {
  title: ReactNode;
  description: ReactNode;
  /** The name of the field that gets the focus. */
  firstField: string;
  submitLabel: string;
  /** Red if something will be lost. */
  submitPalette?: ButtonProps['colorPalette'];
  /** A second way to save the form, which goes on with something else; Ctrl-Enter or Cmd-Enter does it, too. */
  next?: { label: string; run: () => void } | undefined;
  /** What the form comes to, in the foot. */
  sum?: ReactNode;
  /** The title of a refusal. */
  refusal: string;
  form: UseFormReturn<Values, Context, Ready>;
  save: UseMutationResult<Saved, Error, Input>;
  /** Returns the request's input from the form's values. */
  inputOf: (ready: Ready) => Input;
  /** Leaves the form without saving it. */
  onClose: () => void;
  /** What follows once the form is saved; by default it closes. */
  onSaved?: (saved: Saved) => void;
  /** Gets the focus afterwards, if that is not the element that had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
}

/**
 * A dialog that is one short form. It closes once the form is saved, shows a refusal at its fields, and asks before
 * typed work is lost.
 */
export const FormDialog = <Values extends FieldValues, Context, Ready, Input, Saved>({
  title,
  description,
  firstField,
  submitLabel,
  submitPalette,
  next,
  sum,
  refusal,
  form,
  save,
  inputOf,
  onClose,
  onSaved = onClose,
  finalFocus,
  children,
}: FormDialogProps<Values, Context, Ready, Input, Saved>) => {
  const { isDirty } = useFormState({ control: form.control });
  const element = useFocusOnError(form.control);
  const { guard, release, leave } = useUnsavedWork(isDirty);
  const close = () => leave(onClose);

  const submitAnd = (goOn: (saved: Saved) => void) =>
    form.handleSubmit((ready) =>
      save.mutate(inputOf(ready), {
        onSuccess: (saved) => {
          release();
          goOn(saved);
        },
        onError: (error) => showFieldErrors(form, error),
      }),
    );
  const saveAndNext = next && submitAnd(next.run);

  return (
    <Modal
      title={title}
      description={description}
      onClose={close}
      finalFocus={finalFocus}
      initialFocus={() => document.querySelector<HTMLElement>(`[role=dialog] [name=${firstField}]`)}
    >
      <chakra.form
        ref={element}
        display="contents"
        noValidate
        onSubmit={submitAnd(onSaved)}
        onKeyDown={(event) => {
          if (saveAndNext && event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !save.isPending) {
            void saveAndNext(event);
          }
        }}
      >
        <Dialog.Body>
          <Stack gap="4">
            {children}
            <RefusalNote title={refusal} error={save.error} />
          </Stack>
        </Dialog.Body>
        <DialogFooter
          onCancel={close}
          isBusy={save.isPending}
          colorPalette={submitPalette}
          sum={sum}
          other={
            next && (
              <Button
                size="sm"
                variant="outline"
                px={{ base: '2', sm: '3.5' }}
                aria-keyshortcuts="Control+Enter"
                disabled={save.isPending}
                onClick={saveAndNext}
              >
                {next.label}
              </Button>
            )
          }
        >
          {submitLabel}
        </DialogFooter>
      </chakra.form>
      {guard}
    </Modal>
  );
};
