import { Button, chakra, Dialog, Stack } from '@chakra-ui/react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEventHandler, ReactNode } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { Modal } from '../../components/modal.tsx';
import { RefusalNote } from '../../components/refusal-note.tsx';

interface ChangeDialogProps {
  title: string;
  description: string;
  /** The name of the field that gets the focus. */
  firstField: string;
  submitLabel: string;
  /** The title of a refusal. */
  refusal: string;
  change: Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending'>;
  /** Asks before typed work is lost. */
  guard: ReactNode;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a form that changes how one signs in. */
export const ChangeDialog = ({
  title,
  description,
  firstField,
  submitLabel,
  refusal,
  change,
  guard,
  onSubmit,
  onClose,
  children,
}: ChangeDialogProps) => (
  <Modal
    title={title}
    description={description}
    onClose={onClose}
    initialFocus={() => document.querySelector<HTMLElement>(`[role=dialog] [name=${firstField}]`)}
  >
    <chakra.form display="contents" noValidate onSubmit={onSubmit}>
      <Dialog.Body>
        <Stack gap="4">
          {children}
          <RefusalNote title={refusal} error={change.error} />
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton size="sm" type="submit" isBusy={change.isPending}>
          {submitLabel}
        </BusyButton>
      </Dialog.Footer>
    </chakra.form>
    {guard}
  </Modal>
);
