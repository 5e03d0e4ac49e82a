import { Box, Card, HStack, Skeleton, Text } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';

interface StatCardProps {
  label: string;
  icon?: LucideIcon;
  /** Undefined while it is loading. */
  value: ReactNode;
  detail?: ReactNode;
  /** The target of a click on the card. */
  link?: LinkProps;
}

/** Extends the label, which is the link, over the whole card. */
const CARD_LINK = {
  '& a::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: '2px solid', outlineColor: 'brand.focusRing' },
};

/** One figure with its name and a line that puts it into perspective. */
export const StatCard = ({ label, icon: Icon, value, detail, link }: StatCardProps) => (
  <Card.Root size="sm" variant="outline" {...(link && { position: 'relative', css: CARD_LINK })}>
    <Card.Body gap="1" py={{ base: '3', md: '4' }}>
      <HStack justify="space-between" color="fg.muted">
        <Text textStyle="sm" fontWeight="medium">
          {link ? <Link {...link}>{label}</Link> : label}
        </Text>
        {Icon && <Box as={Icon} boxSize="4" hideBelow="sm" aria-hidden />}
      </HStack>
      {value === undefined ? (
        <Skeleton height={{ base: '1.875rem', md: '8' }} width="16" css={{ animationDelay: '200ms' }} />
      ) : (
        <Box textStyle={{ base: 'number.xl', md: 'number.2xl' }} fontWeight="bold">
          {typeof value === 'number' ? formatCount(value) : value}
        </Box>
      )}
      {detail && <Text textStyle="detail">{detail}</Text>}
    </Card.Body>
  </Card.Root>
);
