import { chakra, SimpleGrid } from '@chakra-ui/react';
import { CircleDot, Inbox, Timer } from 'lucide-react';
import { RESPONSE_TARGET } from '#shared/brand.ts';
import type { SupportStatus } from '#shared/contract/tickets.ts';
import { StatCard } from '../../../components/facts/stat-card.tsx';
import { wordMinutes } from '../ticket-times.ts';

const UNKNOWN = '–';

const TARGET = { value: RESPONSE_TARGET, detail: 'Our target' };
const UNREAD = { value: undefined, detail: '\u00A0' };

const responseOf = (minutes: number | null | undefined) =>
  typeof minutes === 'number'
    ? {
        // Words, which need not be as large as a count.
        value: (
          <chakra.span textStyle={{ base: 'number.sm', md: 'number.md' }} lineHeight="1">
            {wordMinutes(minutes)}
          </chakra.span>
        ),
        detail: 'To the first answer',
      }
    : TARGET;

interface SupportStatsProps {
  status: SupportStatus | undefined;
  /** True if the figures could not be read. */
  isUnknown: boolean;
}

export const SupportStats = ({ status, isUnknown }: SupportStatsProps) => {
  const unread = isUnknown ? UNKNOWN : undefined;
  const response = status || isUnknown ? responseOf(status?.averageFirstResponseMinutes) : UNREAD;

  return (
    <SimpleGrid columns={3} gap={{ base: '2', md: '4' }}>
      <StatCard isLow label="Total Tickets" icon={Inbox} value={status?.total ?? unread} />
      <StatCard isLow label="Open Tickets" icon={CircleDot} value={status?.open ?? unread} />
      <StatCard isLow label="Avg Response" icon={Timer} {...response} />
    </SimpleGrid>
  );
};
