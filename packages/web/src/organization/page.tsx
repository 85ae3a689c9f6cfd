import { lazy } from 'solid-js';
import { pagePath, SectionedPage } from '../forms/page.tsx';
import { roles, useField, useHolds, useIsAdministrator, useRole } from '../forms/self.ts';
import '../styles/pages.css';
import { formTexts } from '../forms/texts.ts';
import { settingsTexts } from '../settings/texts.ts';
import { o, organizationTexts } from './texts.ts';

await Promise.all([formTexts.load(), organizationTexts.load(), settingsTexts.load()]);

const People = lazy(() => import('./people.tsx'));
const PersonPage = lazy(() => import('./person.tsx'));
const Invitations = lazy(() => import('./invitations.tsx'));
const Groups = lazy(() => import('./groups.tsx'));
const GroupPage = lazy(() => import('./group.tsx'));
const Bots = lazy(() => import('./bots.tsx'));
const Profile = lazy(() => import('./profile.tsx'));
const Settings = lazy(() => import('./settings.tsx'));
const Permissions = lazy(() => import('./permissions.tsx'));
const Defaults = lazy(() => import('./defaults.tsx'));
const Joining = lazy(() => import('./joining.tsx'));
const DefaultChannels = lazy(() => import('./default-channels.tsx'));
const Folders = lazy(() => import('./folders.tsx'));
const ProfileFields = lazy(() => import('./profile-fields.tsx'));
const CustomEmoji = lazy(() => import('./custom-emoji.tsx'));
const Linkifiers = lazy(() => import('./linkifiers.tsx'));
const Playgrounds = lazy(() => import('./playgrounds.tsx'));
const DataExport = lazy(() => import('./data-export.tsx'));
const AuditLog = lazy(() => import('./audit-log.tsx'));
const Server = lazy(() => import('./server.tsx'));

/** Returns the number behind the section's name in the address. */
function itemId(): number | undefined {
  const [, part = ''] = pagePath();
  return /^\d+$/.test(part) ? Number(part) : undefined;
}

/** The organization: its people, settings and content. */
export default function OrganizationPage() {
  const role = useRole();
  const isAdministrator = useIsAdministrator();
  const mayInvite = useHolds(useField('realm_can_invite_users_group'));
  const mayLink = useHolds(useField('realm_create_multiuse_invite_group'));
  const isMember = () => role() < roles.guest;
  return (
    <SectionedPage
      view="organization"
      title={o('title')}
      sections={[
        {
          name: 'people',
          title: o('people'),
          group: o('groupPeople'),
          view: () => (itemId() === undefined ? <People /> : <PersonPage userId={itemId()!} />),
        },
        {
          name: 'invitations',
          title: o('invitations'),
          isVisible: () => mayInvite() || mayLink() || isAdministrator(),
          view: () => <Invitations />,
        },
        {
          name: 'groups',
          title: o('groups'),
          view: () => (itemId() === undefined ? <Groups /> : <GroupPage groupId={itemId()!} />),
        },
        { name: 'bots', title: o('bots'), view: () => <Bots /> },
        {
          name: 'profile',
          title: o('profile'),
          group: o('groupRules'),
          isVisible: isMember,
          view: () => <Profile />,
        },
        { name: 'settings', title: o('settings'), isVisible: isMember, view: () => <Settings /> },
        { name: 'permissions', title: o('permissions'), isVisible: isMember, view: () => <Permissions /> },
        { name: 'domains', title: o('domains'), isVisible: isAdministrator, view: () => <Joining /> },
        { name: 'defaults', title: o('defaults'), isVisible: isAdministrator, view: () => <Defaults /> },
        {
          name: 'default-channels',
          title: o('defaultChannels'),
          group: o('groupContent'),
          isVisible: isAdministrator,
          view: () => <DefaultChannels />,
        },
        { name: 'folders', title: o('folders'), isVisible: isAdministrator, view: () => <Folders /> },
        {
          name: 'profile-fields',
          title: o('profileFields'),
          isVisible: isAdministrator,
          view: () => <ProfileFields />,
        },
        { name: 'emoji', title: o('emoji'), isVisible: isMember, view: () => <CustomEmoji /> },
        { name: 'linkifiers', title: o('linkifiers'), isVisible: isMember, view: () => <Linkifiers /> },
        { name: 'playgrounds', title: o('playgrounds'), isVisible: isMember, view: () => <Playgrounds /> },
        {
          name: 'export',
          title: o('export'),
          group: o('groupOversight'),
          isVisible: isAdministrator,
          view: () => <DataExport />,
        },
        {
          name: 'audit',
          title: o('audit'),
          isVisible: () => role() === roles.owner,
          view: () => <AuditLog />,
        },
        {
          name: 'server',
          title: o('server'),
          isVisible: () => role() === roles.owner,
          view: () => <Server />,
        },
      ]}
    />
  );
}
