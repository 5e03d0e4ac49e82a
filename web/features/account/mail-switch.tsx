import { Box, chakra, Text } from '@chakra-ui/react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { showError } from '../../lib/toast.ts';
import { useUpdateAccount } from './mutations.ts';
import { SettingCard } from './setting-card.tsx';

const Choice = chakra('label', {
  base: { display: 'flex', alignItems: 'flex-start', gap: '3', minHeight: '6', cursor: 'pointer' },
});

/** The client's switch for mails that are not about the account itself; it is saved at once. */
export const MailSwitch = ({ user }: { user: OwnUser }) => {
  const update = useUpdateAccount(({ mailsAreOn }) =>
    mailsAreOn ? 'Mails about invoices and tickets are on' : 'Mails about invoices and tickets are off',
  );
  const isOn = update.isPending ? update.variables.mailsAreOn : user.mailsAreOn;

  return (
    <SettingCard title="Mail settings">
      <Choice>
        <CheckBox
          type="checkbox"
          role="switch"
          checked={isOn ?? true}
          aria-describedby="mail-switch-note"
          onChange={({ target }) =>
            !update.isPending &&
            update.mutate({ mailsAreOn: target.checked }, { onError: showError('Not saved') })
          }
        />
        <Box>
          <Text fontWeight="semibold">Mails about invoices and tickets</Text>
          <Text id="mail-switch-note" textStyle="sm" color="fg.muted">
            Each invoice with its PDF, and a note when we answer a ticket. We always send mails about your
            account, for example after a new password.
          </Text>
        </Box>
      </Choice>
    </SettingCard>
  );
};
