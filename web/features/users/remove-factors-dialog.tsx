import { Input, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { requiredVisible } from '#shared/contract/fields.ts';
import { REASON_LENGTH_MAX } from '#shared/contract/money-limits.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { useRemoveFactors } from './mutations.ts';
import { userQuery } from './queries.ts';
import { hasFactors } from './record/word-factors.ts';
import { useIsOwn } from './use-is-own.ts';
import { UserDialogBody } from './user-dialog-body.tsx';

const removal = z.object({
  reason: requiredVisible(REASON_LENGTH_MAX, 'Say why the factors are removed'),
});

interface RemovalProps extends DialogProps<number> {
  user: UserDetail;
}

const Removal = ({ user, onClose, onDone }: RemovalProps) => {
  const remove = useRemoveFactors(user.User_Id);
  const form = useZodForm(removal, { reason: '' });

  return (
    <FormDialog
      title={
        <>
          Remove the second factors of <bdi>{nameWithNumber(user)}</bdi>?
        </>
      }
      description="All passkeys, the authenticator app and the recovery codes go, and every session ends. The password alone then signs in."
      firstField="reason"
      submitLabel="Remove factors"
      submitPalette="red"
      refusal="Nothing was removed"
      form={form}
      save={remove}
      inputOf={(ready) => ready}
      onSaved={onDone}
      onClose={onClose}
    >
      <Text textStyle="sm">
        First make sure that it is really {user.User_Name} who asks, such as by a call to a number that you
        know.
      </Text>
      <FormField
        label="Reason"
        error={form.formState.errors.reason?.message}
        hint="Stands in the audit log, such as how you knew who asked"
        isRequired
      >
        <Input size="sm" autoComplete="off" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
};

/** Asks for the reason before another person's factors, which are lost, are removed (D47). */
export const RemoveFactorsDialog = (props: DialogProps<number>) => {
  const { subject: userId, title, onClose } = props;
  const user = useKept(useQuery(userQuery(userId)).data);
  const isOwn = useIsOwn(userId);

  if (isOwn) {
    return (
      <RefusedDialog title={title} why="These are your own factors" onClose={onClose}>
        You change them in your profile, under Sign-in and security.
      </RefusedDialog>
    );
  }
  if (!user) {
    return (
      <Modal title={title} onClose={onClose}>
        <UserDialogBody userId={userId} onClose={onClose}>
          {() => null}
        </UserDialogBody>
      </Modal>
    );
  }
  if (!hasFactors(user.factors)) {
    return <RefusedDialog title={title} why="This user has no second factor" onClose={onClose} />;
  }

  return <Removal {...props} user={user} />;
};
