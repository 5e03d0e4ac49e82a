import { Avatar, Box, Button, Menu, Portal, Text } from '@chakra-ui/react';
import { ChevronDown, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { fullName } from '../lib/full-name.ts';
import { useLogOut, useUser } from '../lib/session.ts';

const ROLE_LABELS = { admin: 'Administrator', client: 'Client' } as const;

/** Who is signed in, and the way out; an area may add entries of its own above 'Log out'. */
export const AccountMenu = ({ children }: { children?: ReactNode }) => {
  const user = useUser();
  const logOut = useLogOut();
  const name = fullName(user);

  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button
          variant="ghost"
          colorPalette="gray"
          h="11"
          px={{ base: '1.5', md: '2' }}
          aria-label={`Account: ${name}`}
        >
          <Avatar.Root size="sm" colorPalette="brand" variant="solid">
            <Avatar.Fallback name={name} />
          </Avatar.Root>
          <Box display={{ base: 'none', md: 'block' }} textAlign="start" maxW="11rem">
            <Text truncate lineHeight="1.25">
              {name}
            </Text>
            <Text truncate textStyle="xs" color="fg.muted" fontWeight="normal">
              {ROLE_LABELS[user.user_role]}
            </Text>
          </Box>
          <Box as={ChevronDown} display={{ base: 'none', md: 'block' }} aria-hidden />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="15rem">
            <Box px="2" py="2">
              <Text fontWeight="semibold" textStyle="sm" truncate>
                {name}
              </Text>
              <Text textStyle="xs" color="fg.muted" truncate>
                {user.User_Email}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {user.OWNumber}
              </Text>
            </Box>
            <Menu.Separator />
            {children}
            <Menu.Item value="log-out" onSelect={() => logOut.mutate()} minH="9">
              <LogOut size={16} aria-hidden />
              Log out
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};
