import { chakra, Dialog } from '@chakra-ui/react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { UserDetail } from '#shared/contract/users.ts';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { type EditConflict, EditConflictNotice } from '../../components/dialog/edit-conflict.tsx';
import { useUnsavedWork } from '../../components/dialog/unsaved-work.tsx';
import { compareEdits } from '../../lib/forms/compare-edits.ts';
import { useDraft } from '../../lib/forms/drafts.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useUpdateUser } from './mutations.ts';
import { useIsOwn } from './use-is-own.ts';
import { USER_FIELD_LABELS, USER_FIELDS, type UserField } from './user-fields.ts';
import { changedFields, currentUserOf, type UserForm, userForm, userFormValues } from './user-form.ts';
import { UserFormFields } from './user-form-fields.tsx';

interface EditUserFormProps {
  user: UserDetail;
  firstField?: UserField | undefined;
  onClose: () => void;
  onSaved: () => void;
}

export const EditUserForm = ({ user, firstField, onClose, onSaved }: EditUserFormProps) => {
  /** The user that the edit is based on; replaced if someone else has saved meanwhile. */
  const [base, setBase] = useState(user);
  const [conflict, setConflict] = useState<EditConflict<UserForm>>();
  const form = useZodForm(userForm, userFormValues(user));
  useDraft(`user-${user.User_Id}`, form);
  const update = useUpdateUser(user.User_Id);
  const isOwn = useIsOwn(user.User_Id);
  const unsavedWork = useUnsavedWork(form.formState.isDirty);

  const rebase = (current: UserDetail) => {
    const mine = form.getValues();
    const theirs = userFormValues(current);
    const { taken, contested } = compareEdits(USER_FIELDS, userFormValues(base), mine, theirs);

    for (const field of taken) {
      form.setValue(field, theirs[field]);
    }
    setConflict({ taken, contested, mine, theirs });
    setBase(current);
  };

  const save = form.handleSubmit((edited) => {
    const changes = changedFields(base, edited);
    const close = () => {
      unsavedWork.release();
      onSaved();
    };
    if (Object.keys(changes).length === 0) {
      return close();
    }

    update.mutate(
      { ...changes, version: base.version },
      {
        onSuccess: close,
        onError: (error) => {
          showFieldErrors(form, error);
          const current = currentUserOf(error);
          if (current) {
            rebase(current);
          }
        },
      },
    );
  });

  return (
    <FormProvider {...form}>
      <chakra.form display="contents" noValidate onSubmit={save}>
        <Dialog.Body>
          {conflict && (
            <EditConflictNotice
              conflict={conflict}
              title="Compare their edit with yours"
              labels={USER_FIELD_LABELS}
            />
          )}
          <UserFormFields
            owNumber={user.OWNumber}
            ownEmail={isOwn ? base.User_Email : undefined}
            firstField={firstField}
          />
        </Dialog.Body>
        <DialogFooter onCancel={onClose} isBusy={update.isPending}>
          Save changes
        </DialogFooter>
      </chakra.form>
      {unsavedWork.guard}
    </FormProvider>
  );
};
