import { Button, Dialog, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { Debtor } from '#shared/contract/debtors/ledger-statements.ts';
import { STATEMENT_MAILS_MAX } from '#shared/contract/limits.ts';
import type { OrderedStatements } from '#shared/contract/mails.ts';
import { DEBTOR_MAIL_WORDS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { PeriodChoice } from '../../components/form/period-choice.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { takeLostFocus } from '../../lib/browser/lost-focus.ts';
import { useContentKey } from '../../lib/forms/idempotency-key.ts';
import { readPeriod } from '../../lib/money/periods.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { type ClientRow, ClientRows } from './client-rows.tsx';
import { useMailStatements } from './mutations.ts';

const count = (clients: number, one: string, many: string) =>
  clients === 1 ? `1 ${one}` : `${formatCount(clients)} ${many}`;

/** Who gets a statement, and what they owe. */
const toReceivers = (debtor: Debtor): ClientRow[] =>
  debtor.mail === 'on'
    ? [{ userId: debtor.userId, name: nameOfClient(debtor), words: `owes ${formatAmount(debtor.due)}` }]
    : [];

/** Who gets no statement, and why. */
const toLeftOut = (debtor: Debtor): ClientRow[] =>
  debtor.mail === 'on'
    ? []
    : [{ userId: debtor.userId, name: nameOfClient(debtor), words: DEBTOR_MAIL_WORDS[debtor.mail] }];

const wordReceivers = (debtors: number, receivers: number): string => {
  if (debtors === 0) {
    return 'No client is overdue any more.';
  }

  return receivers === 0
    ? 'None of these clients gets a statement by mail.'
    : `${count(receivers, 'client gets', 'clients get')} a statement, with how to pay it.`;
};

interface OutcomeProps {
  debtors: readonly Debtor[];
  outcome: OrderedStatements;
  onClose: () => void;
}

/** What was ordered, and who was left out after all. */
const Outcome = ({ debtors, outcome: { ordered, skipped }, onClose }: OutcomeProps) => {
  const nameOf = (userId: number) => {
    const debtor = debtors.find((one) => one.userId === userId);

    return debtor ? nameOfClient(debtor) : `Client ${userId}`;
  };

  return (
    <>
      <Dialog.Body>
        <Stack gap="4">
          <Text role="status">
            {ordered === 0
              ? 'No statement was mailed.'
              : `${count(ordered, 'statement is', 'statements are')} on the way.`}
          </Text>
          <ClientRows
            label="These clients get none"
            rows={skipped.map(({ userId, reason }) => ({ userId, words: reason, name: nameOf(userId) }))}
          />
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" ref={takeLostFocus} onClick={onClose}>
          Done
        </Button>
      </Dialog.Footer>
    </>
  );
};

interface StatementMailsDialogProps {
  /** The selected debtors, or all who are overdue. */
  debtors: readonly Debtor[];
  /** How many more are overdue, whom one dialog has no room for. */
  more?: number;
  /** Called when the dialog closes after it has mailed. */
  onMailed?: () => void;
  onClose: () => void;
}

/** Mails their statement of a period to the selected debtors, and says before and after who gets none and why. */
export const StatementMailsDialog = ({ debtors, more = 0, onMailed, onClose }: StatementMailsDialogProps) => {
  const [period, setPeriod] = useState(() => readPeriod({}, new Date()));
  const mail = useMailStatements();
  const { keyFor } = useContentKey();
  const userIds = debtors.filter(({ mail: state }) => state === 'on').map(({ userId }) => userId);
  const isTooMany = userIds.length > STATEMENT_MAILS_MAX;
  const refusals = mail.error instanceof ApiError ? mail.error.fields : {};
  const close = () => {
    if (mail.data) {
      onMailed?.();
    }
    onClose();
  };
  const send = () => {
    const body = { userIds, from: period.from, to: period.to };
    mail.mutate({ body, idempotencyKey: keyFor(body) });
  };

  return (
    <Modal title="Mail statements" onClose={close}>
      {mail.data ? (
        <Outcome debtors={debtors} outcome={mail.data} onClose={close} />
      ) : (
        <>
          <Dialog.Body>
            <Stack gap="4">
              <PeriodChoice period={period} refusals={refusals} onChange={setPeriod} />
              <Text role="status">{wordReceivers(debtors.length, userIds.length)}</Text>
              {more > 0 && (
                <Text textStyle="sm">
                  {count(more, 'more client is', 'more clients are')} overdue. You find them among the
                  debtors.
                </Text>
              )}
              {isTooMany && (
                <Text role="alert" color="fg.error" textStyle="sm">
                  At most {STATEMENT_MAILS_MAX} clients at a time. Please select fewer.
                </Text>
              )}
              <ClientRows label="These clients get one" rows={debtors.flatMap(toReceivers)} />
              <ClientRows label="These clients get none" rows={debtors.flatMap(toLeftOut)} />
              {refusals.userIds && (
                <Text role="alert" color="fg.error" textStyle="sm">
                  {refusals.userIds}
                </Text>
              )}
              <RefusalNote title="No statement was mailed" error={mail.error} />
            </Stack>
          </Dialog.Body>
          <DialogFooter
            type="button"
            onCancel={close}
            isBusy={mail.isPending}
            disabled={userIds.length === 0 || isTooMany}
            onClick={send}
          >
            {userIds.length === 0
              ? 'Mail statements'
              : `Mail ${count(userIds.length, 'statement', 'statements')}`}
          </DialogFooter>
        </>
      )}
    </Modal>
  );
};
