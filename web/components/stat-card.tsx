import { Box, Card, HStack, Skeleton, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';

interface StatCardProps {
  label: string;
  icon?: LucideIcon;
  /** Undefined while it is read. */
  value: ReactNode;
  detail?: ReactNode;
}

/** One figure with its name, and a line that puts it in proportion. */
export const StatCard = ({ label, icon: Icon, value, detail }: StatCardProps) => (
  <Card.Root size="sm" variant="outline">
    <Card.Body gap="1" py={{ base: '3', md: '4' }}>
      <HStack justify="space-between" color="fg.muted">
        <Text textStyle="sm" fontWeight="medium">
          {label}
        </Text>
        {Icon && <Box as={Icon} boxSize="4" hideBelow="sm" aria-hidden />}
      </HStack>
      {value === undefined ? (
        <Skeleton height={{ base: '7.5', md: '8' }} width="16" css={{ animationDelay: '200ms' }} />
      ) : (
        <Box textStyle={{ base: 'number.xl', md: 'number.2xl' }} fontWeight="bold">
          {typeof value === 'number' ? formatCount(value) : value}
        </Box>
      )}
      {detail && <Text textStyle="detail">{detail}</Text>}
    </Card.Body>
  </Card.Root>
);
