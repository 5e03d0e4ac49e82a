import { Button } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { ApiError } from '../../../lib/reads/api-error.ts';

export const isMissingUser = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 404;

export const MissingUser = ({ error, onClose }: { error: ApiError; onClose: () => void }) => (
  <EmptyNote
    icon={SearchX}
    title={error.message}
    action={
      <Button size="sm" variant="outline" mt="2" onClick={onClose}>
        Back to the page
      </Button>
    }
  >
    The account may have been deleted meanwhile.
  </EmptyNote>
);
