import { Badge } from '@chakra-ui/react';
import { type Answered, useIsNewAnswer } from './answers-seen.ts';

/** The mark of a ticket with an answer that was not seen yet. */
export const NewAnswer = () => (
  <Badge size="sm" variant="solid" colorPalette="brand" title="You have not opened it in this browser since">
    New answer
  </Badge>
);

interface AnyNewAnswerProps {
  userId: number;
  answered: readonly Answered[];
}

/** The same mark, if one of these tickets has such an answer. */
export const AnyNewAnswer = ({ userId, answered }: AnyNewAnswerProps) =>
  answered.some(useIsNewAnswer(userId, answered)) && <NewAnswer />;
