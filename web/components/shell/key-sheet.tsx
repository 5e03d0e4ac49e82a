import { Box, chakra, Dialog, Flex, Heading, Kbd, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import type { Act } from '../../lib/acts/act.ts';
import { useSingleKeysSwitch } from '../../lib/acts/single-keys.ts';
import { Modal } from '../dialog/modal.tsx';
import { CheckBox } from '../form/check-box.tsx';

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    py: '1.5',
    minHeight: '9',
    borderBottomWidth: '1px',
  },
});

export type KeyLine = Pick<Act, 'id' | 'label' | 'keys'>;

/** Lines without a key are left out. */
export interface KeyGroup {
  title: string;
  lines: readonly KeyLine[];
}

interface KeySheetProps {
  title: string;
  groups: readonly KeyGroup[];
  onClose: () => void;
}

const Group = ({ title, lines }: KeyGroup) => (
  // A group is never cut by a column.
  <Box as="section" aria-label={title} mb="5" css={{ breakInside: 'avoid' }}>
    <Heading as="h3" size="sm" mb="1">
      {title}
    </Heading>
    <chakra.ul listStyleType="none">
      {lines
        .filter(({ keys }) => keys)
        .map(({ id, label, keys }) => (
          <Row key={id}>
            <Text textStyle="sm">{label}</Text>
            <Kbd flexShrink="0">{keys}</Kbd>
          </Row>
        ))}
    </chakra.ul>
  </Box>
);

/** The keys that act, and the switch for those that are pressed alone. */
export const KeySheet = ({ title, groups, onClose }: KeySheetProps) => {
  const [areOn, setAreOn] = useSingleKeysSwitch();
  const keys = useRef<HTMLDivElement>(null);

  return (
    <Modal title={title} size="wide" initialFocus={() => keys.current} onClose={onClose}>
      <Dialog.Body pb="6">
        <Box
          ref={keys}
          tabIndex={-1}
          outline="none"
          css={{ columnCount: { base: 1, md: 2 }, columnGap: '2rem' }}
        >
          {groups.map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </Box>
        <Flex asChild align="center" gap="3" minH="11" cursor="pointer">
          <label>
            <CheckBox asChild>
              <input type="checkbox" checked={areOn} onChange={({ target }) => setAreOn(target.checked)} />
            </CheckBox>
            <Text as="span" textStyle="sm" fontWeight="medium">
              Single-key shortcuts
            </Text>
          </label>
        </Flex>
        <Text textStyle="detail">
          Keys that are pressed alone, such as ?, / and G, act only outside fields. Switch them off if you
          speak to your computer or press keys by accident.
        </Text>
      </Dialog.Body>
    </Modal>
  );
};
