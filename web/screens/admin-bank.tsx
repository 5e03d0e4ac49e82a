import { getRouteApi } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { EmptyNote } from '../components/list/empty-note.tsx';
import { paramsOf } from './admin-address.ts';

const route = getRouteApi('/admin');

/** The bank's files, or the lines of the file that the address names. */
export const AdminBank = () => {
  const { file, view } = paramsOf('bank', route.useSearch());
  if (view === 'unidentified' || file) {
    return null;
  }

  return (
    <EmptyNote icon={Landmark} title="No bank file yet">
      Download your account's transactions as CSV from your bank, and read them here.
    </EmptyNote>
  );
};
