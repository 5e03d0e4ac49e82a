import { Badge, type BadgeProps, chakra, HStack, Text } from '@chakra-ui/react';
import { Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { CLOSED, OPEN, PENDING, RESOLVED, wordPriority, wordStatus } from '#shared/ticket-codes.ts';
import { readDue } from './ticket-times.ts';

const STATUS_PALETTES: Record<number, string> = {
  [OPEN]: 'brand',
  [PENDING]: 'orange',
  [RESOLVED]: 'green',
  [CLOSED]: 'gray',
};

export const TicketStatusBadge = ({ status }: Pick<Ticket, 'status'>) => (
  <Badge size="sm" colorPalette={STATUS_PALETTES[status] ?? 'gray'}>
    {wordStatus(status)}
  </Badge>
);

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

interface TicketMarksProps {
  ticket: Ticket;
  /** In ms. */
  now: number;
}

/**
 * Badges shown next to the status. 'Not sent' is not among them: for a ticket that was given up it replaces the status.
 */
export const TicketMarks = ({ ticket, now }: TicketMarksProps) => {
  const due = readDue(ticket, now);
  const isWaiting = ticket.delivery === 'waiting';
  if (!due && !ticket.is_escalated && !isWaiting) {
    return null;
  }

  return (
    <HStack gap="1.5" flexWrap="wrap">
      {isWaiting && <DeliveryMark delivery="waiting" />}
      {ticket.is_escalated && <Mark palette="orange">Escalated</Mark>}
      {due?.isOverdue && (
        <Mark icon={TriangleAlert} palette="red">
          Overdue
        </Mark>
      )}
      {due && !due.isOverdue && <chakra.span textStyle="detail.number">{due.text}</chakra.span>}
    </HStack>
  );
};

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
