import {
  Alert,
  Box,
  Button,
  chakra,
  Flex,
  Icon,
  Kbd,
  Skeleton,
  Stack,
  Link as StyledLink,
  Text,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { wordNewcomer } from '#shared/bank/newcomer-words.ts';
import type { BankLine } from '#shared/contract/bank.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import type { Act } from '../../../lib/acts/act.ts';
import { Warning } from './line-rows.tsx';
import {
  type Candidate,
  faceOf,
  isDeleted,
  isOpen,
  isReturned,
  nameAlone,
  nameClient,
  wordChoices,
} from './line-words.ts';
import { forecastQuery } from './queries.ts';
import { Reversed } from './reversed.tsx';
import { candidatesOf, chosenOf } from './review-state.ts';
import { book, canBook, joinPerhaps } from './review-steps.ts';
import { StandsOn } from './stands-on.tsx';
import type { LineReview } from './use-line-review.ts';

const Key = ({ children }: { children: ReactNode }) => (
  <Kbd size="sm" hideBelow="md" aria-hidden>
    {children}
  </Kbd>
);

const FORECAST_HEIGHT = '5.5rem';

/** 'R 100,00 that is due, and recovers R 200,00 that was written off' */
const wordRecovered = (amount: number, recovered: number): string => {
  const dueCents = centsFromAmount(amount) - centsFromAmount(recovered);
  const words = `ecovers ${formatAmount(recovered)} that was written off`;

  return dueCents > 0 ? `${formatRand(dueCents)} that is due, and r${words}` : `R${words}`;
};

/** What a line will pay for a client, and what that client owes then. */
const Forecast = ({ line, client }: { line: BankLine; client: Candidate }) => {
  const { data, error, refetch } = useQuery(forecastQuery(line.id, client.userId));
  if (error && !data) {
    return <LoadError title="What it would pay could not be read" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return (
      <AfterAMoment label="Loading what it pays">
        <Skeleton height={FORECAST_HEIGHT} />
      </AfterAMoment>
    );
  }

  return (
    <>
      <MoneyLines>
        {data.allocations.map(({ kind, invoiceNumber, amount, recovered }, index) => (
          <MoneyLine
            // biome-ignore lint/suspicious/noArrayIndexKey: several refunds have no other name.
            key={index}
            name={nameItem({ kind, number: invoiceNumber })}
            {...(recovered > 0 && { detail: wordRecovered(amount, recovered) })}
            amount={formatAmount(amount)}
          />
        ))}
        {data.unallocated > 0 && <MoneyLine name="Credit left" amount={formatAmount(data.unallocated)} />}
      </MoneyLines>
      <Text textStyle="number.sm" fontWeight="semibold">
        {data.dueAfter > 0
          ? `Then ${formatAmount(data.dueAfter)} is still due.`
          : data.due > 0
            ? 'Then nothing is due any more.'
            : data.allocations.length > 0
              ? 'Nothing else was due.'
              : 'Nothing was due.'}
      </Text>
    </>
  );
};

const Panel = chakra('section', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3', p: '3', minH: FORECAST_HEIGHT },
});

/** What the chosen client's account gets from the line. */
const Consequence = ({ line, client }: { line: BankLine; client: Candidate }) => (
  <Panel aria-label={isReturned(line) ? 'What is owed again' : `What it pays for ${nameClient(client)}`}>
    <Text textStyle="detail" mb="1">
      {isReturned(line) ? 'What is owed again' : 'What it pays'}
    </Text>
    {isReturned(line) ? (
      client.paymentId === null ? (
        <Text textStyle="sm">Choose the payment that the bank returned.</Text>
      ) : (
        <Reversed line={line} client={{ ...client, paymentId: client.paymentId }} />
      )
    ) : (
      <Forecast key={client.userId} line={line} client={client} />
    )}
  </Panel>
);

const CandidateButton = chakra('button', {
  base: {
    display: 'flex',
    gap: '2.5',
    width: '100%',
    minHeight: '11',
    px: '3',
    py: '1.5',
    textAlign: 'start',
    textStyle: 'sm',
    alignItems: 'flex-start',
    borderWidth: '1px',
    borderRadius: 'l3',
    bg: 'bg.panel',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing' },
    '&[aria-pressed=true]': { borderColor: 'brand.solid', bg: 'brand.subtle' },
  },
});

interface LineDetailProps {
  line: BankLine;
  review: LineReview;
  /** What else can be done with the line. */
  acts: readonly Act[];
}

const Candidates = ({ line, review }: Pick<LineDetailProps, 'line' | 'review'>) => {
  const candidates = candidatesOf(review.state, line);
  const chosen = chosenOf(review.state, line);

  return (
    <Stack as="ul" listStyleType="none" gap="1.5" flex="1 1 20rem" minW="0">
      {candidates.map((candidate, place) => (
        <li key={`${candidate.userId} ${candidate.paymentId}`}>
          <CandidateButton
            type="button"
            aria-pressed={candidate === chosen}
            onClick={() => review.choose(line, place)}
          >
            <Key>{place + 1}</Key>
            <Box minW="0" overflowWrap="anywhere">
              <Text as="bdi" fontWeight="semibold">
                {nameAlone(candidate)}
              </Text>
              <Text textStyle="detail.number">
                {candidate.company && (
                  <>
                    <bdi>{candidate.name}</bdi>
                    {' · '}
                  </>
                )}
                {candidate.OWNumber}
              </Text>
              <Text textStyle="detail">{candidate.reasons.join(' · ')}</Text>
              {candidate.newcomer && <Warning>{wordNewcomer(candidate.newcomer, new Date())}</Warning>}
            </Box>
          </CandidateButton>
        </li>
      ))}
      {candidates.length === 0 && (
        <Text as="li" textStyle="sm" color="fg.muted">
          {isReturned(line)
            ? 'No payment was found that the bank may have returned.'
            : 'Nothing in the bank’s words names a client.'}
        </Text>
      )}
    </Stack>
  );
};

const linkToPayments = (userId: number): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, client: userId, tab: 'payments' }),
});

/** The clients and amounts behind a line that was booked. */
const Booked = ({ line }: { line: BankLine }) => (
  <Stack as="ul" listStyleType="none" gap="1" textStyle="sm">
    {line.booked.map((one) => (
      <li key={one.paymentId}>
        {isDeleted(one) ? (
          nameAlone(one)
        ) : (
          <StyledLink asChild>
            <Link {...linkToPayments(one.userId)} resetScroll={false}>
              <bdi>{nameClient(one)}</bdi>
            </Link>
          </StyledLink>
        )}{' '}
        <Text as="span" textStyle="number.sm">
          {formatAmount(one.amount)}
        </Text>
      </li>
    ))}
  </Stack>
);

const wordBook = (line: BankLine, chosen: Candidate | undefined, count: number): string => {
  if (!chosen && count > 0) {
    return `Choose ${wordChoices(count)} first`;
  }
  if (!chosen) {
    return isReturned(line) ? 'Choose the payment…' : 'Choose a client…';
  }

  return isReturned(line) ? `Reverse for ${nameClient(chosen)}…` : `Book for ${nameClient(chosen)}`;
};

/** The selected line: who it may be from, what it will pay, and what can be done. */
export const LineDetail = ({ line, review, acts }: LineDetailProps) => {
  const { state, run } = review;
  const { sendingId, unchosenId, refusal } = state;
  const { perhapsPaymentId } = line;
  const isChoosing = canBook(line);
  const chosen = chosenOf(state, line);
  const candidates = candidatesOf(state, line);

  return (
    <Stack gap="3">
      {line.perhaps && isOpen(line) && (
        <Flex gap="3" align="center" wrap="wrap">
          <Warning>{line.perhaps}</Warning>
          {perhapsPaymentId !== null && isChoosing && (
            <Button size="sm" variant="outline" onClick={() => run(joinPerhaps(line, perhapsPaymentId))}>
              It is this payment
            </Button>
          )}
        </Flex>
      )}
      {isChoosing && (
        <Flex gap="3" wrap="wrap" align="stretch">
          <Candidates line={line} review={review} />
          {chosen && (
            <Box flex="1 1 20rem" minW="0">
              <Consequence line={line} client={chosen} />
            </Box>
          )}
        </Flex>
      )}
      {isChoosing && <StandsOn line={line} />}
      {!isChoosing && isOpen(line) && <Text textStyle="sm">{faceOf(line, new Date()).label}.</Text>}
      {line.booked.length > 0 && <Booked line={line} />}
      {isChoosing && unchosenId === line.id && (
        <Alert.Root status="warning" role="alert" size="sm">
          <Alert.Indicator />
          <Alert.Title>Nobody is chosen: press {wordChoices(candidates.length)}, and then Enter.</Alert.Title>
        </Alert.Root>
      )}
      {refusal?.lineId === line.id && (
        <Alert.Root status="error" role="alert" size="sm">
          <Alert.Indicator />
          <Alert.Title>{refusal.error.message}</Alert.Title>
        </Alert.Root>
      )}
      <Flex gap="2" wrap="wrap" hideBelow={isChoosing ? undefined : 'md'}>
        {isChoosing && (
          <BusyButton
            size="sm"
            // The name of a company may be wider than a phone.
            h="auto"
            minH={{ base: '11', md: '8' }}
            py="1.5"
            maxW="full"
            whiteSpace="normal"
            overflowWrap="anywhere"
            isBusy={sendingId === line.id}
            colorPalette={isReturned(line) ? 'red' : undefined}
            aria-keyshortcuts="Enter"
            onClick={() => run(book(state, line, new Date()))}
          >
            {wordBook(line, chosen, candidates.length)}{' '}
            <Key>
              <Icon as={CornerDownLeft} boxSize="3" />
            </Key>
          </BusyButton>
        )}
        {acts.map(({ id, label, icon, keys, run }) => (
          <Button
            key={id}
            size="sm"
            variant="outline"
            colorPalette="gray"
            px="2.5"
            // A phone has them in the menu of the card.
            hideBelow="md"
            aria-keyshortcuts={keys}
            onClick={run}
          >
            <Icon as={icon} aria-hidden /> {label} {keys && <Key>{keys}</Key>}
          </Button>
        ))}
      </Flex>
    </Stack>
  );
};
