import { Grid, VisuallyHidden } from '@chakra-ui/react';
import { EyeOff, FileQuestion, Link2, Split, Undo2, UserSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { lazyDialog } from '../../../components/dialog/lazy-dialog.tsx';
import type { ChosenClient } from '../../../components/search/client-field.tsx';
import { useIsPrinting } from '../../../lib/browser/printing.ts';
import { usePreload } from '../../../lib/browser/use-preload.ts';
import { PANES_GRID } from '../panes/panes.ts';
import { type LineButton, LineDetail } from './line-detail.tsx';
import { LineRows } from './line-rows.tsx';
import { type Candidate, canReopen, isBookable, isOpen, isReturned, listTwice } from './line-words.ts';
import { PrintedLines } from './printed-lines.tsx';
import { useReviewKeys } from './review-keys.ts';
import { candidatesOf, chosenOf, type ReviewedLines } from './review-state.ts';
import {
  book,
  bookFor,
  canBook,
  divide,
  findClient,
  ignore,
  join,
  joinPerhaps,
  type Step,
  sendBack,
  toUnidentified,
  undo,
} from './review-steps.ts';
import { type LineReview as Review, useLineReview } from './use-line-review.ts';

const ClientDialog = lazyDialog(() => import('./client-dialog.tsx'), 'ClientDialog', {
  title: 'Which client is it from?',
});
const PaymentDialog = lazyDialog(() => import('./returned-payment-dialog.tsx'), 'PaymentDialog', {
  title: 'Which payment did the bank return?',
});
const ReturnDialog = lazyDialog(() => import('./return-dialog.tsx'), 'ReturnDialog', {
  title: 'Reverse it?',
  role: 'alertdialog',
});
const DivideDialog = lazyDialog(() => import('./divide-dialog.tsx'), 'DivideDialog', {
  title: 'Divide',
});
const JoinDialog = lazyDialog(() => import('./join-dialog.tsx'), 'JoinDialog', {
  title: 'Which payments are it?',
});
const TwiceDialog = lazyDialog(() => import('./twice-dialog.tsx'), 'TwiceDialog', {
  title: 'Book it as well?',
  role: 'alertdialog',
});
const ReopenDialog = lazyDialog(() => import('./reopen-dialog.tsx'), 'ReopenDialog', {
  title: 'Open the line again?',
});
const SendBackDialog = lazyDialog(() => import('./send-back-dialog.tsx'), 'SendBackDialog', {
  title: 'It was sent back',
});

/** The most frequent first. */
const PRELOADED = {
  'line=client': ClientDialog,
  'line=reopen': ReopenDialog,
  'line=return': ReturnDialog,
  'line=twice': TwiceDialog,
  'line=divide': DivideDialog,
  'line=join': JoinDialog,
  'line=payment': PaymentDialog,
  'line=send-back': SendBackDialog,
};

/** What can be done with a line besides booking it for the chosen client. */
const actsOf = (line: BankLine, { state, run }: Review): LineButton[] => {
  const acts: (LineButton | false)[] = [
    canBook(line) &&
      !isReturned(line) && {
        id: 'divide',
        short: 'Divide',
        label: 'Divide…',
        icon: Split,
        keys: 'S',
        run: () => run(divide(line, new Date())),
      },
    isBookable(line) &&
      !isReturned(line) && {
        id: 'join',
        short: 'Recorded',
        label: 'Recorded already…',
        icon: Link2,
        keys: 'P',
        run: () => run(join(line, new Date())),
      },
    isBookable(line) &&
      !isReturned(line) && {
        id: 'unidentified',
        short: 'Put aside',
        label: 'Put aside',
        icon: FileQuestion,
        keys: 'N',
        run: () => run(toUnidentified(line, new Date())),
      },
    line.state === 'unidentified' && {
      id: 'send-back',
      short: 'Sent back',
      label: 'Sent back…',
      icon: Undo2,
      run: () => run(sendBack(line)),
    },
    isOpen(line) &&
      !line.isOrdered && {
        id: 'ignore',
        short: 'Ignore',
        label: 'Ignore',
        icon: EyeOff,
        keys: 'X',
        run: () => run(ignore(line, new Date())),
      },
    // It comes last, because it is not there without a candidate: then the main button finds one.
    canBook(line) &&
      candidatesOf(state, line).length > 0 && {
        id: 'client',
        short: isReturned(line) ? 'Payment' : 'Client',
        label: isReturned(line) ? 'Another payment…' : 'Another client…',
        icon: UserSearch,
        keys: 'C',
        run: () => run(findClient(line, new Date())),
      },
    canReopen(line) && {
      id: 'reopen',
      short: 'Open again',
      label: line.state === 'booked' ? 'Open again…' : 'Open again',
      icon: Undo2,
      keys: 'U',
      run: () => run(undo(line)),
    },
  ];

  return acts.filter((act) => act !== false);
};

/** The chosen client, for a dialog about money that came in: such a line names no deleted client. */
const clientOf = (chosen: Candidate | undefined): ChosenClient | undefined => {
  const { userId, name = null, OWNumber = null, company = null } = chosen ?? {};

  return userId === undefined || name === null || OWNumber === null
    ? undefined
    : { userId, name, OWNumber, company };
};

/** The dialog about a line that is open. */
const OpenDialog = ({ review: { state, run, handlers } }: { review: Review }) => {
  const { opened } = state;
  if (!opened) {
    return null;
  }

  const { dialog, line } = opened;
  const { perhapsPaymentId } = line;
  const chosen = chosenOf(state, line);
  const close = () => run({ type: 'close' });
  const chooseClient = (client: ChosenClient, paymentId: number | null = null) =>
    run({ type: 'choose-client', line, client, paymentId });
  const props = { line, handlers, onClose: close };

  switch (dialog) {
    case 'client':
      return <ClientDialog line={line} onChoose={(client) => chooseClient(client)} onClose={close} />;
    case 'payment':
      return <PaymentDialog line={line} onChoose={chooseClient} onClose={close} />;
    case 'return':
      return (
        chosen &&
        chosen.paymentId !== null && (
          <ReturnDialog {...props} client={{ ...chosen, paymentId: chosen.paymentId }} />
        )
      );
    case 'divide':
      return <DivideDialog {...props} first={clientOf(chosen)} />;
    case 'join':
      return <JoinDialog {...props} first={clientOf(chosen)} />;
    case 'reopen':
      return <ReopenDialog {...props} />;
    case 'send-back':
      return <SendBackDialog {...props} />;
    case 'twice':
      return (
        chosen && (
          <TwiceDialog
            line={line}
            client={chosen}
            onBook={() => {
              close();
              run(bookFor(line, chosen));
            }}
            onJoin={
              perhapsPaymentId === null
                ? undefined
                : () => {
                    close();
                    run(joinPerhaps(line, perhapsPaymentId));
                  }
            }
            onClose={close}
          />
        )
      );
  }
};

const TWICE = 'Twice that day';

interface LineReviewProps extends ReviewedLines {
  /** True while the lines of the view before are still shown. */
  isPaused?: boolean;
  /** Shown if there is no line. */
  nothing: ReactNode;
  /** Shown in the place of the lines once nothing is left to do with them. */
  end?: ReactNode;
}

/** Keys that take the lines back from the end of the list. */
const BACK_KEYS = ['J', 'K', 'U'];

/** Lines of the bank, which an administrator books one by one, by keys or buttons. */
export const LineReview = ({ isPaused = false, nothing, end, ...list }: LineReviewProps) => {
  const [isLookingBack, setIsLookingBack] = useState(false);
  const hasEnd = end !== undefined;
  if (isLookingBack && !hasEnd) {
    setIsLookingBack(false);
  }
  const review = useLineReview(list);
  const { state, shown, selected, run, choose } = review;
  const isEnd = hasEnd && !(isLookingBack && shown.length > 0);
  const on = (act: (line: BankLine) => void) => () => selected && act(selected);
  const onStep = (step: (line: BankLine, now: Date) => Step) => on((line) => run(step(line, new Date())));

  const twice = listTwice(shown, (line) => chosenOf(state, line));
  const noteOf = ({ id }: BankLine) => state.notes.get(id);
  const warningOf = (line: BankLine): string | undefined =>
    isOpen(line) ? (line.perhaps ?? (twice.has(line.id) ? TWICE : undefined)) : undefined;

  const isPrinting = useIsPrinting();
  usePreload(PRELOADED);
  const lookBack = (step: 1 | -1) => {
    setIsLookingBack(hasEnd);
    review.move(step);
  };
  const keys = {
    J: () => lookBack(1),
    K: () => lookBack(-1),
    Enter: onStep((line, now) => book(state, line, now)),
    1: on((line) => choose(line, 0)),
    2: on((line) => choose(line, 1)),
    3: on((line) => choose(line, 2)),
    C: onStep(findClient),
    S: onStep(divide),
    P: onStep(join),
    N: onStep(toUnidentified),
    X: onStep(ignore),
    U: review.undoLast,
  };
  useReviewKeys(
    isEnd ? Object.fromEntries(Object.entries(keys).filter(([key]) => BACK_KEYS.includes(key))) : keys,
    isPaused,
  );

  return (
    <>
      <VisuallyHidden role="status">{state.said}</VisuallyHidden>
      {isEnd && end}
      {!isEnd && shown.length === 0 && nothing}
      {!isEnd && shown.length > 0 && (
        <Grid {...PANES_GRID} display={isPrinting ? 'none' : undefined}>
          <LineRows
            lines={shown}
            selected={selected}
            candidatesOf={(line) => candidatesOf(state, line)}
            chosenOf={(line) => chosenOf(state, line)}
            noteOf={noteOf}
            warningOf={warningOf}
            onSelect={(line) => run({ type: 'select', line })}
          />
          {selected && (
            <LineDetail
              line={selected}
              review={review}
              acts={actsOf(selected, review)}
              note={noteOf(selected)}
              isTwice={isOpen(selected) && twice.has(selected.id)}
            />
          )}
        </Grid>
      )}
      {isPrinting && !isEnd && shown.length > 0 && (
        <PrintedLines lines={shown} candidatesOf={(line) => candidatesOf(state, line)} />
      )}
      <OpenDialog review={review} />
    </>
  );
};
