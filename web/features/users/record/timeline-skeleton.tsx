import { Box, Flex, Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';

/** The place of a day's entries until they are there. */
export const TimelineSkeleton = () => (
  <AfterAMoment label="Loading the timeline">
    <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Box px={{ base: '3', md: '4' }} py="1.5" bg="bg.subtle">
        <Skeleton height="4" width="8rem" />
      </Box>
      {[70, 45, 60, 50, 65].map((width) => (
        <Flex key={width} gap="3" px={{ base: '3', md: '4' }} py="2.5" borderTopWidth="1px">
          <Skeleton boxSize="8" borderRadius="full" flexShrink="0" />
          <Stack gap="0" flex="1">
            <Skeleton height="5" width={`${width}%`} />
            <Skeleton height="4" width="8rem" />
          </Stack>
        </Flex>
      ))}
    </Box>
  </AfterAMoment>
);
