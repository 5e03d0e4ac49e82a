import { Box, type BoxProps, HStack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useId } from 'react';
import type { CsvForm } from '#shared/contract/fields.ts';
import { CSV_FORMS } from '#shared/contract/limits.ts';
import { rememberCsvForm, useCsvForm } from '../../lib/forms/csv-form.ts';
import { BusyButton, type BusyButtonProps } from '../form/busy-button.tsx';
import { RowMenu, RowMenuButton } from './row-menu.tsx';

const PROGRAMS: Record<CsvForm, string> = { excel: 'Excel', programs: 'programs' };

interface CsvButtonProps extends BoxProps, Pick<BusyButtonProps, 'isBusy' | 'disabled' | 'size'> {
  /** 'Entries as CSV' */
  label: string;
  onSave: (form: CsvForm) => void;
}

/** Saves a CSV file in the form that was chosen last, anywhere; the menu beside it offers both, and remembers the choice. */
export const CsvButton = ({
  label,
  isBusy,
  disabled,
  size = 'md',
  title,
  onSave,
  ...layout
}: CsvButtonProps) => {
  const form = useCsvForm();
  const menuId = useId();
  const acts = CSV_FORMS.map((chosen) => ({
    id: chosen,
    label: `CSV for ${PROGRAMS[chosen]}`,
    icon: Download,
    run: () => {
      rememberCsvForm(chosen);
      onSave(chosen);
    },
  }));

  return (
    <Box {...layout} _print={{ display: 'none' }}>
      <RowMenu id={menuId} actsOf={() => ({ label: 'Form of the file', acts })}>
        <HStack gap="1">
          <BusyButton
            flex="1"
            size={size}
            variant="outline"
            isBusy={isBusy}
            disabled={disabled}
            title={title}
            onClick={() => onSave(form)}
          >
            <Download aria-hidden /> {label} for {PROGRAMS[form]}
          </BusyButton>
          <RowMenuButton menuId={menuId} row={0} label="Choose the form of the file" disabled={disabled} />
        </HStack>
      </RowMenu>
    </Box>
  );
};
