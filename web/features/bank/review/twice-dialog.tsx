import { Button, Dialog, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { wordNewcomer } from '#shared/bank/newcomer-words.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatAmount } from '#shared/money.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { findMain } from './find-row.ts';
import { type Candidate, isOpen, nameClient } from './line-words.ts';
import { StandsOn } from './stands-on.tsx';

interface TwiceDialogProps {
  line: BankLine;
  client: Candidate;
  onBook: () => void;
  /** Joins the line and the payment that it may be; missing if there is none. */
  onJoin: (() => void) | undefined;
  onClose: () => void;
}

/** Asks once before a line is booked that may be booked already, or for an account of which only typed words are known. */
export const TwiceDialog = ({ line, client, onBook, onJoin, onClose }: TwiceDialogProps) => {
  const safe = useRef<HTMLButtonElement>(null);
  const perhaps = isOpen(line) ? line.perhaps : null;
  const { newcomer } = client;

  return (
    <Modal
      title={`Book ${formatAmount(line.amount)} for ${nameClient(client)}${perhaps ? ' as well' : ''}?`}
      role="alertdialog"
      onClose={onClose}
      initialFocus={() => safe.current}
      finalFocus={findMain}
    >
      <Dialog.Body>
        {perhaps && <Text>{perhaps}. If it is the same money, it would be booked twice.</Text>}
        {newcomer && (
          <Text mt={perhaps ? '2' : undefined}>
            {wordNewcomer(newcomer, new Date())}. Only its name matches the bank’s words, and anybody can type
            a name into a profile.
          </Text>
        )}
        <StandsOn line={line} />
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button size="sm" variant="outline" onClick={onBook}>
          {perhaps ? 'Book it as well' : 'Book it'}
        </Button>
        <Button ref={safe} size="sm" onClick={onJoin ?? onClose}>
          {onJoin ? 'It is this payment' : 'Cancel'}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
};
