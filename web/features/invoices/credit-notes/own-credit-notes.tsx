import { useQuery } from '@tanstack/react-query';
import { ReadList } from '../../../components/list/read-list.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { DownloadAction } from '../download-action.tsx';
import { creditNoteListQuery } from '../queries.ts';
import { pdfOfNote } from '../shown-pdfs.ts';
import { CreditNoteList, NoCreditNotes } from './credit-note-list.tsx';

/** A client's own credit notes, each with its PDF. */
export const OwnCreditNotes = ({ userId }: { userId: number }) => {
  const read = useQuery(creditNoteListQuery(userId));

  return (
    <ReadList
      read={read}
      items={read.data}
      failed="The credit notes could not be read"
      waiting={<SkeletonRows label="Loading credit notes" rows={2} height="14" />}
      empty={<NoCreditNotes />}
    >
      {(notes) => (
        <CreditNoteList
          notes={notes}
          rowsFrom="xl"
          actions={(note) => note.fileName && <DownloadAction pdf={pdfOfNote(note)} />}
        />
      )}
    </ReadList>
  );
};
