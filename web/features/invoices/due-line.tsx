import { chakra, Icon } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { describeDayAhead, formatDateShort } from '#shared/dates.ts';
import { isPast } from '#shared/due-dates.ts';

const Line = chakra('p', { base: { textStyle: 'detail.number' } });

/** The day on which something that is owed is due; says in words if it is overdue. */
export const DueLine = ({ day }: { day: string }) => {
  const date = formatDateShort(day);
  if (!isPast(day, new Date())) {
    const ahead = describeDayAhead(day, new Date());

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
