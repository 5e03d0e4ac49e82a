import { Button, Dialog } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Debt, OpenItem } from '#shared/contract/ledger-payments.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { TakeBackForm } from '../../components/money/take-back-form.tsx';
import { WriteOffForm } from '../../components/money/write-off-form.tsx';
import { debtQuery } from '../../lib/debt-query.ts';
import type { NumberedClient } from '../../lib/full-name.ts';
import { type MoneyFrame, OPENING_TAKE_BACK_FRAME, OPENING_WRITE_OFF_FRAME } from './money-forms.ts';
import { MoneyTitle } from './money-title.tsx';
import { useTakeBackOpening, useWriteOffOpening } from './mutations.ts';

interface OpeningDialogProps {
  userId: number;
  /** Undefined until the account has been read. */
  client: NumberedClient | undefined;
  onClose: () => void;
}

interface WithOpeningProps extends OpeningDialogProps {
  frame: MoneyFrame;
  title: ReactNode;
  /** True if there is something to do. */
  isWanted: (opening: OpenItem) => boolean;
  nothing: string;
  children: (opening: OpenItem, debt: Debt) => ReactNode;
}

/** Finds the opening balance among what is owed and written off, and shows a form about it. */
const WithOpening = ({ userId, frame, title, isWanted, nothing, onClose, children }: WithOpeningProps) => {
  const { data: debt, error, refetch } = useQuery(debtQuery(userId));
  const found = debt?.items.find((item) => item.kind === 'opening' && isWanted(item));
  // A form that has begun stays, because it holds typed values, also if somebody else was faster.
  const [begun, setBegun] = useState(found);
  if (found && !begun) {
    setBegun(found);
  }
  if (debt && begun) {
    return children(begun, debt);
  }

  return (
    <Modal title={title} onClose={onClose}>
      <Dialog.Body minH={debt || error ? undefined : frame.height}>
        {debt && (
          <EmptyNote
            icon={Scale}
            title={nothing}
            action={
              <Button size="sm" variant="outline" mt="2" onClick={onClose}>
                Back to the payments
              </Button>
            }
          >
            The opening balance is as the Statement shows it.
          </EmptyNote>
        )}
        {error && !debt && (
          <LoadError title="The balance could not be read" error={error} onRetry={refetch} />
        )}
        {!debt && !error && <SkeletonRows label="Loading the balance" rows={3} height="12" />}
      </Dialog.Body>
    </Modal>
  );
};

/** Writes off what is due of an imported balance, or a part of it. */
export const OpeningWriteOffDialog = (props: OpeningDialogProps) => {
  const { userId, client, onClose } = props;
  const save = useWriteOffOpening(userId);
  const title = (
    <MoneyTitle
      words="Write off the opening balance of"
      client={client}
      plain={OPENING_WRITE_OFF_FRAME.title}
    />
  );

  return (
    <WithOpening
      {...props}
      frame={OPENING_WRITE_OFF_FRAME}
      title={title}
      isWanted={({ amountDue }) => amountDue > 0}
      nothing="Nothing of the opening balance is due"
    >
      {({ amountDue }, debt) => (
        <WriteOffForm
          title={title}
          due={amountDue}
          wordVat={() => 'An opening balance has no VAT to claim back.'}
          debt={debt}
          draft={`write-off of the opening balance of ${userId}`}
          save={save}
          onClose={onClose}
        />
      )}
    </WithOpening>
  );
};

/** Takes back what is written off of an imported balance. */
export const OpeningTakeBackDialog = (props: OpeningDialogProps) => {
  const { userId, client, onClose } = props;
  const save = useTakeBackOpening(userId);
  const title = (
    <MoneyTitle words="Take back the write-off of" client={client} plain={OPENING_TAKE_BACK_FRAME.title} />
  );

  return (
    <WithOpening
      {...props}
      frame={OPENING_TAKE_BACK_FRAME}
      title={title}
      isWanted={({ writtenOff }) => writtenOff > 0}
      nothing="Nothing of the opening balance is written off"
    >
      {({ writtenOff }, debt) => (
        <TakeBackForm
          title={title}
          writtenOff={writtenOff}
          debt={debt}
          draft={`write-off taken back of the opening balance of ${userId}`}
          save={save}
          onClose={onClose}
        />
      )}
    </WithOpening>
  );
};
