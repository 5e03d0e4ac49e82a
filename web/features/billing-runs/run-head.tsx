import {
  Alert,
  Badge,
  Box,
  Button,
  type ButtonProps,
  chakra,
  Flex,
  Heading,
  HStack,
  Progress,
  Stack,
  Text,
} from '@chakra-ui/react';
import { Link, useRouter } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { formatCount } from '#shared/numbers.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import type { Act } from '../../lib/acts/act.ts';
import { useListKeys } from '../../lib/acts/list-keys.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { BILLING_DIALOGS } from './billing-dialogs.ts';
import { useMakeDraft, useRunStep } from './mutations.ts';
import { countInvoices, leftOf, STATE_WORDS, wordDays, wordProgress } from './run-texts.ts';

const TOUCHED = { base: '11', md: '9' };

const actOf = (name: keyof typeof BILLING_DIALOGS, { id }: BillingRun) =>
  dialogAct(BILLING_DIALOGS, name, { subject: id });

interface ActLinkProps extends Pick<ButtonProps, 'hideBelow'> {
  run: BillingRun;
  name: keyof typeof BILLING_DIALOGS;
  isMain?: boolean;
  keys?: string;
  children?: string;
}

const ActLink = ({ run, name, isMain = false, keys, children, ...layout }: ActLinkProps) => {
  const { label, link, icon: Icon, isDestructive } = actOf(name, run);

  return (
    <Button
      asChild
      size="sm"
      minH={TOUCHED}
      variant={isMain ? 'solid' : 'outline'}
      {...(isDestructive && { colorPalette: 'gray' })}
      {...layout}
    >
      <Link {...link} aria-keyshortcuts={keys}>
        <Icon aria-hidden /> {children ?? label}
      </Link>
    </Button>
  );
};

const Row = chakra(HStack, { base: { flexWrap: 'wrap', gap: '2', _print: { display: 'none' } } });

const ANEW = { id: 'billing-run.anew', label: 'Make the draft anew', icon: RefreshCw, keys: 'R' };

/** What a draft would issue, and its acts. */
const Draft = ({ run }: { run: BillingRun }) => {
  const { navigate } = useRouter();
  const menuId = useId();
  const draft = useMakeDraft();
  const { invoices, total, vat, vatPeriodEnds, toCredit } = run;
  const makeAnew = () => {
    if (!draft.isPending) {
      draft.mutate({ month: run.month });
    }
  };
  const acts: Act[] = [
    { ...ANEW, run: makeAnew },
    actOf('billing-run.due', run),
    actOf('billing-run.delete', run),
  ];

  useListKeys({ R: makeAnew, S: () => void navigate(actOf('billing-run.start', run).link) });

  return (
    <Stack gap="3">
      <Box>
        <Text textStyle="lg">
          <strong>{countInvoices(invoices)}</strong>,{' '}
          <Text as="strong" textStyle="number" whiteSpace="nowrap">
            {formatAmount(total)}
          </Text>
          {vatPeriodEnds !== null && <>, of it VAT {formatAmount(vat)}</>}
        </Text>
        <Text textStyle="detail.number">
          {wordDays(run, new Date())}
          {toCredit > 0 && ` To credit ${formatCount(toCredit)}.`}
        </Text>
      </Box>
      <RowMenu id={menuId} actsOf={() => ({ label: 'More actions', acts })}>
        <Row>
          {invoices > 0 && (
            <ActLink run={run} name="billing-run.start" isMain keys="S">
              {`Issue ${countInvoices(invoices)}…`}
            </ActLink>
          )}
          <BusyButton
            size="sm"
            minH={TOUCHED}
            variant="outline"
            hideBelow={invoices > 0 ? 'md' : undefined}
            isBusy={draft.isPending}
            aria-keyshortcuts={ANEW.keys}
            onClick={makeAnew}
          >
            <RefreshCw aria-hidden /> {ANEW.label}
          </BusyButton>
          <ActLink run={run} name="billing-run.due" hideBelow="md" />
          <ActLink run={run} name="billing-run.delete" hideBelow="md" />
          <Box hideFrom="md">
            <RowMenuButton menuId={menuId} row={run.id} label="More actions" />
          </Box>
        </Row>
      </RowMenu>
      <RefusalNote title="The draft was not made anew" error={draft.error} />
    </Stack>
  );
};

/** How far a run is, and how it is stopped, continued or ended. */
const Progressed = ({ run }: { run: BillingRun }) => {
  const { navigate } = useRouter();
  const stop = useRunStep(run.id, 'stop');
  const { state, issued, invoices, issuedTotal, notMailed, error } = run;
  const left = leftOf(run);
  const isStopped = state === 'stopped';

  useListKeys({ ...(isStopped && { C: () => void navigate(actOf('billing-run.continue', run).link) }) });

  return (
    <Stack gap="3">
      <Progress.Root value={issued} max={Math.max(1, invoices)} size="sm" colorPalette="brand" maxW="40rem">
        <Flex justify="space-between" wrap="wrap" columnGap="3" mb="1">
          <Progress.Label textStyle="number" fontWeight="semibold">
            {wordProgress(run)}
            {notMailed > 0 && (
              <>
                {' · '}
                <Link
                  to="."
                  search={(shown: object) => ({ ...shown, lines: 'not-mailed', page: undefined })}
                  replace
                >
                  <Box as="span" textDecoration="underline">
                    {formatCount(notMailed)} not mailed
                  </Box>
                </Link>
              </>
            )}
          </Progress.Label>
          <Text textStyle="number.sm">{formatAmount(issuedTotal)}</Text>
        </Flex>
        <Progress.Track borderRadius="full">
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      {error !== null && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Title>{error}</Alert.Title>
        </Alert.Root>
      )}
      {(isStopped || state === 'cancelled') && left.invoices > 0 && (
        <Text textStyle="sm">
          {countInvoices(left.invoices)} over {formatAmount(left.total)}{' '}
          {state === 'cancelled' ? 'stayed unbilled.' : 'left.'}
        </Text>
      )}
      {state === 'running' && (
        <Row>
          <BusyButton
            size="sm"
            minH={TOUCHED}
            variant="outline"
            isBusy={stop.isPending}
            onClick={() => stop.mutate()}
          >
            Stop
          </BusyButton>
          <Text textStyle="detail">It stops after the invoices that are being issued.</Text>
        </Row>
      )}
      {isStopped && (
        <Row>
          <ActLink run={run} name="billing-run.continue" isMain keys="C" />
          <ActLink run={run} name="billing-run.cancel" />
        </Row>
      )}
      <RefusalNote title="The run was not stopped" error={stop.error} />
    </Stack>
  );
};

/** '25 Nov 2026 10:00 by Naledi Khumalo' */
const Started = ({ run: { startedAt, startedBy } }: { run: BillingRun }) =>
  startedAt !== null && (
    <Text textStyle="detail.number">
      Started {formatDateTime(startedAt)}
      {startedBy !== null && (
        <>
          {' '}
          by <bdi>{startedBy}</bdi>
        </>
      )}
    </Text>
  );

export const RunState = ({ run: { state } }: { run: BillingRun }) => (
  <Badge colorPalette={STATE_WORDS[state].palette}>{STATE_WORDS[state].label}</Badge>
);

/** The month of a run, what it comes to, and its acts. */
export const RunHead = ({ run }: { run: BillingRun }) => (
  <Stack as="header" gap="2">
    <HStack gap="2" wrap="wrap">
      <Heading as="h2" size="lg" tabIndex={-1} outline="none" data-run-heading>
        {nameMonth(run.month)}
      </Heading>
      <RunState run={run} />
      <Started run={run} />
    </HStack>
    {run.state === 'draft' ? <Draft run={run} /> : <Progressed run={run} />}
  </Stack>
);
