import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Signal } from 'lucide-react';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { providerQuery } from '../../lib/reads/provider-query.ts';

export const NoServices = () => {
  const { data: provider } = useQuery(providerQuery);

  return (
    <EmptyNote
      icon={Signal}
      title="No services yet"
      action={
        <Button asChild size="sm" variant="outline">
          <a href={provider && `mailto:${provider.email}`}>Ask for a service</a>
        </Button>
      }
    >
      Your data, voice and hosting services appear here once they are set up.
    </EmptyNote>
  );
};
