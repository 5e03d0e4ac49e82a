import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import type { BillingRunLine } from '#shared/contract/billing-runs.ts';
import { useListKeys } from '../../../lib/acts/list-keys.ts';
import { RECORD_PARAMS } from '../../../lib/address/dialog-params.ts';
import { useListLinks } from '../../../lib/address/list-links.ts';
import { LineRow } from './run-line.tsx';
import { useLineList } from './use-line-list.ts';

const List = chakra('ul', {
  base: { listStyleType: 'none', borderWidth: '1px', borderRadius: 'l3', bg: 'bg.panel', overflow: 'clip' },
});

interface LineListProps {
  runId: number;
  month: string;
  lines: readonly BillingRunLine[];
  /** When they were read, in ms. */
  readAt: number;
  isDraft: boolean;
  /** True while the lines of another view are still shown. */
  isPaused: boolean;
  /** Shown if there is no line. */
  nothing: ReactNode;
}

/** A page of the lines of a run, which an administrator goes through with keys. */
export const LineList = ({ runId, month, lines, readAt, isDraft, isPaused, nothing }: LineListProps) => {
  const { shown, selected, sending, said, select, toggle, move } = useLineList(runId, lines, readAt);
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);
  const router = useRouter();
  const linkTo = useCallback(
    (params: Readonly<Record<string, string | number>>) => {
      const [[name, value] = ['client', ''], ...others] = Object.entries(params);

      return others.reduce(
        (address, [other, text]) => `${address}&${other}=${encodeURIComponent(text)}`,
        addressOf(name, value),
      );
    },
    [addressOf],
  );

  useListKeys(
    {
      J: () => move(1),
      K: () => move(-1),
      Enter: () => selected && void router.navigate({ href: linkTo({ client: selected.userId }) }),
      ...(isDraft && { X: () => selected && toggle(selected.id) }),
    },
    { isPaused },
  );

  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {shown.length === 0 && nothing}
      {shown.length > 0 && (
        <List aria-label="Lines of the run" onClick={follow}>
          {shown.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              month={month}
              isSelected={line.id === selected?.id}
              isSending={sending.has(line.id)}
              linkTo={linkTo}
              onSelect={select}
              onToggle={isDraft ? toggle : undefined}
            />
          ))}
        </List>
      )}
    </>
  );
};
