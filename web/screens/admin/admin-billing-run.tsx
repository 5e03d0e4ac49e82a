import { Stack, Link as StyledLink } from '@chakra-ui/react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { linkToRuns } from '../../features/billing-runs/run-links.ts';
import { RunOverview } from '../../features/billing-runs/run-overview.tsx';
import { RunView } from '../../features/billing-runs/run-view.tsx';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

/** The billing runs, or one of them, as the address says. */
export const AdminBillingRun = () => {
  const { run, lines, search, page = 1 } = paramsOf('billing-run', route.useSearch());
  const changeAddress = useAddress<OfSection<'billing-run'>>();
  if (!run) {
    return <RunOverview />;
  }

  return (
    <Stack gap="2">
      <StyledLink asChild textStyle="sm" minH="6" alignSelf="flex-start" _print={{ display: 'none' }}>
        <Link {...linkToRuns}>
          <ArrowLeft size={16} aria-hidden /> All runs
        </Link>
      </StyledLink>
      <RunView
        key={run}
        runId={run}
        lines={lines}
        search={search}
        page={page}
        onSearch={(text) => changeAddress({ search: text, page: undefined }, { replace: true })}
      />
    </Stack>
  );
};
