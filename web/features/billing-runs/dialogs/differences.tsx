import { Alert, Box, Stack, Text } from '@chakra-ui/react';
import { RUN_DIFFERENCES_MAX } from '#shared/contract/limits.ts';
import type { RunDifference } from '#shared/errors.ts';
import { formatAmount } from '#shared/money.ts';
import { countLines } from '../run-texts.ts';

/** 'R 185,00, was R 199,00' */
const wordChange = ({ was, is }: RunDifference): string => {
  if (is === null) {
    return was === null ? 'gone' : `gone, was ${formatAmount(was)}`;
  }

  return was === null ? `new, ${formatAmount(is)}` : `${formatAmount(is)}, was ${formatAmount(was)}`;
};

/** What has changed since the draft was made; nothing is issued then. */
export const Differences = ({ differences }: { differences: readonly RunDifference[] }) => (
  <Alert.Root status="warning" role="alert">
    <Alert.Indicator />
    <Alert.Content minW="0">
      <Alert.Title>
        {differences.length === 0
          ? 'Nothing is issued: lines were left out or taken in elsewhere meanwhile'
          : 'Nothing is issued: services have changed since the draft was made'}
      </Alert.Title>
      <Alert.Description hidden={differences.length === 0}>
        <Text>
          {differences.length >= RUN_DIFFERENCES_MAX ? 'At least ' : ''}
          {countLines(differences.length)} {differences.length === 1 ? 'differs' : 'differ'}:
        </Text>
        <Box maxH="14rem" overflowY="auto" tabIndex={0} role="group" aria-label="What differs">
          <Stack as="ul" listStyleType="none" gap="1">
            {differences.map((difference) => (
              <Box
                as="li"
                key={`${difference.userId} ${difference.service} ${difference.from}`}
                overflowWrap="anywhere"
              >
                {difference.OWNumber} <bdi>{difference.name}</bdi>, <bdi>{difference.service}</bdi>:{' '}
                <Text as="span" textStyle="number.sm" fontWeight="medium">
                  {wordChange(difference)}
                </Text>
              </Box>
            ))}
          </Stack>
        </Box>
      </Alert.Description>
    </Alert.Content>
  </Alert.Root>
);
