import { useMutation } from '@tanstack/react-query';
import type { CreationOptions } from '#shared/contract/factors.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { loadPasskeys, makePasskey } from '../../lib/passkeys/passkeys.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';

/** Tells the browser which passkeys the account has now, so that it offers no other. */
const tellAccepted = async ({ rp, user, excludeCredentials }: CreationOptions, ...added: string[]) => {
  const { tellAccepted: tell } = await loadPasskeys();
  await tell(rp.id, user.id, [...excludeCredentials.map(({ id }) => id), ...added]);
};

/** Makes a passkey on this device and adds it to the account; the first factor brings recovery codes. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const options = await api.factors['passkey-options']();
      const attestation = await makePasskey(options);
      try {
        const added = await api.factors['add-passkey']({ body: { attestation } });
        await tellAccepted(options, attestation.id);

        return added;
      } catch (error) {
        // Without an answer the portal may have stored it.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
          const { tellUnknown } = await loadPasskeys();
          await tellUnknown(options.rp.id, attestation.id);
        }
        throw error;
      }
    },
  });

export const useDeletePasskey = () =>
  useMutation({
    mutationFn: async (id: string) => {
      await api.factors['delete-passkey']({ params: { id } });
      // The options name the passkeys that are left. Without them only the browser's own list is out of date.
      await api.factors['passkey-options']()
        .then(tellAccepted)
        .catch(() => undefined);
    },
    onSuccess: () => toast({ title: 'Passkey deleted', tone: 'success' }),
    onError: showError('The passkey was not deleted'),
  });

export const useBeginApp = () => useMutation({ mutationFn: () => api.factors['begin-totp']() });

export const useConfirmApp = () =>
  useMutation({ mutationFn: (body: { code: string }) => api.factors['confirm-totp']({ body }) });

export const useRemoveApp = () =>
  useMutation({
    mutationFn: () => api.factors['delete-totp'](),
    onSuccess: () => toast({ title: 'Authenticator app removed', tone: 'success' }),
    onError: showError('The app was not removed'),
  });

export const useRenewCodes = () => useMutation({ mutationFn: () => api.factors['renew-codes']() });
