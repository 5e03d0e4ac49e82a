import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { CreditNoteList, NoCreditNotes } from './credit-note-list.tsx';
import { DownloadAction } from './download-action.tsx';
import { creditNoteListQuery } from './queries.ts';
import { pdfOfNote } from './shown-pdfs.ts';

/** A client's own credit notes, each with its PDF. */
export const OwnCreditNotes = ({ userId }: { userId: number }) => {
  const { data: notes, error, refetch } = useQuery(creditNoteListQuery(userId));
  if (error) {
    return <LoadError title="The credit notes could not be read" error={error} onRetry={refetch} />;
  }
  if (!notes) {
    return <SkeletonRows label="Loading credit notes" rows={2} height="14" />;
  }

  return notes.length > 0 ? (
    <CreditNoteList
      notes={notes}
      rowsFrom="xl"
      actions={(note) => note.fileName && <DownloadAction pdf={pdfOfNote(note)} />}
    />
  ) : (
    <NoCreditNotes />
  );
};
