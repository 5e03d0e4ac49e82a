import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { Activity, Settings, Signal } from 'lucide-react';
import { useMemo } from 'react';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { FinderSearch } from '../../components/search/finder-search.tsx';
import { PaletteButton } from '../../components/search/palette-button.tsx';
import { AccountMenu } from '../../components/shell/account-menu.tsx';
import { KEY_SHEET_FRAME, PALETTE_FRAME } from '../../components/shell/portal-frames.ts';
import { Shell } from '../../components/shell/shell.tsx';
import type { NavGroup, NavItem } from '../../components/shell/sidebar-nav.tsx';
import { useMailTrouble } from '../../features/account/mail-trouble.ts';
import type { Act } from '../../lib/acts/act.ts';
import { isNothingOver, useActKeys } from '../../lib/acts/act-keys.ts';
import { usePortalOverlay } from '../../lib/acts/use-portal-overlay.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { RECORD_PARAMS, without } from '../../lib/address/dialog-params.ts';
import { useLastPageSize } from '../../lib/address/page-size.ts';
import { countStepsBack } from '../../lib/address/steps.ts';
import { useCaughtFiles } from '../../lib/browser/caught-files.ts';
import { toast } from '../../lib/browser/toast.ts';
import { usePreload } from '../../lib/browser/use-preload.ts';
import { UNREACHABLE } from '../../lib/reads/api-error.ts';
import { ADMIN_PAGES, ADMIN_TOOLS, MY_ACCOUNT } from './admin-acts.ts';
import { listUnder, useAddress } from './admin-address.ts';
import { AdminDashboard } from './admin-dashboard.tsx';
import { SECTION_PARTS, SECTIONS } from './admin-sections.tsx';

const MailNote = lazyPart(() => import('../../features/account/mail-note.tsx'), 'MailNote', {
  waiting: null,
});

const ClientDetailDialog = lazyDialog(() => import('./client-detail-dialog.tsx'), 'ClientDetailDialog', {
  title: 'Client',
  size: 'wide',
});
/** The table of dialogs, with the labels and icons of its rows. */
const AdminDialogs = lazyPart<'AdminDialogs', object>(() => import('./admin-dialogs.tsx'), 'AdminDialogs', {
  waiting: null,
});

/** Loads the code of the dialog that a link opens. */
const OPEN = {
  preload: async (open = '') => {
    await AdminDialogs.preload();
    await (await import('./admin-dialogs.tsx')).preloadAdminDialog(open);
  },
};

const AdminFinder = lazyPart(() => import('./admin-finder.tsx'), 'AdminFinder', { waiting: null });
const AdminPalette = lazyDialog(() => import('./admin-palette.tsx'), 'AdminPalette', PALETTE_FRAME);
const AdminKeySheet = lazyDialog(() => import('./admin-key-sheet.tsx'), 'AdminKeySheet', KEY_SHEET_FRAME);

/** The parts by the parameters that open them, the most frequent first. */
const PRELOADED = {
  client: ClientDetailDialog,
  open: OPEN,
  ...SECTION_PARTS,
};

const route = getRouteApi('/admin');

/** The record that the address names, and the dialog over it or over the page. */
const OpenParts = () => {
  const search = route.useSearch();
  const { client, tab, kind, new: form, open } = search;
  const { history } = useRouter();
  const changeAddress = useAddress();
  const closeRecord = () => {
    const back = countStepsBack(history, 'client');
    if (back === undefined) {
      changeAddress(without(RECORD_PARAMS), { replace: true });
    } else {
      history.go(-back);
    }
  };
  if (!client) {
    return open && <AdminDialogs />;
  }

  return (
    <ClientDetailDialog
      userId={client}
      tab={tab}
      form={form}
      kind={kind}
      list={listUnder(search)}
      onClose={closeRecord}
    >
      <AdminDialogs />
    </ClientDetailDialog>
  );
};

export const AdminPanel = () => {
  const { section, client } = route.useSearch();
  const navigate = useNavigate();
  const lastPageSize = useLastPageSize();
  const limit = lastPageSize === PAGE_SIZES[0] ? undefined : lastPageSize;
  const mail = useMailTrouble();
  const { shown, acts, close } = usePortalOverlay(AdminPalette.preload);
  const { palette, keys, search, themes, logOut, isLoggingOut } = acts;

  const pages: Record<keyof typeof ADMIN_PAGES, Act> = {
    ...ADMIN_PAGES,
    users: { ...ADMIN_PAGES.users, link: linkToAdmin({ section: 'users', limit }) },
  };
  const pageActs = Object.values(pages);
  const everyAct = [...pageActs, MY_ACCOUNT, ...ADMIN_TOOLS, ...themes, keys, logOut];

  usePreload(PRELOADED);
  useActKeys(
    pageActs,
    ({ link }) => void navigate({ ...link }),
    // The record is a dialog that one may leave.
    () => isNothingOver(client ? 1 : 0),
  );

  useCaughtFiles((files) =>
    import('./admin-dialogs.tsx').then(
      ({ takeDroppedFiles }) => takeDroppedFiles(files, navigate),
      () => toast({ title: UNREACHABLE, tone: 'error' }),
    ),
  );

  const Section = section ? SECTIONS[section] : AdminDashboard;
  // The same element is not rendered again while a dialog opens over it.
  const content = useMemo(() => <Section />, [Section]);

  const items: (NavItem | NavGroup)[] = [
    { ...pages.dashboard, isCurrent: !section },
    { ...pages.users, isCurrent: section === 'users' },
    {
      label: 'Billing',
      items: [
        // A statement is one of a debtor's papers, whichever list it was opened from.
        { ...pages.debtors, isCurrent: section === 'debtors' || section === 'statement' },
        { ...pages['billing-run'], isCurrent: section === 'billing-run' },
        { ...pages.bank, isCurrent: section === 'bank' },
        { ...pages.bookkeeping, isCurrent: section === 'bookkeeping' },
      ],
    },
    { ...pages.jobs, isCurrent: section === 'jobs' },
    { label: 'Services', icon: Signal },
    { label: 'System Health', icon: Activity },
    { label: 'Settings', icon: Settings },
  ];

  return (
    <Shell
      items={items}
      note={mail && !mail.isHidden && <MailNote {...mail} />}
      loadingText="Loading..."
      search={<FinderSearch acts={everyAct} Finder={AdminFinder} />}
      palette={<PaletteButton act={palette} preload={() => void AdminPalette.preload()} />}
      account={
        <AccountMenu
          acts={[MY_ACCOUNT, ...ADMIN_TOOLS, keys]}
          currentId={section && `page.${section}`}
          logOut={logOut}
          isLoggingOut={isLoggingOut}
        />
      }
    >
      {content}
      <OpenParts />
      {shown === 'palette' && (
        <AdminPalette title={palette.label} acts={everyAct} onClose={() => close('palette')} />
      )}
      {shown === 'keys' && (
        <AdminKeySheet
          title={keys.label}
          acts={[palette, search, keys, ...pageActs]}
          onClose={() => close('keys')}
        />
      )}
    </Shell>
  );
};
