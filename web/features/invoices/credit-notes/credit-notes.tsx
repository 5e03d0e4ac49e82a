import { Heading, Stack } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { PdfAction } from '../invoice-actions.tsx';
import { pdfOfNote } from '../shown-pdfs.ts';
import type { PdfJob } from '../use-pdf-job.ts';
import { CreditNoteList } from './credit-note-list.tsx';

/** The credit notes of one client below the invoices, if there are any. */
export const CreditNotes = ({
  read: { data: notes, error, refetch },
  job,
}: {
  read: UseQueryResult<CreditNote[]>;
  job: PdfJob;
}) => {
  if (error) {
    return <LoadError title="The credit notes could not be read" error={error} onRetry={refetch} />;
  }

  return (
    notes &&
    notes.length > 0 && (
      <Stack as="section" gap="3" aria-label="Credit notes">
        <Heading as="h3" size="md">
          Credit notes
        </Heading>
        <CreditNoteList
          notes={notes}
          actions={(note) => <PdfAction pdf={pdfOfNote(note)} fileName={note.fileName} job={job} />}
        />
      </Stack>
    )
  );
};
