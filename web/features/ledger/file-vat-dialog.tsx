import { Stack, Text } from '@chakra-ui/react';
import type { VatReport } from '#shared/contract/vat-report.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { useFileVatReport } from './mutations.ts';
import { nameTaxPeriod } from './tax-periods.ts';

/** Asks before a report is kept for good. */
export const FileVatDialog = ({ report, onClose }: { report: VatReport; onClose: () => void }) => {
  const idempotencyKey = useFormKey();
  const file = useFileVatReport();
  const { period, vatNumber } = report;

  return (
    <ConfirmDialog
      title={`File VAT for ${nameTaxPeriod(report)}?`}
      confirmLabel="File report"
      confirmPalette="brand"
      isBusy={file.isPending}
      onConfirm={() => file.mutate({ body: { period, vatNumber }, idempotencyKey }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Stack gap="3">
        <Text>
          The portal keeps the figures and documents of VAT number {vatNumber} as they are now. A filed report
          cannot be changed, and its months cannot be opened again.
        </Text>
        <Text>Nothing is sent to SARS: declare the figures on eFiling.</Text>
        <RefusalNote title="The report was not filed" error={file.error} />
      </Stack>
    </ConfirmDialog>
  );
};
