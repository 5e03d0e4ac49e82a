import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { fileOfLineQuery } from './queries.ts';

interface FileOfLineProps {
  lineId: number;
  children: (fileId: number) => ReactNode;
}

/** Finds the file that brought a line, for a link from a payment, which knows only its line. */
export const FileOfLine = ({ lineId, children }: FileOfLineProps) => {
  const { data, error, refetch } = useQuery(fileOfLineQuery(lineId));
  if (error && !data) {
    return <LoadError title="The line could not be read" error={error} onRetry={refetch} />;
  }

  return data ? (
    children(data.id)
  ) : (
    <SkeletonList label="Loading the line" count={1} cardHeight="9rem" rowHeight="4rem" rowsFrom="xl" />
  );
};
