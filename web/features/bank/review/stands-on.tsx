import { Text } from '@chakra-ui/react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { wordClosedDay } from '../../../lib/money/closed-day.ts';

interface StandsOnProps {
  line: Pick<BankLine, 'date' | 'standsOn'>;
  /** What will stand there, as the subject of the sentence. */
  what?: string;
}

/** The day on which what is written of a line will stand, if its month is closed (D70). */
export const StandsOn = ({ line: { date, standsOn }, what = 'it' }: StandsOnProps) => {
  const words = wordClosedDay(what, date, standsOn, new Date());

  return words === undefined ? null : <Text textStyle="sm">{words}</Text>;
};
