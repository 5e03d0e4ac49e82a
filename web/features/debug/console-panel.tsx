import {
  Box,
  Center,
  Heading,
  HStack,
  SimpleGrid,
  Spinner,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Stethoscope } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { DebugTest } from '#shared/contract/debug.ts';
import { CopyButton } from '../../components/facts/copy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { CONSOLE_TESTS, type ConsoleTest } from './console-tests.ts';
import { useDebugRun, useRunningTest } from './mutations.ts';
import { debugResultsQuery, findResult } from './queries.ts';
import { RunResult } from './run-result.tsx';
import { tellOutcome, textOfRun } from './run-text.ts';
import { TestRow } from './test-row.tsx';

const Running = ({ label }: { label: string }) => (
  <Center flexDirection="column" gap="3" h="100%" textAlign="center">
    <Spinner size="lg" color="brand.fg" aria-hidden />
    <Text fontWeight="semibold">{label} is running</Text>
    <Text textStyle="sm" color="fg.muted">
      A run ends within 25 seconds.
    </Text>
  </Center>
);

const BeforeAnyRun = () => (
  <Center h="100%">
    <EmptyNote icon={Stethoscope} title="Run a debug test to see detailed results here" />
  </Center>
);

/** The tests, one running at a time, each with its last result. */
export const ConsolePanel = () => {
  const headingId = useId();
  const area = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<DebugTest>();
  const [ending, setEnding] = useState('');
  const { data: results, error, refetch } = useQuery(debugResultsQuery);
  const running = useRunningTest();
  const { mutate } = useDebugRun();
  const shown = CONSOLE_TESTS.find(({ test }) => test === chosen);
  const kept = findResult(results, chosen);

  /**
   * Runs a test and focuses the result area: the pressed button cannot keep the focus, and on a phone the area is off
   * screen.
   */
  const run = (test: ConsoleTest) => {
    area.current?.focus();
    mutate(test, {
      onSuccess: (result) => {
        setChosen(test.test);
        setEnding(`${test.label} has ended: ${tellOutcome(result)}`);
      },
      onError: () => setEnding(`${test.label} gave no result`),
    });
  };
  const show = (test: DebugTest) => {
    setChosen(test);
    area.current?.scrollTo({ top: 0 });
    area.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Stack gap="4">
      {error && (
        <LoadError title="The last results could not be read" error={error} onRetry={() => refetch()} />
      )}
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, lg: 2 }} gap={{ base: '3', md: '2' }}>
        {CONSOLE_TESTS.map((test) => (
          <TestRow
            key={test.test}
            label={test.label}
            isRunning={running === test}
            isHeld={running !== undefined}
            kept={findResult(results, test.test)}
            isKnown={results !== undefined || error !== null}
            isShown={!running && chosen === test.test}
            onRun={() => run(test)}
            onShow={() => show(test.test)}
          />
        ))}
      </SimpleGrid>
      <Stack gap="2">
        <HStack justify="space-between" minH="9">
          <Heading as="h3" size="sm" id={headingId}>
            Results
          </Heading>
          {!running && shown && kept && (
            <CopyButton
              key={`${kept.test} ${kept.results.timestamp}`}
              label="Copy as text"
              text={textOfRun(shown.label, kept)}
            />
          )}
        </HStack>
        <Box
          ref={area}
          role="region"
          aria-labelledby={headingId}
          aria-busy={running !== undefined}
          tabIndex={0}
          h="24rem"
          p="3"
          overflowY="auto"
          borderWidth="1px"
          borderRadius="l3"
          focusVisibleRing="outside"
          _print={{ h: 'auto', overflow: 'visible' }}
        >
          {running && <Running label={running.label} />}
          {!running && shown && kept && <RunResult label={shown.label} kept={kept} />}
          {!running && !(shown && kept) && <BeforeAnyRun />}
        </Box>
      </Stack>
      <VisuallyHidden aria-live="polite">{running ? `${running.label} is running` : ending}</VisuallyHidden>
    </Stack>
  );
};
