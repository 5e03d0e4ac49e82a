import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListFilter, UserRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import {
  CommandPalette,
  type PaletteGroup,
  type PaletteItem,
} from '../components/search/command-palette.tsx';
import { nameOfCustomer } from '../features/customers/customer-result.tsx';
import { searchQuery } from '../features/customers/queries.ts';
import { showFoundRecords } from '../features/palette/found-records.ts';
import { paletteQuery } from '../features/palette/queries.ts';
import { actsOfUser, linkToRecord } from '../features/users/user-acts.ts';
import type { Act } from '../lib/act.ts';
import { linkToAdmin } from '../lib/admin-link.ts';
import { matchActs } from '../lib/match-acts.ts';
import { useDebounced } from '../lib/use-debounced.ts';

const TYPING_PAUSE_MS = 175;

/** Searches the clients and the records behind them for the typed text, once the typing pauses. */
const useFound = (typed: string, areRecordsWanted: boolean) => {
  const settled = useDebounced(typed, TYPING_PAUSE_MS);
  const isLongEnough = typed.length >= SEARCH_LENGTH_MIN;
  const enabled = isLongEnough && settled.length >= SEARCH_LENGTH_MIN;
  const clients = useQuery({ ...searchQuery(settled), enabled });
  const records = useQuery({ ...paletteQuery(settled), enabled: enabled && areRecordsWanted });
  const isWaiting = clients.isFetching || (areRecordsWanted && records.isFetching);

  return {
    clients: enabled ? clients.data : undefined,
    records: enabled ? records.data : undefined,
    error: enabled ? (clients.error ?? records.error) : null,
    isSearching: isLongEnough && (settled !== typed || isWaiting),
  };
};

/** Where the palette stands: at its start, at the acts on one client, or at the client for an act. */
type Step = { name: string; userId: number } | { actId: string; label: string };

/** Everything but a deletion, which is asked for where the record is seen. */
const actsOn = (userId: number): Act[] =>
  actsOfUser({ User_Id: userId }).filter(({ isDestructive }) => !isDestructive);

const showClient = (client: CustomerResult, link = linkToRecord(client.id)): PaletteItem => ({
  id: `client.${client.id}`,
  icon: UserRound,
  label: nameOfCustomer(client),
  detail: [client.owNumber, client.company, client.email].filter(Boolean).join(' · '),
  ...(client.customerStatus === 'Inactive' && { badge: 'Inactive' }),
  link,
});

interface AdminPaletteProps {
  title: string;
  /** The acts of the panel: its pages, the theme, Log out. */
  acts: readonly Act[];
  onClose: () => void;
}

/** The palette of an administrator: finds clients and their records, and acts on them. */
export const AdminPalette = ({ title, acts, onClose }: AdminPaletteProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [step, setStep] = useState<Step>();
  const typed = text.trim();
  const isOfClient = step !== undefined && 'userId' in step;
  const found = useFound(isOfClient ? '' : typed, step === undefined);

  const groups = useMemo((): PaletteGroup[] => {
    if (step && 'userId' in step) {
      return [{ title: step.name, items: matchActs(actsOn(step.userId), typed) }];
    }

    const clients = (found.clients ?? []).map((client): PaletteItem => {
      const act = step && actsOn(client.id).find(({ id }) => id === step.actId);
      const more = () => setStep({ name: nameOfCustomer(client), userId: client.id });

      return act?.link ? showClient(client, act.link) : { ...showClient(client), more };
    });
    if (step) {
      return [{ title: 'Clients', items: clients }];
    }

    const records = showFoundRecords(found.records ?? { invoices: [], services: [], tickets: [] });
    const open = (
      items: (Omit<PaletteItem, 'link' | 'run'> & { userId: number; userName: string })[],
      tab?: 'invoices' | 'services',
    ) =>
      items.map(
        (item): PaletteItem => ({
          ...item,
          link: linkToRecord(item.userId, tab),
          more: () => setStep({ name: item.userName, userId: item.userId }),
        }),
      );
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
      { title: 'Clients', items: clients },
      { title: 'Invoices', items: open(records.invoices, 'invoices') },
      { title: 'Services', items: open(records.services, 'services') },
      { title: 'Tickets', items: open(records.tickets) },
      { title: 'User Management', items: typed.length >= SEARCH_LENGTH_MIN ? [everywhere] : [] },
    ];
  }, [acts, found.clients, found.records, step, typed]);

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
