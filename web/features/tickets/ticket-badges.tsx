import { Badge, type BadgeProps, chakra, HStack, Text } from '@chakra-ui/react';
import { Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { CLOSED, OPEN, PENDING, RESOLVED, wordPriority, wordStatus } from '#shared/tickets/ticket-codes.ts';
import { isWaitingForClient, wordWaiting } from './ticket-waiting.ts';

const STATUS_PALETTES: Record<number, string> = {
  [OPEN]: 'brand',
  [PENDING]: 'orange',
  [RESOLVED]: 'green',
  [CLOSED]: 'gray',
};

/** A status that the specification does not name is no badge, because it tells a client nothing. */
export const TicketStatusBadge = ({ status }: Pick<Ticket, 'status'>) =>
  STATUS_PALETTES[status] ? (
    <Badge size="sm" colorPalette={STATUS_PALETTES[status]}>
      {wordStatus(status)}
    </Badge>
  ) : (
    <Text as="span" textStyle="detail">
      {wordStatus(status)}
    </Text>
  );

/** Says who has to act next, if that is known. */
export const WaitingWords = ({ ticket }: { ticket: Pick<Ticket, 'status' | 'delivery'> }) => {
  const words = wordWaiting(ticket);

  return (
    words && (
      <Text
        as="span"
        textStyle="xs"
        whiteSpace="nowrap"
        {...(isWaitingForClient(ticket) ? { fontWeight: 'semibold' } : { color: 'fg.muted' })}
      >
        {words}
      </Text>
    )
  );
};

const PRIORITY_COLORS: Record<number, string> = { 3: 'fg.warning', 4: 'fg.error' };

export const TicketPriority = ({ priority }: Pick<Ticket, 'priority'>) => (
  <chakra.span
    color={PRIORITY_COLORS[priority]}
    fontWeight={PRIORITY_COLORS[priority] ? 'semibold' : undefined}
  >
    {wordPriority(priority)}
  </chakra.span>
);

interface MarkProps {
  icon?: LucideIcon;
  palette: NonNullable<BadgeProps['colorPalette']>;
  children: ReactNode;
}

const Mark = ({ icon: Icon, palette, children }: MarkProps) => (
  <Badge size="sm" colorPalette={palette}>
    {Icon && <Icon size={12} aria-hidden />}
    {children}
  </Badge>
);

type Sending = Pick<Ticket, 'delivery' | 'delivery_error'>;

/** The delivery state of a ticket or a reply that is not at the helpdesk; nothing for one that is. */
export const DeliveryMark = ({ delivery }: Pick<Sending, 'delivery'>) => {
  if (delivery === 'sent') {
    return null;
  }

  return delivery === 'waiting' ? (
    <Mark icon={Clock} palette="orange">
      Waiting to be sent
    </Mark>
  ) : (
    <Mark icon={TriangleAlert} palette="red">
      Not sent
    </Mark>
  );
};

/** Says why the delivery was given up, if it was. */
export const DeliveryError = ({ delivery, delivery_error }: Sending) =>
  delivery === 'failed' &&
  delivery_error && (
    <Text textStyle="xs" color="fg.error" overflowWrap="anywhere">
      {delivery_error}
    </Text>
  );

/** Tags, each in a `bdi`, because an agent of the helpdesk may add any text, such as right-to-left text. */
export const TicketTags = ({ tags, label = 'Tags' }: { tags: readonly string[]; label?: string }) =>
  tags.length > 0 && (
    <HStack as="ul" aria-label={label} listStyleType="none" gap="1" flexWrap="wrap">
      {tags.map((tag) => (
        <Badge
          as="li"
          key={tag}
          size="sm"
          variant="outline"
          colorPalette="gray"
          maxW="100%"
          height="auto"
          minH="5"
          whiteSpace="normal"
          borderRadius="0.625rem"
        >
          <chakra.bdi overflowWrap="anywhere" minW="0">
            {tag}
          </chakra.bdi>
        </Badge>
      ))}
    </HStack>
  );
