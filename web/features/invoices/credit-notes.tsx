import { Heading, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/loading/load-error.tsx';
import { CreditNoteList } from './credit-note-list.tsx';
import { PdfAction } from './invoice-actions.tsx';
import { creditNoteListQuery } from './queries.ts';
import { pdfOfNote } from './shown-pdfs.ts';
import type { PdfJob } from './use-pdf-job.ts';

/** The credit notes of one client below the invoices, if there are any. */
export const CreditNotes = ({ userId, job }: { userId: number; job: PdfJob }) => {
  const { data: notes, error, refetch } = useQuery(creditNoteListQuery(userId));
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
