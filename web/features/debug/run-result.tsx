import { Alert, Badge, Box, chakra, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { DebugError, DebugStep, KeptDebugResult } from '#shared/contract/debug.ts';
import { formatDuration, formatMoment, rawErrors, tellOutcome, tellWho } from './run-text.ts';

const PALETTES = { SUCCESS: 'green', FAILED: 'red' } as const;

export const OutcomeBadge = ({ outcome }: { outcome: DebugStep['status'] }) => (
  <Badge size="sm" colorPalette={PALETTES[outcome]}>
    {outcome}
  </Badge>
);

const Sentence = chakra('p', { base: { textStyle: 'sm', overflowWrap: 'anywhere' } });

const Raw = chakra('pre', {
  base: {
    p: '3',
    borderRadius: 'l2',
    bg: 'bg.muted',
    fontFamily: 'mono',
    wordSpacing: 'normal',
    fontSize: 'xs',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

const StepError = ({ error: { message, code, status, details } }: { error: DebugError }) => (
  <Stack gap="1">
    <Sentence color="fg.error">{message}</Sentence>
    {(code || status !== null) && (
      <Text textStyle="detail.number">
        {[code && `Code: ${code}`, status !== null && `Status: ${status}`].filter(Boolean).join(' · ')}
      </Text>
    )}
    {details.map((detail) => (
      <Text key={detail} textStyle="detail" overflowWrap="anywhere">
        {detail}
      </Text>
    ))}
  </Stack>
);

const Step = ({ step: { name, status, result, error, durationMs } }: { step: DebugStep }) => (
  <Stack as="li" gap="1" py="3" borderTopWidth="1px">
    <HStack gap="2">
      <Heading as="h4" textStyle="sm" letterSpacing="normal" flex="1" minW="0">
        {name}
      </Heading>
      {durationMs !== null && (
        <Text textStyle="detail.number" whiteSpace="nowrap">
          {formatDuration(durationMs)}
        </Text>
      )}
      <OutcomeBadge outcome={status} />
    </HStack>
    {result && <Sentence color="fg.muted">{result}</Sentence>}
    {error && <StepError error={error} />}
  </Stack>
);

/** The full result of a run. */
export const RunResult = ({ label, kept }: { label: string; kept: KeptDebugResult }) => {
  const raw = rawErrors(kept);

  return (
    <Stack gap="3">
      <Alert.Root status={kept.success ? 'success' : 'error'} size="sm">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>
            {label}: {tellOutcome(kept)}
          </Alert.Title>
          <Alert.Description>{kept.message}</Alert.Description>
        </Alert.Content>
      </Alert.Root>
      <Text textStyle="detail.number">
        {formatMoment(kept.results.timestamp)}, run by {tellWho(kept)}
      </Text>
      <Stack as="ul" listStyleType="none" gap="0">
        {kept.results.tests.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </Stack>
      {raw && (
        <Box>
          <Heading as="h4" textStyle="sm" letterSpacing="normal" mb="1">
            Raw error
          </Heading>
          <Raw>{raw}</Raw>
        </Box>
      )}
    </Stack>
  );
};
