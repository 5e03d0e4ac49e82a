import {
  Alert,
  Box,
  Button,
  chakra,
  Flex,
  Icon,
  IconButton,
  Stack,
  Link as StyledLink,
  Text,
} from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, CornerDownLeft } from 'lucide-react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import type { Act } from '../../../lib/acts/act.ts';
import { SHEET_HEIGHT } from '../panes/panes.ts';
import { Candidates, Key } from './candidates.tsx';
import { Consequence } from './consequence.tsx';
import { Amount, Warning } from './line-rows.tsx';
import {
  type Candidate,
  faceOf,
  isDeleted,
  isOpen,
  isReturned,
  nameAlone,
  nameClient,
  wordChoices,
  wordDone,
} from './line-words.ts';
import { candidatesOf, chosenOf } from './review-state.ts';
import { book, canBook, joinPerhaps } from './review-steps.ts';
import { StandsOn } from './stands-on.tsx';
import type { LineReview } from './use-line-review.ts';

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
            px={{ base: '1.5', lg: '2.5' }}
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
      <Flex flex="1 1 12rem" minW="0" minH={{ base: '11', lg: '9' }} justify="flex-end">
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
            data-book
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
