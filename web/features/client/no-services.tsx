import { Button } from '@chakra-ui/react';
import { Signal } from 'lucide-react';
import { PROVIDER } from '#shared/brand.ts';
import { EmptyNote } from '../../components/empty-note.tsx';

export const NoServices = () => (
  <EmptyNote
    icon={Signal}
    title="No services yet"
    action={
      <Button asChild size="sm" variant="outline">
        <a href={`mailto:${PROVIDER.email}`}>Ask for a service</a>
      </Button>
    }
  >
    Your data, voice and hosting services appear here once they are set up.
  </EmptyNote>
);
