import { Badge, Box, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { Marked } from './marked.tsx';

interface Found {
  icon: LucideIcon;
  label: string;
  detail?: string | undefined;
  badge?: string | undefined;
}

/** The content of a line of search results, with what was typed marked. */
export const FoundLine = ({ found, typed }: { found: Found; typed: string }) => {
  const { icon: Icon, label, detail, badge } = found;

  return (
    <>
      <Icon size={18} aria-hidden />
      <Box flex="1" minW="0">
        <Text textStyle="sm" fontWeight="semibold" truncate>
          <Marked text={label} typed={typed} />
        </Text>
        {detail && (
          <Text textStyle="detail" truncate>
            <Marked text={detail} typed={typed} />
          </Text>
        )}
      </Box>
      {badge && <Badge colorPalette="gray">{badge}</Badge>}
    </>
  );
};
