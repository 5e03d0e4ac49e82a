import { Box, chakra, Kbd, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordNewcomer } from '#shared/bank/newcomer-words.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { Warning } from './line-rows.tsx';
import { type Candidate, isReturned, nameAlone, reasonsNow } from './line-words.ts';
import { forecastQuery } from './queries.ts';
import { candidatesOf, chosenOf } from './review-state.ts';
import type { LineReview } from './use-line-review.ts';

export const Key = ({ children }: { children: ReactNode }) => (
  <Kbd size="sm" hideBelow="lg" aria-hidden>
    {children}
  </Kbd>
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

/** Why a client may have paid; what its forecast contradicts is left out. */
const Reasons = ({ line, candidate }: { line: BankLine; candidate: Candidate }) => {
  const { data } = useQuery({ ...forecastQuery(line.id, candidate.userId), enabled: false });

  return <Text textStyle="detail">{reasonsNow(candidate.reasons, data, line.amount).join(' · ')}</Text>;
};

/** The clients from whom a line may be, of whom one can be chosen. */
export const Candidates = ({ line, review }: { line: BankLine; review: LineReview }) => {
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
