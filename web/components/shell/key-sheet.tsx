import { chakra, Dialog, Flex, Kbd, Text } from '@chakra-ui/react';
import type { Act } from '../../lib/act.ts';
import { useSingleKeysSwitch } from '../../lib/single-keys.ts';
import { Modal } from '../dialog/modal.tsx';
import { CheckBox } from '../form/check-box.tsx';

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    py: '2',
    borderBottomWidth: '1px',
  },
});

interface KeySheetProps {
  title: string;
  acts: readonly Pick<Act, 'id' | 'label' | 'keys'>[];
  onClose: () => void;
}

/** The keys that act, and the switch for those that are pressed alone. */
export const KeySheet = ({ title, acts, onClose }: KeySheetProps) => {
  const [areOn, setAreOn] = useSingleKeysSwitch();

  return (
    <Modal title={title} onClose={onClose}>
      <Dialog.Body pb="6">
        <chakra.ul listStyleType="none">
          {acts.flatMap(({ id, label, keys }) =>
            keys
              ? [
                  <Row key={id}>
                    <Text textStyle="sm">{label}</Text>
                    <Kbd>{keys}</Kbd>
                  </Row>,
                ]
              : [],
          )}
        </chakra.ul>
        <Flex asChild align="center" gap="3" mt="4" minH="11" cursor="pointer">
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
          Keys that are pressed alone, such as ? and /, act only outside fields. Switch them off if you speak
          to your computer or press keys by accident.
        </Text>
      </Dialog.Body>
    </Modal>
  );
};
