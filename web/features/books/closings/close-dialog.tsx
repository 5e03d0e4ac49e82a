import { Alert, Box, Button, Dialog, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Closing, OpenPoints } from '#shared/contract/books/closings.ts';
import { formatDateShort, nameDay } from '#shared/dates.ts';
import { CLOSED_ACCOUNTS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { daysOfMonth, nameMonth } from '#shared/months.ts';
import { DialogFooter } from '../../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { RefusedDialog } from '../../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../../components/dialog/unread-dialog.tsx';
import { MonthField } from '../../../components/form/month-field.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { Agreement } from '../../../components/money/agreement.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import { linkToAdmin } from '../../../lib/address/admin-link.ts';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { takeLostFocus } from '../../../lib/browser/lost-focus.ts';
import { useKept } from '../../../lib/browser/use-kept.ts';
import { useContentKey } from '../../../lib/forms/idempotency-key.ts';
import { totalsQuery } from '../../../lib/reads/totals-query.ts';
import { closableMonth, lastClosedOf, monthBehind, monthsBackTo, wordNext } from './month-steps.ts';
import { useCloseMonth } from './mutations.ts';
import { closingsQuery, openPointsQuery } from './queries.ts';

const LISTS = 'the lists of debtors and credit';

const Consequences = ({ month }: { month: string }) => (
  <Stack as="ul" gap="1.5" ps="5" textStyle="sm" listStyleType="disc">
    <li>Nothing more is dated in {nameMonth(month)} or before: no invoice, payment or credit note.</li>
    <li>
      A payment of {nameMonth(month)} or before that you record later is dated{' '}
      {nameDay(`${monthBehind(month)}-01`)} and keeps its bank date. So record first what you have.
    </li>
    <li>Its control account, age analysis and VAT figures are stored.</li>
    <li>You can open it again with a reason, as long as no later month is closed.</li>
  </Stack>
);

const Missing = ({ points: { month, missingCreditNotes, count } }: { points: OpenPoints }) => {
  if (count === 0) {
    return <Text textStyle="sm">No credit note is missing in {nameMonth(month)}.</Text>;
  }

  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          {count === 1 ? '1 tax invoice was' : `${count} tax invoices were`} voided without a credit note
        </Alert.Title>
        <Alert.Description>
          You can close the month without them. A credit note that is issued later belongs to a later month.
          <Box as="ul" listStyleType="none" maxH="8rem" overflowY="auto" mt="1" tabIndex={0}>
            {missingCreditNotes.map(({ invoiceId, invoiceNumber, userId, voidedOn, amount }) => (
              <li key={invoiceId}>
                <Box asChild textDecoration="underline">
                  <Link {...linkToAdmin({ client: userId, tab: 'invoices' })}>{invoiceNumber}</Link>
                </Box>
                , {formatAmount(amount)}, voided {formatDateShort(voidedOn)}
              </li>
            ))}
          </Box>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};

const tellLines = (count: number) =>
  count === 1 ? '1 line of the bank is' : `${count} lines of the bank are`;

/** What of the bank's money up to the end of the month is not on an account yet (D63). */
const OpenAtTheBank = ({
  points: { month, openLines, unidentified, bankReadUntil, bankNeverRead },
}: {
  points: OpenPoints;
}) => {
  if (bankReadUntil === null && bankNeverRead.length === 0) {
    return null;
  }
  const isRead = bankReadUntil !== null && bankReadUntil >= daysOfMonth(month).to;
  if (isRead && bankNeverRead.length === 0 && openLines.count === 0 && unidentified.count === 0) {
    return <Text textStyle="sm">Every line of the bank is on an account.</Text>;
  }

  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Not all money of the bank is on an account</Alert.Title>
        <Alert.Description>
          <Stack as="ul" gap="1" listStyleType="none">
            {bankReadUntil !== null && !isRead && (
              <li>The bank was read up to {formatDateShort(bankReadUntil)}.</li>
            )}
            {bankNeverRead.map((account) => (
              <li key={account}>The account ending in {account.slice(-4)} was never read.</li>
            ))}
            {openLines.count > 0 && (
              <li>
                <Link {...linkToAdmin({ section: 'bank' })}>
                  {tellLines(openLines.count)} open, {formatAmount(openLines.amount)}
                </Link>
              </li>
            )}
            {unidentified.count > 0 && (
              <li>
                <Link {...linkToAdmin({ section: 'bank', view: 'unidentified' })}>
                  Unidentified {formatAmount(unidentified.amount)}
                </Link>
              </li>
            )}
          </Stack>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};

/** Whether the books of the month are in order, as they are now. */
const Agrees = ({ month }: { month: string }) => {
  const { data, error, refetch } = useQuery(totalsQuery(daysOfMonth(month)));

  return (
    <Box minH="5">
      {error && <LoadError title="The control account could not be read" error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows label="Reading the control account" rows={1} height="5" />}
      {data && <Agreement account={data} lists={LISTS} />}
    </Box>
  );
};

/** What one may want to do before the month is closed. It prevents nothing. */
const StillOpen = ({ month }: { month: string }) => {
  const { data, error, refetch } = useQuery(openPointsQuery(month));

  return (
    <Box as="section" aria-label={`Still open in ${nameMonth(month)}`} minH="5">
      {error && <LoadError title="What is still open could not be read" error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows label="Looking for what is open" rows={1} height="5" />}
      {data && (
        <Stack gap="2">
          <Missing points={data} />
          <OpenAtTheBank points={data} />
        </Stack>
      )}
    </Box>
  );
};

/** What was closed, and the figures that will not change any more. */
const Outcome = ({ closing: { month, totals }, onDone }: { closing: Closing; onDone: () => void }) => (
  <>
    <Dialog.Body>
      <Stack gap="3">
        <Text role="status">{nameMonth(month)} is closed. These figures are stored:</Text>
        {totals && (
          <MoneyLines>
            <MoneyLine name="Closing balance" amount={formatAmount(totals.closing)} />
            <MoneyLine name="Debtors" amount={formatAmount(totals.owed)} />
            <MoneyLine name="Less clients in credit" amount={formatAmount(-totals.credit)} />
            {totals.closedAccounts !== 0 && (
              <MoneyLine name={CLOSED_ACCOUNTS} amount={formatAmount(totals.closedAccounts)} />
            )}
          </MoneyLines>
        )}
        {totals && <Agreement account={totals} lists={LISTS} />}
      </Stack>
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" ref={takeLostFocus} onClick={onDone}>
        Done
      </Button>
    </Dialog.Footer>
  </>
);

interface Turn {
  /** The month that is next, or the newest one that can be closed first. */
  next: string;
  /** True while no month is closed, so that one of the months before it can be chosen. */
  isFirst: boolean;
}

const findTurn = (closings: readonly Closing[]): Turn | undefined => {
  const next = closableMonth(closings, new Date());

  return next === undefined ? undefined : { next, isFirst: lastClosedOf(closings) === undefined };
};

interface CloseFormProps extends Turn {
  onClose: () => void;
  onDone: () => void;
}

const CloseForm = ({ next, isFirst, onClose, onDone }: CloseFormProps) => {
  const [month, setMonth] = useState(next);
  const { data: points } = useQuery({ ...openPointsQuery(next), enabled: isFirst });
  const months = monthsBackTo(points?.oldestMonth ?? next, next);
  const close = useCloseMonth();
  const { keyFor } = useContentKey();
  const name = nameMonth(month);

  if (close.data) {
    return (
      <Modal title={`${name} is closed`} onClose={onDone}>
        <Outcome closing={close.data} onDone={onDone} />
      </Modal>
    );
  }

  return (
    <Modal title={`Close ${name}`} onClose={onClose}>
      <Dialog.Body>
        <Stack gap="4">
          {isFirst && (
            <MonthField
              month={month}
              months={months}
              hint="The first closing closes all months before it, too."
              onChange={setMonth}
            />
          )}
          <Consequences month={month} />
          <Agrees month={month} />
          <StillOpen key={month} month={month} />
          {close.isPending && (
            <AfterAMoment label={`Closing ${name}`}>
              <Text textStyle="sm">Computing the figures of {name}. This may take some seconds.</Text>
            </AfterAMoment>
          )}
          <RefusalNote title={`${name} could not be closed`} error={close.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter
        type="button"
        onCancel={onClose}
        isBusy={close.isPending}
        onClick={() => close.mutate({ month, idempotencyKey: keyFor({ month }) })}
      >
        Close {name}
      </DialogFooter>
    </Modal>
  );
};

/** Closes the month that is next, after saying what that means and what is still open in it. */
export const CloseDialog = ({ onClose, onDone }: DialogProps) => {
  const closings = useQuery(closingsQuery);
  // Once the month is closed another one is next.
  const turn = useKept(closings.data && findTurn(closings.data));
  if (turn) {
    return <CloseForm {...turn} onClose={onClose} onDone={onDone} />;
  }

  return closings.data ? (
    <RefusedDialog title="Close a month" why="No month can be closed now" onClose={onClose}>
      {wordNext(undefined, lastClosedOf(closings.data))}
    </RefusedDialog>
  ) : (
    <UnreadDialog title="Close a month" what="the closed months" read={closings} onClose={onClose} />
  );
};
