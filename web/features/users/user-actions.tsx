import { Button, HStack, IconButton } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Eye, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { UserListRow } from '#shared/contract/users.ts';
import { fullName } from '../../lib/full-name.ts';

/** View, Edit, Reset Password and Delete of one user: each is an address, so each is a link. */
export const UserActions = ({ user }: { user: UserListRow }) => {
  const id = user.User_Id;
  const name = fullName(user);

  return (
    <HStack gap="1" justify="flex-end">
      <Button asChild size="xs" variant="outline">
        <Link
          from="/admin"
          to="/admin"
          search={(shown) => ({ ...shown, client: id, tab: undefined })}
          aria-label={`View ${name}`}
        >
          <Eye /> View
        </Link>
      </Button>
      <IconButton asChild size="xs" variant="ghost" title="Edit">
        <Link
          from="/admin"
          to="/admin"
          search={(shown) => ({ ...shown, edit: id })}
          aria-label={`Edit ${name}`}
        >
          <Pencil />
        </Link>
      </IconButton>
      <IconButton asChild size="xs" variant="ghost" title="Reset Password">
        <Link
          from="/admin"
          to="/admin"
          search={(shown) => ({ ...shown, reset: id })}
          aria-label={`Reset Password of ${name}`}
        >
          <KeyRound />
        </Link>
      </IconButton>
      <IconButton asChild size="xs" variant="ghost" colorPalette="red" title="Delete">
        <Link
          from="/admin"
          to="/admin"
          search={(shown) => ({ ...shown, delete: id })}
          aria-label={`Delete ${name}`}
        >
          <Trash2 />
        </Link>
      </IconButton>
    </HStack>
  );
};
