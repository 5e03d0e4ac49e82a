import { Alert, Button, chakra, Dialog, Input, Link, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, Link as RouterLink } from '@tanstack/react-router';
import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import { wordToSettle } from '#shared/invoices/ledger-words.ts';
import { BACKUP_DAYS } from '#shared/retention.ts';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { ApiError, isConflict, wordNextStep } from '../../lib/reads/api-error.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { useDeleteUser } from './mutations.ts';
import { userQuery } from './queries.ts';
import { linkToRecord, linkToRefund, linkToStatus } from './user-acts.ts';
import { UserDialogBody } from './user-dialog-body.tsx';

/** The codes with which the deletion of an account that is not settled is refused. */
type SettleCode = 'has_credit' | 'owes';

const Points = chakra('ul', { base: { listStyle: 'disc', ps: '5', color: 'fg.muted' } });

const Way = ({ link, children }: { link: LinkProps; children: ReactNode }) => (
  <Link asChild variant="underline">
    <RouterLink {...link}>{children}</RouterLink>
  </Link>
);

/** The ways to settle an account, so that it may be deleted. */
const Ways = ({ code, user: { User_Id, OWNumber } }: { code: SettleCode; user: UserDetail }) =>
  code === 'has_credit' ? (
    <Way link={linkToRefund(User_Id)}>Refund credit</Way>
  ) : (
    <>
      <Way link={linkToAdmin({ section: 'debtors', search: OWNumber })}>Write off all of it</Way> or{' '}
      <Way link={linkToRecord(User_Id, 'invoices')}>credit an invoice</Way>
    </>
  );

/** Says what must happen first, with the ways to it. */
const Balance = ({ user }: { user: UserDetail }) => {
  const toSettle = wordToSettle(user.User_Debit);

  return (
    <Alert.Root status={toSettle ? 'warning' : 'info'}>
      <Alert.Indicator />
      <Alert.Title>
        {toSettle ? (
          <>
            {toSettle} <Ways code={user.User_Debit > 0 ? 'has_credit' : 'owes'} user={user} />
          </>
        ) : (
          'This client owes nothing and has no credit.'
        )}
      </Alert.Title>
    </Alert.Root>
  );
};

/** Offers what keeps all data and can be undone. */
const Instead = ({ user: { User_Id, User_Status } }: { user: UserDetail }) =>
  User_Status === 1 && (
    <Text>
      To end the access and keep the rest,{' '}
      <Link asChild variant="underline">
        <RouterLink {...linkToStatus(User_Id)}>deactivate instead</RouterLink>
      </Link>
      .
    </Text>
  );

const Consequences = ({ user }: { user: UserDetail }) => (
  <Stack gap="3">
    <Text overflowWrap="anywhere">
      The account of <b>{user.User_Email}</b> and all its data are deleted for good.
    </Text>
    <div>
      <Text fontWeight="semibold">What goes</Text>
      <Points>
        <li>The account, its sessions and its password</li>
        <li>All services</li>
        <li>The activity list</li>
        <li>Support tickets, here and at the helpdesk, and messages that still wait to be sent</li>
        <li>The contact at the helpdesk</li>
      </Points>
    </div>
    <div>
      <Text fontWeight="semibold">What stays</Text>
      <Points>
        <li>Issued invoices: they are tax records, kept for eight years with their PDFs</li>
        <li>
          Payments and the other entries of the account with their reasons and references: eight years after
          the last one, without notes. No name stays beside them, but for the bank's own words of payments,
          which may hold a name
        </li>
        <li>The age analyses of closed months keep number, name and amounts for eight years</li>
        <li>The audit log</li>
        <li>Backups of the database: they end after {BACKUP_DAYS} days, and hold the account until then</li>
      </Points>
    </div>
    <Balance user={user} />
  </Stack>
);

const settleCodeOf = (error: Error): SettleCode | undefined =>
  error instanceof ApiError && (error.code === 'has_credit' || error.code === 'owes')
    ? error.code
    : undefined;

const wordNext = (error: Error) =>
  isConflict(error)
    ? 'Nothing was deleted. Only another administrator can delete this account.'
    : wordNextStep(error);

interface DeleteUserFormProps {
  user: UserDetail;
  field: RefObject<HTMLInputElement | null>;
  onDeleted: () => void;
  onClose: () => void;
}

const DeleteUserForm = ({ user, field, onDeleted, onClose }: DeleteUserFormProps) => {
  const [typed, setTyped] = useState('');
  const [mismatch, setMismatch] = useState<string>();
  const deleteUser = useDeleteUser(user.User_Id, onDeleted);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim().toUpperCase() !== user.OWNumber.toUpperCase()) {
      setMismatch(`This is not ${user.OWNumber}. Nothing was deleted.`);
      field.current?.focus();
      return;
    }

    deleteUser.mutate();
  };

  const isSettled = user.User_Debit === 0;
  const settleCode = deleteUser.error ? settleCodeOf(deleteUser.error) : undefined;

  return (
    <chakra.form display="contents" onSubmit={submit}>
      <Dialog.Body>
        <Consequences user={user} />
        <Stack mt="4" gap="3">
          <Instead user={user} />
          {isSettled && (
            <FormField label={`Type ${user.OWNumber} to confirm`} error={mismatch}>
              <Input
                ref={field}
                size="sm"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                  setMismatch(undefined);
                }}
              />
            </FormField>
          )}
          {isSettled && deleteUser.error && (
            <Alert.Root status="error" size="sm">
              <Alert.Indicator />
              <Alert.Title>
                {settleCode ? (
                  <>
                    <Ways code={settleCode} user={user} /> first, then delete the user.
                  </>
                ) : (
                  wordNext(deleteUser.error)
                )}
              </Alert.Title>
            </Alert.Root>
          )}
        </Stack>
      </Dialog.Body>
      {isSettled ? (
        <DialogFooter onCancel={onClose} colorPalette="red" isBusy={deleteUser.isPending}>
          Delete user
        </DialogFooter>
      ) : (
        <Dialog.Footer>
          <Button size="sm" variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </Dialog.Footer>
      )}
    </chakra.form>
  );
};

const findTitle = () => {
  const title = document.querySelector<HTMLElement>('[role=alertdialog] [data-part=title]');
  title?.setAttribute('tabindex', '-1');

  return title;
};

/** Lists what will be deleted and what will be kept, and asks for the OW number before it deletes. */
export const DeleteUserDialog = ({ subject: userId, onClose, onDone }: DialogProps<number>) => {
  const { data: user } = useQuery(userQuery(userId));
  const field = useRef<HTMLInputElement>(null);
  const isDeleted = useRef(false);
  const closeDeleted = () => {
    isDeleted.current = true;
    onDone();
  };

  return (
    <Modal
      key={user?.User_Id}
      // The title stays in view where the text has to be scrolled for the field.
      title={<>Delete {user ? <bdi>{nameWithNumber(user)}</bdi> : 'user'}?</>}
      role="alertdialog"
      size="md"
      onClose={onClose}
      // The field stands below the text, to which one would have to scroll back.
      initialFocus={findTitle}
      // The button that opened the dialog disappears with the user's row.
      finalFocus={() => (isDeleted.current ? document.querySelector('h1') : null)}
    >
      <UserDialogBody userId={userId} onClose={onClose}>
        {(user) => <DeleteUserForm user={user} field={field} onDeleted={closeDeleted} onClose={onClose} />}
      </UserDialogBody>
    </Modal>
  );
};
