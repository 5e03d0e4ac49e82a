import { Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { VatReport } from '#shared/contract/books/vat-report.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { useFormKey } from '../../lib/forms/idempotency-key.ts';
import { useFileVatReport } from './mutations.ts';
import { type ShownReport, vatReportQuery } from './queries.ts';
import { nameTaxPeriod, whyNotFiled } from './tax-periods.ts';

interface FileFormProps {
  report: VatReport;
  onClose: () => void;
  onDone: () => void;
}

const FileForm = ({ report, onClose, onDone }: FileFormProps) => {
  const idempotencyKey = useFormKey();
  const file = useFileVatReport();
  const { period, vatNumber } = report;

  return (
    <ConfirmDialog
      title={`File VAT for ${nameTaxPeriod(report)}?`}
      confirmLabel="File VAT report"
      isBusy={file.isPending}
      onConfirm={() => file.mutate({ body: { period, vatNumber }, idempotencyKey }, { onSuccess: onDone })}
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

const TITLE = 'File this VAT report?';

/** Asks before a report is kept for good. */
export const FileVatDialog = ({ subject, onClose, onDone }: DialogProps<ShownReport>) => {
  const read = useQuery(vatReportQuery(subject));
  const refusal = read.data && whyNotFiled(read.data);
  // Once the report is filed it refuses to be filed.
  const report = useKept(refusal === undefined ? read.data : undefined);
  if (report) {
    return <FileForm report={report} onClose={onClose} onDone={onDone} />;
  }

  return refusal === undefined ? (
    <UnreadDialog title={TITLE} what="the VAT report" read={read} onClose={onClose} />
  ) : (
    <RefusedDialog title={TITLE} why={refusal} onClose={onClose} />
  );
};
