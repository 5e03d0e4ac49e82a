import { Button, HStack, IconButton } from '@chakra-ui/react';
import { Eye, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { UserListRow } from '#shared/contract/users.ts';
import { fullName } from '../../lib/full-name.ts';

export interface UserRowProps {
  user: UserListRow;
  /** Returns the address that opens this over the list. */
  addressOf: (parameter: string, id: number) => string;
}

/** View, Edit, Reset Password and Delete of one user: each is an address, so each is a link. */
export const UserActions = ({ user, addressOf }: UserRowProps) => {
  const id = user.User_Id;
  const name = fullName(user);

  return (
    <HStack gap="1" justify="flex-end">
      <Button asChild size="xs" variant="outline">
        <a href={addressOf('client', id)} aria-label={`View ${name}`}>
          <Eye /> View
        </a>
      </Button>
      <IconButton asChild size="xs" variant="ghost" title="Edit">
        <a href={addressOf('edit', id)} aria-label={`Edit ${name}`}>
          <Pencil />
        </a>
      </IconButton>
      <IconButton asChild size="xs" variant="ghost" title="Reset Password">
        <a href={addressOf('reset', id)} aria-label={`Reset Password of ${name}`}>
          <KeyRound />
        </a>
      </IconButton>
      <IconButton asChild size="xs" variant="ghost" colorPalette="red" title="Delete">
        <a href={addressOf('delete', id)} aria-label={`Delete ${name}`}>
          <Trash2 />
        </a>
      </IconButton>
    </HStack>
  );
};
