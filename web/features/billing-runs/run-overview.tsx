import { Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { NewDraft } from './new-draft.tsx';
import { billingMonthsQuery, billingRunsQuery } from './queries.ts';
import { OpenRun, RunList } from './run-list.tsx';

const isOpen = ({ state }: BillingRun): boolean =>
  state === 'draft' || state === 'running' || state === 'stopped';

/** The open run, or the choice of a month for a new draft, above the runs that are over. */
export const RunOverview = () => {
  const { data, error, refetch } = useQuery(billingRunsQuery);
  const months = useQuery(billingMonthsQuery);
  const open = data?.find(isOpen);
  // All of it appears at once, so that nothing moves.
  if (!error && (!data || (!open && !months.data && !months.error))) {
    return <SkeletonRows label="Loading the months" rows={3} height="14" />;
  }

  return (
    <Stack gap="6">
      {open && <OpenRun run={open} />}
      {data && !open && <NewDraft />}
      <RunList read={{ data: data?.filter((run) => !isOpen(run)), error, refetch }} />
    </Stack>
  );
};
