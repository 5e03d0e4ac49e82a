import { Button, chakra, Dialog, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import * as z from 'zod';
import { BANK_RETURN_REASON } from '#shared/contract/bank/bank-limits.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { reason } from '#shared/contract/payments/ledger-payments.ts';
import { formatAmount } from '#shared/money.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { useUnsavedWork } from '../../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { Outcome } from '../../../components/money/outcome.tsx';
import { ReasonField } from '../../../components/money/reason-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { findMain } from './find-row.ts';
import { type Candidate, isDeleted, nameClient } from './line-words.ts';
import { type LineHandlers, useLineWrite } from './mutations.ts';
import { Reversed } from './reversed.tsx';
import { StandsOn } from './stands-on.tsx';

const returnForm = z.object({ reason });

interface ReturnDialogProps {
  line: BankLine;
  /** The client with the payment that the bank returned. */
  client: Candidate & { paymentId: number };
  handlers: LineHandlers;
  onClose: () => void;
}

/** Asks before payments are reversed for good. The focus is on Cancel, so that a second Enter reverses nothing. */
export const ReturnDialog = ({ line, client, handlers, onClose }: ReturnDialogProps) => {
  const safe = useRef<HTMLButtonElement>(null);
  const reverse = useLineWrite(handlers);
  const { register, handleSubmit, formState } = useZodForm(returnForm, { reason: BANK_RETURN_REASON });
  const { guard, leave } = useUnsavedWork(formState.isDirty);
  const close = () => leave(onClose);

  return (
    <Modal
      title={`Reverse ${formatAmount(-line.amount)} of ${nameClient(client)}?`}
      description={
        isDeleted(client)
          ? 'The client was deleted, so what the payment paid is written off at once. This cannot be undone.'
          : 'It is owed again, unless other credit pays it. This cannot be undone.'
      }
      role="alertdialog"
      onClose={close}
      initialFocus={() => safe.current}
      finalFocus={findMain}
    >
      <chakra.form
        display="contents"
        noValidate
        onSubmit={handleSubmit((typed) =>
          reverse.mutate({ does: 'book', line, body: { reverses: client.paymentId, reason: typed.reason } }),
        )}
      >
        <Dialog.Body>
          <Stack gap="4">
            <Outcome>
              <Text textStyle="detail" mb="1">
                What is owed again
              </Text>
              <Reversed line={line} client={client} />
            </Outcome>
            <StandsOn line={line} />
            <ReasonField
              error={formState.errors.reason?.message}
              isForAdmins={isDeleted(client)}
              {...register('reason')}
            />
            <RefusalNote title="The line stays open" error={reverse.error} />
          </Stack>
        </Dialog.Body>
        <Dialog.Footer>
          <Button ref={safe} size="sm" variant="outline" onClick={close}>
            Cancel
          </Button>
          <BusyButton size="sm" type="submit" colorPalette="red" isBusy={reverse.isPending}>
            Reverse it
          </BusyButton>
        </Dialog.Footer>
      </chakra.form>
      {guard}
    </Modal>
  );
};
