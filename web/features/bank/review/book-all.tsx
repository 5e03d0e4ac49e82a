import { Button, chakra, Flex, Progress, Text, VisuallyHidden } from '@chakra-ui/react';
import { CheckCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { lazyDialog } from '../../../components/dialog/lazy-dialog.tsx';
import { toast } from '../../../lib/browser/toast.ts';
import { countLines } from '../file-words.ts';
import { useReadsAfterBooking } from './mutations.ts';
import { useReviewKeys } from './review-keys.ts';

const BookAllDialog = lazyDialog(() => import('./book-all-dialog.tsx'), 'BookAllDialog', {
  title: 'Book all certain lines?',
});

/** Where the counts stood when the job began. */
interface Begun {
  ordered: number;
  booked: number;
}

const begunWith = ({ counts }: BankFile): Begun => ({ ordered: counts.ordered, booked: counts.booked });

/** What a job has booked: '72 lines booked. 2 were no longer certain.' */
const wordOutcome = (begun: Begun, { counts }: BankFile): string => {
  const booked = Math.min(begun.ordered, Math.max(0, counts.booked - begun.booked));
  const others = begun.ordered - booked;
  const words = `${countLines(booked)} booked.`;

  return others === 0
    ? words
    : `${words} ${formatCount(others)} ${others === 1 ? 'was' : 'were'} no longer certain.`;
};

/** Follows the job that books the certain lines of a file, from the press or from the middle. */
export const useBookAll = (file: BankFile | undefined) => {
  const [begun, setBegun] = useState<Begun>();
  const [outcome, setOutcome] = useState({ words: '', booked: 0 });
  const [isAsking, setIsAsking] = useState(false);
  const reads = useReadsAfterBooking();
  const isBooking = file?.state === 'booking';
  if (isBooking && !begun) {
    setBegun(begunWith(file));
  }

  const onStep = useEffectEvent(() => {
    if (begun && file && !isBooking) {
      const words = wordOutcome(begun, file);
      setOutcome({ words, booked: file.counts.booked });
      toast({ title: words.replace(/\.$/, ''), tone: 'success' });
      setBegun(undefined);
      reads.everything();
    } else if (begun) {
      reads.lines();
    }
  });
  const ordered = file?.counts.ordered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of the job is a change of these.
  useEffect(() => onStep(), [isBooking, ordered]);

  return {
    begun,
    /** Until other lines are booked, because then the count of the head says more. */
    outcome: file?.counts.booked === outcome.booked ? outcome.words : '',
    isAsking,
    ask: () => setIsAsking(file !== undefined && !isBooking && file.counts.certain > 0),
    dismiss: () => setIsAsking(false),
    onOrdered: (started: BankFile) => {
      setOutcome({ words: '', booked: 0 });
      setBegun(begunWith(started));
      setIsAsking(false);
    },
  };
};

/** What 'Book all' books: 'all 74 certain · R 33 450,00'. */
const wordAll = ({ counts, sums }: BankFile): string =>
  `${counts.certain === 1 ? '' : 'all '}${formatCount(counts.certain)} certain · ${formatAmount(sums.certain)}`;

interface BookAllProps {
  file: BankFile;
  job: ReturnType<typeof useBookAll>;
}

/** Books all certain lines of a file by one press, and says how far that is. */
export const BookAll = ({ file, job }: BookAllProps) => {
  const { begun, outcome, isAsking } = job;
  const left = file.counts.ordered;
  const done = begun ? Math.max(0, begun.ordered - left) : 0;

  useReviewKeys({ A: job.ask });

  return (
    <Flex flexShrink="0" align="center" _print={{ display: 'none' }}>
      {begun ? (
        <Progress.Root
          value={done}
          max={Math.max(1, begun.ordered)}
          size="sm"
          colorPalette="brand"
          width={{ base: '9rem', md: '16rem' }}
        >
          <Flex justify="space-between" mb="1" gap="3">
            <Progress.Label>
              Booking<chakra.span hideBelow="md"> the certain lines</chakra.span>
            </Progress.Label>
            <Text textStyle="number.sm" aria-live="polite">
              {formatCount(done)} of {formatCount(begun.ordered)}
            </Text>
          </Flex>
          <Progress.Track borderRadius="full">
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      ) : (
        file.counts.certain > 0 && (
          <Button
            size="sm"
            minH={{ base: '11', md: '9' }}
            aria-label={`Book ${wordAll(file)}`}
            aria-keyshortcuts="A"
            onClick={job.ask}
          >
            <CheckCheck aria-hidden />
            <span>
              Book <chakra.span hideFrom="md">{formatCount(file.counts.certain)} certain</chakra.span>
              <chakra.span hideBelow="md">{wordAll(file)}</chakra.span>
            </span>
          </Button>
        )
      )}
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
      {isAsking && <BookAllDialog file={file} onOrdered={job.onOrdered} onClose={job.dismiss} />}
    </Flex>
  );
};
