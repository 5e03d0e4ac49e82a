import { Heading, Skeleton, SkeletonText, Stack } from '@chakra-ui/react';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { Columns, FactsBox } from './ticket-layout.tsx';

/** The height of the facts of most tickets. */
const FACTS_HEIGHT = { base: '10.75rem', md: '21.5rem' };

export const LoadingTicket = () => (
  <AfterAMoment label="Loading the ticket...">
    <Columns>
      <FactsBox>
        <Skeleton height={FACTS_HEIGHT} />
      </FactsBox>
      <Stack gap="3" minW="0">
        <Heading as="h3" size="sm">
          Description
        </Heading>
        <SkeletonText noOfLines={3} mb="3" />
        <Heading as="h3" size="sm">
          Conversation
        </Heading>
        <Skeleton height="24" />
        <Skeleton height="24" />
      </Stack>
    </Columns>
  </AfterAMoment>
);
