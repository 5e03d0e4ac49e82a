import { Box, Flex, Grid, Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { PANES_GRID, SHEET_HEIGHT } from './panes.ts';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

const Row = () => (
  <Flex align="center" gap="3" minH="11" px="3" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
    <Skeleton height="3.5" width="55%" />
    <Skeleton height="3.5" width="5rem" ms="auto" />
  </Flex>
);

/** The lines of a file and the pane of the selected one, without their text. */
export const PanesSkeleton = () => (
  <Box flex="1" display="flex" flexDirection="column" css={{ '& > *': { flex: '1', display: 'flex' } }}>
    <AfterAMoment label="Loading the lines">
      <Grid {...PANES_GRID} width="100%">
        <Box borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden" minW="0">
          {ROWS.map((row) => (
            <Row key={row} />
          ))}
        </Box>
        <Flex
          direction="column"
          minW="0"
          height={{ base: SHEET_HEIGHT, lg: '100%' }}
          position={{ base: 'sticky', lg: 'static' }}
          bottom="0"
          borderWidth="1px"
          borderRadius="l3"
          bg="bg.panel"
        >
          <Flex align="center" gap="3" minH="11" px="4" borderBottomWidth="1px">
            <Skeleton height="4" width="6rem" />
            <Skeleton height="3.5" width="8rem" />
          </Flex>
          <Stack gap="3" flex="1" p="4">
            <Skeleton height="4" width="70%" />
            <Skeleton height="4" width="45%" />
          </Stack>
          <Flex gap="2" px="4" py="2.5" borderTopWidth="1px" justify="flex-end">
            <Skeleton height={{ base: '11', lg: '9' }} width={{ base: '100%', lg: '12rem' }} />
          </Flex>
        </Flex>
      </Grid>
    </AfterAMoment>
  </Box>
);

/** The head of a file, its tabs and its panes, without their text. */
export const FileSkeleton = () => (
  <Stack gap="1" flex="1">
    <Stack gap="2" justify="center" minH="12" aria-hidden>
      <Skeleton height="4" width={{ base: '60%', lg: '16rem' }} />
      <Skeleton height="3.5" width={{ base: '80%', lg: '24rem' }} />
    </Stack>
    <Flex gap="4" align="center" minH="10" mb="2" borderBottomWidth="1px" aria-hidden>
      {['5rem', '4rem', '4rem', '3rem'].map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tab without text is its place.
        <Skeleton key={place} height="3.5" width={width} />
      ))}
    </Flex>
    <PanesSkeleton />
  </Stack>
);
