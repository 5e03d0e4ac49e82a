import { Button, Dialog, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import type { BankLine } from '#shared/contract/bank.ts';
import { formatAmount } from '#shared/money.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { findRow } from './find-row.ts';
import { type Candidate, nameClient } from './line-words.ts';
import { StandsOn } from './stands-on.tsx';

interface TwiceDialogProps {
  line: BankLine;
  client: Candidate;
  onBook: () => void;
  /** Joins the line and the payment that it may be; missing if there is none. */
  onJoin: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before a line is booked that may be booked already. */
export const TwiceDialog = ({ line, client, onBook, onJoin, onClose }: TwiceDialogProps) => {
  const safe = useRef<HTMLButtonElement>(null);

  return (
    <Modal
      title={`Book ${formatAmount(line.amount)} for ${nameClient(client)} as well?`}
      role="alertdialog"
      onClose={onClose}
      initialFocus={() => safe.current}
      finalFocus={findRow}
    >
      <Dialog.Body>
        <Text>{line.perhaps}. If it is the same money, it would be booked twice.</Text>
        <StandsOn line={line} />
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button size="sm" variant="outline" onClick={onBook}>
          Book it as well
        </Button>
        <Button ref={safe} size="sm" onClick={onJoin ?? onClose}>
          {onJoin ? 'It is this payment' : 'Cancel'}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
};
