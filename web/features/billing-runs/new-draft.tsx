import { Box, Card, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { monthToBill } from '#shared/billing/month-to-bill.ts';
import type { BillingMonths } from '#shared/contract/billing-runs.ts';
import { formatCount } from '#shared/numbers.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { MonthField } from '../../components/form/month-field.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { useListKeys } from '../../lib/acts/list-keys.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { useMakeDraft } from './mutations.ts';
import { billingMonthsQuery } from './queries.ts';
import { focusRunHeading } from './run-heading.ts';
import { linkToRun } from './run-links.ts';

/** The month that the dashboard names, or the first after it that no run has finished. */
export const chooseMonth = ({ months }: Pick<BillingMonths, 'months'>, now: Date): string => {
  const first = monthToBill(now);

  return months.find(({ month, run }) => month >= first && run?.state !== 'done')?.month ?? first;
};

/** Says which services have no first day to bill, because no draft was made yet. */
const wordFirstDays = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'service has' : 'services have'} no first day to bill yet. Days before this one are never billed. This is asked only once.`;

const DraftForm = ({ months, withoutFirstDay }: BillingMonths) => {
  const navigate = useNavigate();
  const [month, setMonth] = useState(() => chooseMonth({ months }, new Date()));
  const [typedDue, setTypedDue] = useState<string>();
  const [typedFirst, setTypedFirst] = useState<string>();
  const draft = useMakeDraft({
    onMade: ({ id }) => void navigate(linkToRun(id)).then(() => requestAnimationFrame(focusRunHeading)),
    onRefused: (error) => {
      // Somebody else was faster.
      if (error instanceof ApiError && error.code === 'run_open' && error.runId !== undefined) {
        void navigate(linkToRun(error.runId));
        toast({ title: 'This run is open already', description: error.message });
      }
    },
  });
  const suggestedDue = months.find((one) => one.month === month)?.dueDate ?? '';
  const dueDate = typedDue ?? suggestedDue;
  const firstDay = typedFirst ?? `${month}-01`;
  const refusals = draft.error instanceof ApiError ? draft.error.fields : {};
  const asksFirstDay = withoutFirstDay > 0;

  const make = () => {
    if (!draft.isPending) {
      draft.mutate({
        month,
        ...(typedDue && { dueDate: typedDue }),
        ...(asksFirstDay && { billFrom: firstDay }),
      });
    }
  };
  useListKeys({ Enter: make });

  return (
    <form
      aria-label="New draft"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        make();
      }}
    >
      <Stack gap="4">
        <Flex
          gap="4"
          wrap="wrap"
          align="flex-start"
          css={{ '& > *': { flex: '1 1 12rem', maxWidth: '18rem' } }}
        >
          <MonthField
            month={month}
            months={months.map((one) => one.month)}
            onChange={(chosen) => {
              setMonth(chosen);
              setTypedDue(undefined);
              setTypedFirst(undefined);
            }}
          />
          <DateField label="Due date" value={dueDate} error={refusals.dueDate} onChange={setTypedDue} />
        </Flex>
        {asksFirstDay && (
          <Box maxW={{ sm: '18rem' }}>
            <DateField
              label="From which day does the run bill?"
              value={firstDay}
              error={refusals.billFrom}
              hint={wordFirstDays(withoutFirstDay)}
              onChange={setTypedFirst}
            />
          </Box>
        )}
        <RefusalNote title="The draft was not made" error={draft.error} />
        <BusyButton
          type="submit"
          alignSelf="flex-start"
          minH={{ base: '11', md: '10' }}
          isBusy={draft.isPending}
          aria-keyshortcuts="Enter"
        >
          Make the draft
        </BusyButton>
      </Stack>
    </form>
  );
};

/** Chooses a month and makes its draft; nothing is issued by that. */
export const NewDraft = () => {
  const { data, error, refetch } = useQuery(billingMonthsQuery);

  return (
    <Card.Root as="section" variant="outline" maxW="44rem" aria-label="New draft">
      <Card.Header pb="0">
        <Heading as="h2" size="md">
          Which month?
        </Heading>
        <Text textStyle="detail">
          The draft shows every invoice before anything is issued, and changes nothing.
        </Text>
      </Card.Header>
      <Card.Body>
        {error && !data && <LoadError title="The months could not be read" error={error} onRetry={refetch} />}
        {!data && !error && <SkeletonRows label="Loading the months" rows={2} height="16" />}
        {data && <DraftForm {...data} />}
      </Card.Body>
    </Card.Root>
  );
};
