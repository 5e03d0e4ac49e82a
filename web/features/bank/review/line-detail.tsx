import {
  Alert,
  Box,
  Button,
  chakra,
  Flex,
  Icon,
  IconButton,
  Kbd,
  Skeleton,
  Stack,
  Link as StyledLink,
  Text,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { wordNewcomer } from '#shared/bank/newcomer-words.ts';
import type { BankLine } from '#shared/contract/bank.ts';
import { formatDay } from '#shared/dates.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import type { Act } from '../../../lib/acts/act.ts';
import { Amount, SHEET_HEIGHT, Warning } from './line-rows.tsx';
import {
  type Candidate,
  faceOf,
  isDeleted,
  isOpen,
  isReturned,
  nameAlone,
  nameClient,
  reasonsNow,
  wordChoices,
  wordDone,
} from './line-words.ts';
import { forecastQuery } from './queries.ts';
import { Reversed } from './reversed.tsx';
import { candidatesOf, chosenOf } from './review-state.ts';
import { book, canBook, joinPerhaps } from './review-steps.ts';
import { StandsOn } from './stands-on.tsx';
import type { LineReview } from './use-line-review.ts';

const Key = ({ children }: { children: ReactNode }) => (
  <Kbd size="sm" hideBelow="lg" aria-hidden>
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

/** An act with the word that a phone has room for. */
export type LineButton = Act & { short: string };

interface LineDetailProps {
  line: BankLine;
  review: LineReview;
  /** What else can be done with the line. */
  acts: readonly LineButton[];
  /** Who was faster. */
  note: string | undefined;
  /** True if another line of this day has the same client and amount. */
  isTwice: boolean;
}

/** Why a client may have paid; what its forecast contradicts is left out. */
const Reasons = ({ line, candidate }: { line: BankLine; candidate: Candidate }) => {
  const { data } = useQuery({ ...forecastQuery(line.id, candidate.userId), enabled: false });

  return <Text textStyle="detail">{reasonsNow(candidate.reasons, data, line.amount).join(' · ')}</Text>;
};

const Candidates = ({ line, review }: Pick<LineDetailProps, 'line' | 'review'>) => {
  const candidates = candidatesOf(review.state, line);
  const chosen = chosenOf(review.state, line);

  return (
    <Stack as="ul" listStyleType="none" gap="1.5" minW="0">
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
              <Reasons line={line} candidate={candidate} />
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

/** A sheet over the lower part of a phone, a fixed place beside the list elsewhere; only its middle scrolls. */
const Pane = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minW: '0',
    position: 'sticky',
    bottom: '0',
    zIndex: '1',
    height: SHEET_HEIGHT,
    borderWidth: '1px',
    borderRadius: 'l3',
    bg: 'bg.panel',
    boxShadow: 'lg',
    lg: { position: 'static', height: '100%', boxShadow: 'none' },
    _print: { display: 'none' },
  },
});

const Step = ({
  label,
  keys,
  icon,
  onClick,
}: Pick<Act, 'label' | 'keys' | 'icon'> & { onClick: () => void }) => (
  <IconButton
    size="sm"
    variant="ghost"
    colorPalette="gray"
    boxSize="11"
    aria-label={label}
    aria-keyshortcuts={keys}
    onClick={onClick}
  >
    <Icon as={icon} aria-hidden />
  </IconButton>
);

/** The line itself, with the way to its neighbours. */
const PaneHead = ({ line, review }: Pick<LineDetailProps, 'line' | 'review'>) => {
  const { label, palette } = faceOf(line, new Date(), chosenOf(review.state, line));

  return (
    <Flex align="center" minH="11" ps="4" pe="1" gap="3" borderBottomWidth="1px" flexShrink="0">
      <Flex flex="1" minW="0" columnGap="3" align="baseline">
        <Amount line={line} />
        <Text as="span" textStyle="detail.number" whiteSpace="nowrap">
          {formatDay(line.date, new Date())}
        </Text>
        <Text as="span" textStyle="sm" truncate colorPalette={palette} color="colorPalette.fg">
          {label}
        </Text>
      </Flex>
      <Flex>
        <Step label="Previous line" keys="K" icon={ChevronLeft} onClick={() => review.move(-1)} />
        <Step label="Next line" keys="J" icon={ChevronRight} onClick={() => review.move(1)} />
      </Flex>
    </Flex>
  );
};

/** The acts in one row or two, and at the end what Enter does; they stand where they stood for the line before. */
const PaneFoot = ({ line, review, acts }: Omit<LineDetailProps, 'note' | 'isTwice'>) => {
  const { state, run } = review;
  const chosen = chosenOf(state, line);
  const isChoosing = canBook(line);

  return (
    <Flex
      flexShrink="0"
      gap="2"
      px={{ base: '3', lg: '4' }}
      py="2.5"
      borderTopWidth="1px"
      wrap="wrap"
      align="flex-start"
    >
      <Flex
        gap={{ base: '1', lg: '2' }}
        wrap="wrap"
        minH={{ lg: '18' }}
        width={{ lg: '100%' }}
        alignContent="flex-start"
      >
        {acts.map(({ id, label, short, icon, keys, run: act }) => (
          <Button
            key={id}
            size="sm"
            variant="outline"
            colorPalette="gray"
            px={{ base: '2', lg: '2.5' }}
            minH={{ base: '11', lg: '8' }}
            textStyle={{ base: 'xs', lg: 'sm' }}
            aria-label={label}
            aria-keyshortcuts={keys}
            onClick={act}
          >
            <Icon as={icon} hideBelow="lg" aria-hidden />
            <chakra.span hideFrom="lg">{short}</chakra.span>
            <chakra.span hideBelow="lg">{label}</chakra.span> {keys && <Key>{keys}</Key>}
          </Button>
        ))}
      </Flex>
      <Flex data-toast-room flex="1 1 12rem" minW="0" minH={{ base: '11', lg: '9' }} justify="flex-end">
        {isChoosing && (
          <BusyButton
            size="sm"
            minH={{ base: '11', lg: '9' }}
            minW="0"
            width={{ base: '100%', lg: 'auto' }}
            maxW={{ lg: '60%' }}
            isBusy={state.sendingId === line.id}
            colorPalette={isReturned(line) ? 'red' : undefined}
            aria-keyshortcuts="Enter"
            onClick={() => run(book(state, line, new Date()))}
          >
            <Text as="span" truncate>
              {wordBook(line, chosen, candidatesOf(state, line).length)}
            </Text>{' '}
            <Key>
              <Icon as={CornerDownLeft} boxSize="3" />
            </Key>
          </BusyButton>
        )}
      </Flex>
    </Flex>
  );
};

/** The selected line: who it may be from, what it will pay, and what can be done. */
export const LineDetail = ({ line, review, acts, note, isTwice }: LineDetailProps) => {
  const { state, run } = review;
  const { unchosenId, refusal } = state;
  const { perhapsPaymentId } = line;
  const isChoosing = canBook(line);
  const chosen = chosenOf(state, line);
  const candidates = candidatesOf(state, line);

  return (
    <Pane aria-label="The selected line">
      <PaneHead line={line} review={review} />
      <Stack key={line.id} gap="3" flex="1" minH="0" overflowY="auto" px="4" py="3">
        <Box overflowWrap="anywhere" textStyle="sm">
          <Text fontWeight="medium">
            <bdi>{line.description}</bdi>
          </Text>
          {line.reference && (
            <Text textStyle="detail">
              <bdi>{line.reference}</bdi>
            </Text>
          )}
        </Box>
        {!isOpen(line) && !note && (
          <Text textStyle="number.sm" overflowWrap="anywhere">
            <bdi>{wordDone(line)}</bdi>
            {line.bookedBy && ` by ${line.bookedBy}`}
          </Text>
        )}
        {note && <Warning>{note}</Warning>}
        {isTwice && <Warning>The same client has {formatAmount(line.amount)} twice on this day.</Warning>}
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
        {isChoosing && unchosenId === line.id && (
          <Alert.Root status="warning" role="alert" size="sm">
            <Alert.Indicator />
            <Alert.Title>
              Nobody is chosen: press {wordChoices(candidates.length)}, and then Enter.
            </Alert.Title>
          </Alert.Root>
        )}
        {refusal?.lineId === line.id && (
          <Alert.Root status="error" role="alert" size="sm">
            <Alert.Indicator />
            <Alert.Title>{refusal.error.message}</Alert.Title>
          </Alert.Root>
        )}
        {isChoosing && <Candidates line={line} review={review} />}
        {isChoosing && chosen && <Consequence line={line} client={chosen} />}
        {isChoosing && <StandsOn line={line} />}
        {!isChoosing && isOpen(line) && <Text textStyle="sm">{faceOf(line, new Date()).label}.</Text>}
        {line.booked.length > 0 && <Booked line={line} />}
      </Stack>
      <PaneFoot line={line} review={review} acts={acts} />
    </Pane>
  );
};
