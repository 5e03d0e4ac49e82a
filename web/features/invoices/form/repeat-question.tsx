import { Stack, Text } from '@chakra-ui/react';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import type { InvoiceFields } from './invoice-items.ts';
import type { RepeatedLines } from './use-repeat-question.ts';

interface RepeatQuestionProps extends RepeatedLines {
  onRepeat: (fields: InvoiceFields, indexes: readonly number[]) => void;
  onCancel: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Asks once before days are billed again (D72). */
export const RepeatQuestion = ({
  fields,
  indexes,
  lines,
  onRepeat,
  onCancel,
  finalFocus,
}: RepeatQuestionProps) => (
  <ConfirmDialog
    title={lines.length === 1 ? 'Bill this again?' : `Bill ${lines.length} lines again?`}
    confirmLabel="Bill again"
    cancelLabel="Go back"
    onConfirm={() => onRepeat(fields, indexes)}
    onCancel={onCancel}
    finalFocus={finalFocus}
  >
    <Stack as="ul" listStyleType="none" gap="2">
      {lines.map(({ index, description, sentence }) => (
        <li key={index}>
          <Text color="fg" overflowWrap="anywhere">
            <bdi>{description}</bdi>
          </Text>
          {sentence}.
        </li>
      ))}
    </Stack>
  </ConfirmDialog>
);
