import { useNavigate } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import {
  CommandPalette,
  type PaletteGroup,
  type PaletteItem,
} from '../components/search/command-palette.tsx';
import { actsOfUser } from '../features/users/user-acts.ts';
import type { Act } from '../lib/act.ts';
import { linkToAdmin } from '../lib/admin-link.ts';
import { matchActs } from '../lib/match-acts.ts';
import { useFoundByAdmin } from './found-by-admin.ts';

/** Where the palette stands: at its start, at the acts on one client, or at the client for an act. */
type Step = { name: string; userId: number } | { actId: string; label: string };

/** Everything but a deletion, which is asked for where the record is seen. */
const actsOn = (userId: number): Act[] =>
  actsOfUser({ User_Id: userId }).filter(({ isDestructive }) => !isDestructive);

interface AdminPaletteProps {
  title: string;
  /** The acts of the panel: its pages, the theme, Log out. */
  acts: readonly Act[];
  /** The act for which the palette asks for the client at once. */
  asksFor?: string | undefined;
  onClose: () => void;
}

/** The palette of an administrator: finds clients and their records, and acts on them. */
export const AdminPalette = ({ title, acts, asksFor, onClose }: AdminPaletteProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [step, setStep] = useState<Step | undefined>(() => {
    const asked = actsOn(0).find(({ id }) => id === asksFor);

    return asked && { actId: asked.id, label: asked.label };
  });
  const typed = text.trim();
  const isOfClient = step !== undefined && 'userId' in step;
  const found = useFoundByAdmin(isOfClient ? '' : typed, step === undefined);

  const findGroups = (): PaletteGroup[] => {
    if (step && 'userId' in step) {
      return [{ title: step.name, items: matchActs(actsOn(step.userId), typed) }];
    }

    if (step) {
      const clients = found.groups.flatMap(({ items }) => items);

      return [
        {
          title: 'Clients',
          items: clients.flatMap((client) => {
            const act = actsOn(client.userId).find(({ id }) => id === step.actId);

            return act?.link ? [{ ...client, link: act.link }] : [];
          }),
        },
      ];
    }

    const ofSomeClient = actsOn(0)
      .filter(({ id }) => id !== 'user.view')
      .map(
        ({ id, label, icon, synonyms = '' }): PaletteItem => ({
          id,
          label: `${label}…`,
          icon,
          synonyms,
          run: () => setStep({ actId: id, label }),
        }),
      );
    const everywhere: PaletteItem = {
      id: 'list',
      label: `Show all users with “${typed}”`,
      icon: ListFilter,
      link: linkToAdmin({ section: 'users', search: typed }),
    };

    return [
      { title: 'Acts and pages', items: matchActs([...ofSomeClient, ...acts], typed) },
      ...found.groups.map(({ title, items }) => ({
        title,
        items: items.map((item) => ({
          ...item,
          more: () => setStep({ name: item.userName, userId: item.userId }),
        })),
      })),
      { title: 'User Management', items: typed.length >= SEARCH_LENGTH_MIN ? [everywhere] : [] },
    ];
  };
  const groups = findGroups();

  const choose = ({ id, link, run }: PaletteItem) => {
    if (link || acts.some((act) => act.id === id)) {
      onClose();
    }
    if (link) {
      void navigate({ ...link, resetScroll: false });
    } else {
      run();
    }
  };

  const isShort = typed.length < SEARCH_LENGTH_MIN;
  const count = groups.reduce(
    (sum, { title: of, items }) => sum + (of === 'User Management' ? 0 : items.length),
    0,
  );

  return (
    <CommandPalette
      title={step === undefined ? title : 'userId' in step ? step.name : step.label}
      placeholder={
        step === undefined
          ? 'Find a client, an invoice by number or amount, a SIM, a ticket…'
          : 'userId' in step
            ? 'What do you want to do?'
            : 'For which client?'
      }
      text={text}
      onType={setText}
      groups={groups}
      isSearching={found.isSearching}
      error={found.error}
      isEmpty={!isShort && !found.isSearching && count === 0}
      onBack={
        step &&
        (() => {
          setText('');
          setStep(undefined);
        })
      }
      onChoose={choose}
      onClose={onClose}
    />
  );
};
