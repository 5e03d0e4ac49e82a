import { chakra, Dialog, Input, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { proofByPassword } from '#shared/contract/account.ts';
import type { RequestInput, RouteId } from '#shared/contract/index.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useFocusOnError } from '../../lib/forms/use-focus-on-error.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { readOffer } from '../../lib/passkeys/passkey-offer.ts';
import { askForPasskey, hasPasskeys, loadPasskeys } from '../../lib/passkeys/passkeys.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { ownFactorsQuery } from '../../lib/reads/own-factors-query.ts';
import { sessionQuery } from '../../lib/session/session.ts';
import { DialogFooter } from '../dialog/dialog-footer.tsx';
import { Modal } from '../dialog/modal.tsx';
import { BusyButton } from '../form/busy-button.tsx';
import { FormField } from '../form/form-field.tsx';
import { PasswordInput } from '../form/password-input.tsx';
import { RefusalNote } from '../form/refusal-note.tsx';
import { wordActs } from './proof-words.ts';

const giveProof = (body: RequestInput<'account.proof'>['body']) => api.account.proof({ body });

/** Proves by a passkey; undefined where the account or the browser has none. */
const useProofByPasskey = () => {
  const queryClient = useQueryClient();
  const { data: factors } = useQuery({ ...ownFactorsQuery, enabled: hasPasskeys() });
  const hasOne = factors !== undefined && factors.passkeys.length > 0;
  const proof = useMutation({
    mutationFn: async () => {
      await giveProof({ assertion: await askForPasskey(queryClient) });
    },
  });
  useEffect(() => {
    if (hasOne) {
      // The press asks at once.
      Promise.all([loadPasskeys(), readOffer(queryClient)]).catch(() => undefined);
    }
  }, [hasOne, queryClient]);

  return hasOne ? proof : undefined;
};

interface ProofDialogProps {
  /** The routes of the requests that wait. */
  ids: readonly RouteId[];
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
  onProven: () => void;
}

/** Takes the person's password or passkey as fresh proof of who they are (D48). */
export const ProofDialog = ({ ids, finalFocus, onClose, onProven }: ProofDialogProps) => {
  const email = useQueryClient().getQueryData(sessionQuery.queryKey)?.User_Email;
  const proof = useMutation({
    mutationFn: giveProof,
    onSuccess: onProven,
    onError: (error) => showFieldErrors(form, error),
  });
  const byPasskey = useProofByPasskey();
  const form = useZodForm(proofByPassword, { password: '' });
  const element = useFocusOnError(form.control);
  const isBusy = proof.isPending || (byPasskey?.isPending ?? false);

  return (
    <Modal
      title="Confirm that it is you"
      description={wordActs(ids)}
      initialFocus={() => element.current?.querySelector<HTMLElement>('[name=password]') ?? null}
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <chakra.form
        ref={element}
        display="contents"
        noValidate
        onSubmit={(event) => {
          // The form below this dialog, in whose tree React may see it, is sent by its own button.
          event.stopPropagation();
          void form.handleSubmit((typed) => proof.mutate(typed))(event);
        }}
      >
        <Dialog.Body>
          <Stack gap="4">
            {/* Tells a password manager whose password is asked for. */}
            <Input hidden readOnly autoComplete="username" value={email ?? ''} />
            <FormField
              label="Password"
              error={form.formState.errors.password?.message}
              hint="You are not asked again for ten minutes."
            >
              <PasswordInput autoComplete="current-password" {...form.register('password')} />
            </FormField>
            <RefusalNote title="Not confirmed" error={proof.error} />
            {byPasskey?.error && (
              <Text
                role="status"
                textStyle="sm"
                color={byPasskey.error instanceof ApiError ? 'fg.error' : 'fg.muted'}
              >
                {byPasskey.error.message}
              </Text>
            )}
          </Stack>
        </Dialog.Body>
        <DialogFooter
          onCancel={onClose}
          isBusy={isBusy}
          other={
            byPasskey && (
              <BusyButton
                size="sm"
                variant="outline"
                isBusy={byPasskey.isPending}
                disabled={isBusy}
                onClick={() => byPasskey.mutate(undefined, { onSuccess: onProven })}
              >
                {!byPasskey.isPending && <KeyRound aria-hidden />}
                Use a passkey
              </BusyButton>
            )
          }
        >
          Confirm
        </DialogFooter>
      </chakra.form>
    </Modal>
  );
};
