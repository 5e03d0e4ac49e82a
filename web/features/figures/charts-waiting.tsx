import { Card, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { CHART_HEIGHT, CHART_HEIGHT_OF_TWO } from './chart-height.ts';

const Waiting = ({ minHeight }: { minHeight: typeof CHART_HEIGHT }) => (
  <Card.Root size="sm" variant="outline" minHeight={minHeight}>
    <Card.Body gap="4">
      <Skeleton height="6" width="50%" />
      <Skeleton flex="1" />
    </Card.Body>
  </Card.Root>
);

/** The place of the charts until they are there. */
export const ChartsWaiting = () => (
  <AfterAMoment label="Loading charts">
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
      <Waiting minHeight={CHART_HEIGHT_OF_TWO} />
      <Waiting minHeight={CHART_HEIGHT} />
    </SimpleGrid>
  </AfterAMoment>
);
