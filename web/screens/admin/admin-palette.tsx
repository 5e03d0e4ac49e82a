import { useNavigate } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import {
  CommandPalette,
  type PaletteGroup,
  type PaletteItem,
} from '../../components/search/command-palette.tsx';
import { actsAbout } from '../../features/invoices/invoice-acts.ts';
import { INVOICE_DIALOGS } from '../../features/invoices/invoice-dialogs.ts';
import { INVOICE_ACTS } from '../../features/invoices/may-ask.ts';
import { actsOfUser, linkToRecord } from '../../features/users/user-acts.ts';
import type { Act } from '../../lib/acts/act.ts';
import { matchActs } from '../../lib/acts/match-acts.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { type DialogProps, dialogAct } from '../../lib/address/dialogs.ts';
import { useFoundByAdmin } from './found-by-admin.ts';
import { useActsOn, usePageActs } from './palette-acts.ts';

/** Where the palette stands: at its start, at the acts on what was found, or at the client or invoice for an act. */
type Step =
  | { name: string; groups: { title: string; items: Act[] }[] }
  | { actId: string; label: string; isOfInvoice?: boolean };

/** The acts that can begin without a client. */
const BEGINNINGS = actsOfUser({ User_Id: 0 }).filter(
  ({ id, isDestructive }) => id !== 'user.view' && !isDestructive,
);

/** The acts that begin with an invoice. */
const ABOUT_INVOICES = INVOICE_ACTS.map((act) => dialogAct(INVOICE_DIALOGS, act)).filter(
  ({ isDestructive }) => !isDestructive,
);

/** What is done most often, which an empty palette offers first. */
const COMMONEST = ['payment.new', 'invoice.new', 'bank.read'];

const commonestFirst = (items: readonly PaletteItem[]): PaletteItem[] => [
  ...COMMONEST.flatMap((id) => items.filter((item) => item.id === id)),
  ...items.filter(({ id }) => !COMMONEST.includes(String(id))),
];

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
    const asked = BEGINNINGS.find(({ id }) => id === asksFor);

    return asked && { actId: asked.id, label: asked.label };
  });
  const typed = text.trim();
  const pageActs = usePageActs();
  const actsOn = useActsOn();
  const isOfFound = step !== undefined && 'groups' in step;
  const isOfInvoice = step !== undefined && 'actId' in step && step.isOfInvoice === true;
  const found = useFoundByAdmin(isOfFound ? '' : typed, step === undefined || isOfInvoice);

  const findGroups = (): PaletteGroup[] => {
    if (step && 'groups' in step) {
      return step.groups.map(({ title: of, items }) => ({ title: of, items: matchActs(items, typed) }));
    }

    if (step?.isOfInvoice) {
      return found.groups.map(({ title: of, items }) => ({
        title: of,
        items: items.flatMap((item) => {
          const act = item.invoice && actsAbout(item.invoice).find(({ id }) => id === step.actId);
          const link = act?.link ?? (item.customer && linkToRecord(item.userId, 'invoices'));

          return link ? [{ ...item, link }] : [];
        }),
      }));
    }

    if (step) {
      return found.groups.map(({ title: of, items }) => ({
        title: of,
        items: items.flatMap((client) => {
          const act = actsOfUser({ User_Id: client.userId }).find(({ id }) => id === step.actId);

          return act?.link ? [{ ...client, link: act.link }] : [];
        }),
      }));
    }

    const ofSomeClient = BEGINNINGS.map(({ id, label, icon, synonyms = '' }): PaletteItem => {
      const more = () => setStep({ actId: id, label });

      return { id, label: `${label}…`, icon, synonyms, more, run: more };
    });
    const ofSomeInvoice = ABOUT_INVOICES.map(({ id, label, icon, synonyms = '' }): PaletteItem => {
      const more = () => setStep({ actId: id, label, isOfInvoice: true });

      return { id, label: `${label}…`, icon, synonyms: `${synonyms} invoice`, more, run: more };
    });
    const everywhere: PaletteItem = {
      id: 'list',
      label: `Show all users with “${typed}”`,
      icon: ListFilter,
      link: linkToAdmin({ section: 'users', search: typed }),
    };

    return [
      {
        title: 'Acts and pages',
        items: matchActs(commonestFirst([...ofSomeClient, ...ofSomeInvoice, ...acts, ...pageActs]), typed),
      },
      ...found.groups.map(({ title, items }) => ({
        title,
        items: items.map((item) => ({
          ...item,
          more: () => setStep({ name: item.invoice ? item.label : item.userName, groups: actsOn(item) }),
        })),
      })),
      { title: 'User Management', items: typed.length >= SEARCH_LENGTH_MIN ? [everywhere] : [] },
    ];
  };
  const groups = findGroups();

  const choose = ({ link, run, more }: PaletteItem) => {
    if (asksFor === undefined && (link || run !== more)) {
      onClose();
    }
    if (link) {
      // The question for which client is answered, so its step is replaced.
      void navigate({ ...link, resetScroll: false, replace: asksFor !== undefined });
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
      title={step === undefined ? title : 'groups' in step ? step.name : step.label}
      placeholder={
        step === undefined
          ? 'Find a client, an invoice by number or amount, a SIM, a ticket…'
          : 'groups' in step
            ? 'What do you want to do?'
            : isOfInvoice
              ? 'Which invoice? Its number, its amount or its client'
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
          if (asksFor !== undefined) {
            return onClose();
          }
          setText('');
          setStep(undefined);
        })
      }
      onChoose={choose}
      onClose={onClose}
    />
  );
};

/** Asks for which client an act is done next. */
export const ClientQuestion = ({ subject, onClose }: DialogProps<string>) => (
  <AdminPalette title="For which client?" acts={[]} asksFor={subject} onClose={onClose} />
);
