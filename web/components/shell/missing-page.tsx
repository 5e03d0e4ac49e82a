import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { formatCount } from '#shared/numbers.ts';
import { EmptyNote } from '../list/empty-note.tsx';

/** Shown instead of a page after the last one, for example because its rows have gone meanwhile. */
export const MissingPage = ({ icon, page }: { icon: LucideIcon; page: number }) => (
  <EmptyNote
    icon={icon}
    title={`There is no page ${formatCount(page)}`}
    action={
      <Button asChild size="sm" variant="outline">
        <Link to="." search={(shown) => ({ ...shown, page: undefined })}>
          Go to the first page
        </Link>
      </Button>
    }
  />
);
