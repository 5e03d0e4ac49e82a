import { Box, Flex, Stack, Text } from '@chakra-ui/react';

export interface ClientRow {
  userId: number;
  name: string;
  words: string;
  isRefused?: boolean;
}

interface ClientRowsProps {
  label: string;
  rows: readonly ClientRow[];
}

/** Clients, each with a few words about what an act means or meant for them; nothing if there are none. */
export const ClientRows = ({ label, rows }: ClientRowsProps) =>
  rows.length > 0 && (
    <Box as="section" aria-label={label}>
      <Text textStyle="sm" fontWeight="semibold">
        {label}
      </Text>
      <Stack as="ul" listStyleType="none" gap="0" maxH="14rem" overflowY="auto" tabIndex={0}>
        {rows.map(({ userId, name, words, isRefused = false }) => (
          <Flex
            as="li"
            key={userId}
            justify="space-between"
            columnGap="3"
            wrap="wrap"
            py="1"
            borderTopWidth="1px"
            _first={{ borderTopWidth: 0 }}
            textStyle="sm"
          >
            <bdi>{name}</bdi>
            <Text as="span" textStyle="number.sm" color={isRefused ? 'fg.error' : 'fg.muted'}>
              {words}
            </Text>
          </Flex>
        ))}
      </Stack>
    </Box>
  );
