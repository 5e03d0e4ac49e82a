import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { linkToDialog } from '../../lib/address/dialogs.ts';
import { OWN_DIALOGS } from './own-dialogs.ts';

export const PasswordCard = () => (
  <SettingCard title="Password" description="A new password signs you out of every other browser.">
    <Button asChild size="sm" variant="outline">
      <Link {...linkToDialog('own.password', OWN_DIALOGS['own.password'])}>Change password</Link>
    </Button>
  </SettingCard>
);
