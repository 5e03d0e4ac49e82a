import * as z from 'zod';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { date } from '#shared/contract/fields.ts';
import { nameDay } from '#shared/dates.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormDate } from '../../components/form/date-field.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { toast } from '../../lib/browser/toast.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { nameAccount } from './file-words.ts';
import { useChangeFirstDay } from './mutations.ts';
import { WithFile } from './with-file.tsx';

const TITLE = 'Change the first day?';

const firstDayForm = z.object({ bookFrom: date });

interface FirstDayFormProps {
  file: BankFile;
  onClose: () => void;
  onDone: () => void;
}

const FirstDayForm = ({ file, onClose, onDone }: FirstDayFormProps) => {
  const change = useChangeFirstDay(file.id);
  const form = useZodForm(firstDayForm, { bookFrom: file.bookFrom });

  return (
    <FormDialog
      title={TITLE}
      description={`Lines of ${nameAccount(file.bank, file.account)} before this day are ignored, the others are open. It can be changed as long as nothing is booked.`}
      firstField="bookFrom"
      submitLabel="Change the day"
      refusal="The day was not changed"
      form={form}
      save={change}
      inputOf={({ bookFrom }) => bookFrom}
      onSaved={({ bookFrom }) => {
        onDone();
        toast({ title: `Lines are booked from ${nameDay(bookFrom)}`, tone: 'success' });
      }}
      onClose={onClose}
    >
      <FormDate control={form.control} name="bookFrom" label="Book lines from" isRequired />
    </FormDialog>
  );
};

const whyNot = ({ counts }: BankFile) =>
  counts.booked > 0 ? 'Lines of this file are booked, so the first day stays' : undefined;

/** Changes from which day on the lines of an account are booked. */
export const FirstDayDialog = ({ subject: fileId, ...ways }: DialogProps<number>) => (
  <WithFile fileId={fileId} title={TITLE} whyNot={whyNot} onClose={ways.onClose}>
    {(file) => <FirstDayForm file={file} {...ways} />}
  </WithFile>
);
