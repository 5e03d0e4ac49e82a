import { Card, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { CHART_HEIGHT, CHART_HEIGHT_LONG } from './chart-height.ts';

const Waiting = ({ heightOnPhone }: { heightOnPhone: string }) => (
  <Card.Root size="sm" variant="outline" height={{ base: heightOnPhone, sm: CHART_HEIGHT }}>
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
      <Waiting heightOnPhone={CHART_HEIGHT} />
      <Waiting heightOnPhone={CHART_HEIGHT_LONG} />
    </SimpleGrid>
  </AfterAMoment>
);
