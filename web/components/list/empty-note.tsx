import { Center, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyNoteProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Says what will appear here. */
  children?: ReactNode;
  /** The single next step. */
  action?: ReactNode;
}

/** Shown instead of a list that is still empty. */
export const EmptyNote = ({ icon: Icon, title, children, action }: EmptyNoteProps) => (
  <Center flexDirection="column" gap="2" py="10" px="6" textAlign="center">
    <Center boxSize="10" mb="1" borderRadius="full" bg="bg.muted" color="fg.muted" aria-hidden>
      <Icon size={20} />
    </Center>
    <Text fontWeight="semibold" textWrap="balance">
      {title}
    </Text>
    {children && (
      <Text textStyle="sm" color="fg.muted" maxW="26rem" textWrap="balance">
        {children}
      </Text>
    )}
    {action}
  </Center>
);
