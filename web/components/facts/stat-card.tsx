import { Box, Button, Card, HStack, Skeleton, Text } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { wordReadError } from '../../lib/reads/api-error.ts';
import { useIsJoined } from '../loading/joined-failures.tsx';

interface StatCardProps {
  label: string;
  icon?: LucideIcon;
  /** Undefined while it is loading. */
  value: ReactNode;
  /** True if the value is an amount of money, which needs more room on a phone. */
  isAmount?: boolean;
  /** True if a phone shows it as a low cell without its detail. */
  isLow?: boolean;
  detail?: ReactNode;
  /** The target of a click on the detail. */
  detailLink?: LinkProps;
  /** True if somebody has to act on it. */
  isLoud?: boolean;
  /** The target of a click on the card, here or at another site. */
  link?: LinkProps | { href: string };
  /** The read that failed. */
  failure?: { error: Error; onRetry: () => void } | undefined;
}

/** Extends the label, which is the link, over the whole card. */
const CARD_LINK = {
  '& a:not([data-own-place])::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' },
  '& a:hover': { textDecoration: 'underline' },
  '& a:not([data-own-place]):focus-visible': { outline: 'none' },
  // Above the link that covers the card.
  '& a[data-own-place]': { position: 'relative', zIndex: '1', textDecoration: 'underline' },
  '& button': { position: 'relative', zIndex: '1' },
  '& a:focus-visible::after': { outline: '2px solid', outlineColor: 'brand.focusRing' },
};

const LinkedLabel = ({ link, label }: { link: NonNullable<StatCardProps['link']>; label: string }) =>
  'href' in link ? (
    <a href={link.href} target="_blank" rel="noreferrer">
      {label}
    </a>
  ) : (
    <Link {...link}>{label}</Link>
  );

/** Says in the place of the figure that it could not be read. */
const Failure = ({ label, failure }: { label: string; failure: NonNullable<StatCardProps['failure']> }) => {
  const isJoined = useIsJoined(failure.error, failure.onRetry);
  if (isJoined) {
    return <Text textStyle="sm">Could not be read.</Text>;
  }

  return (
    <Box role="alert">
      <Text textStyle="sm">Could not be read.</Text>
      <Text textStyle="detail">{wordReadError(failure.error)}</Text>
      <Button size="xs" variant="outline" mt="2" aria-label={`Try again: ${label}`} onClick={failure.onRetry}>
        Try again
      </Button>
    </Box>
  );
};

/** One figure with its name and a line that puts it into perspective. */
export const StatCard = ({
  label,
  icon: Icon,
  value,
  isAmount = false,
  isLow = false,
  detail,
  detailLink,
  isLoud,
  link,
  failure,
}: StatCardProps) => (
  <Card.Root
    size="sm"
    variant="outline"
    {...(link &&
      !failure && { position: 'relative', css: CARD_LINK, _hover: { borderColor: 'border.emphasized' } })}
  >
    <Card.Body
      gap={{ base: isLow ? '0' : '1', md: '1' }}
      py={{ base: isLow ? '2' : '3', md: '4' }}
      {...(isLow && { px: { base: '2.5', md: '4' } })}
    >
      <HStack justify="space-between" color="fg.muted">
        <Text textStyle={{ base: isLow ? 'xs' : 'sm', md: 'sm' }} fontWeight="medium">
          {link && !failure ? <LinkedLabel link={link} label={label} /> : label}
        </Text>
        {Icon && (
          <Box as={Icon} boxSize="4" hideBelow="sm" color={isLoud ? 'fg.error' : undefined} aria-hidden />
        )}
      </HStack>
      {failure && <Failure label={label} failure={failure} />}
      {!failure && value === undefined && (
        <Skeleton
          height={{ base: isLow ? '6' : '1.875rem', md: '8' }}
          width="16"
          css={{ animationDelay: '200ms' }}
        />
      )}
      {!failure && value !== undefined && (
        <Box
          textStyle={{ base: isAmount || isLow ? 'number.md' : 'number.xl', md: 'number.2xl' }}
          fontWeight="bold"
          overflowWrap="anywhere"
          color={isLoud ? 'fg.error' : undefined}
        >
          {typeof value === 'number' ? formatCount(value) : value}
        </Box>
      )}
      {detail && !failure && (
        <Text textStyle="detail" hideBelow={isLow ? 'md' : undefined}>
          {detailLink && value !== undefined ? (
            <Link {...detailLink} data-own-place>
              {detail}
            </Link>
          ) : (
            detail
          )}
        </Text>
      )}
    </Card.Body>
  </Card.Root>
);
