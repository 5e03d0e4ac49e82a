import { Button } from '@chakra-ui/react';
import { X } from 'lucide-react';

export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button _print={{ display: 'none' }} size="sm" px="2" variant="ghost" onClick={onClear}>
    <X /> Clear filters
  </Button>
);
