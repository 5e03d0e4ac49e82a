import { Box, chakra, Text } from '@chakra-ui/react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { CheckBox } from '../../components/form/check-box.tsx';
import { showError } from '../../lib/browser/toast.ts';
import { useUpdateAccount } from './mutations.ts';

const Choice = chakra('label', {
  base: { display: 'flex', alignItems: 'flex-start', gap: '3', minHeight: '6', cursor: 'pointer' },
});

const TITLE = 'Mails about invoices, payments and tickets';

/** The client's switch for mails that are not about the account itself; it is saved at once. */
export const MailSwitch = ({ user }: { user: OwnUser }) => {
  const update = useUpdateAccount(({ mailsAreOn }) => `${TITLE} are ${mailsAreOn ? 'on' : 'off'}`);
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
          <Text fontWeight="semibold">{TITLE}</Text>
          <Text id="mail-switch-note" textStyle="sm" color="fg.muted">
            Each invoice with its PDF, a note when we receive a payment, statements, and a note when we answer
            a ticket. We always send mails about your account, for example after a new password.
          </Text>
        </Box>
      </Choice>
    </SettingCard>
  );
};
