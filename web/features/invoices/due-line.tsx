import { chakra, Icon } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { describeDayAhead, formatDateShort } from '#shared/dates.ts';
import { isPast } from '#shared/invoices/due-dates.ts';

const Line = chakra('p', { base: { textStyle: 'detail.number' } });

interface DueLineProps {
  day: string;
  /** Writes the day as the dates next to it are written. */
  format?: (day: string, now: Date) => string;
}

/** The day on which something that is owed is due; says in words if it is overdue. */
export const DueLine = ({ day, format = formatDateShort }: DueLineProps) => {
  const now = new Date();
  const date = format(day, now);
  if (!isPast(day, now)) {
    const ahead = describeDayAhead(day, now);

    return (
      <Line>
        Due {date}
        {ahead && ` (${ahead})`}
      </Line>
    );
  }

  return (
    <Line color="fg.error" fontWeight="medium">
      <Icon as={TriangleAlert} boxSize="3.5" me="1" mb="-0.5" aria-hidden />
      Overdue since {date}
    </Line>
  );
};
