import { Stack } from '@chakra-ui/react';
import type { BillingRunLine } from '#shared/contract/billing-runs.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { toast } from '../../../lib/browser/toast.ts';
import { useDecide, useTakeAllIn } from '../mutations.ts';
import { focusRunHeading } from '../run-heading.ts';
import { countLines } from '../run-texts.ts';

interface TakeAllInProps {
  runId: number;
  /** The page of left-out lines that is shown. */
  lines: readonly BillingRunLine[];
}

/** Takes in everything that perhaps was billed by hand, on all pages, where the shown one has such a line. */
export const TakeAllIn = ({ runId, lines }: TakeAllInProps) => {
  const takeIn = useTakeAllIn(runId);
  const decide = useDecide(runId);
  if (!takeIn.isPending && !takeIn.error && !lines.some(({ reason }) => reason === 'perhaps-billed')) {
    return null;
  }

  return (
    <Stack gap="2">
      <BusyButton
        size="sm"
        variant="outline"
        isBusy={takeIn.isPending}
        onClick={() =>
          takeIn.mutate(undefined, {
            onSuccess: (taken) => {
              focusRunHeading();
              toast({
                title: `${countLines(taken.length)} taken in`,
                description: 'They were perhaps billed by hand.',
                tone: 'success',
                action: {
                  label: 'Undo',
                  run: () => decide.mutate({ lines: taken, isExcluded: true }),
                },
              });
            },
          })
        }
      >
        Take in all that were perhaps billed
      </BusyButton>
      <RefusalNote title="They were not taken in" error={takeIn.error} />
    </Stack>
  );
};
