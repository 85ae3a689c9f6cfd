import { type JSX, lazy, Show } from 'solid-js';
import { accessTexts } from '../access/texts.ts';
import { botsTexts } from '../bots/texts.ts';
import { SectionedPage, usePagePath } from '../forms/page.tsx';
import { formTexts } from '../forms/texts.ts';
import { useField, useHasPermission, useRole } from '../model/self.ts';
import { personDataTexts } from '../person-data/texts.ts';
import { settingsTexts } from '../settings/texts.ts';
import { isSectionSeen, type OrganizationSectionName, organizationSections } from './sections.ts';
import { o, organizationTexts } from './texts.ts';

await Promise.all([
  formTexts.load(),
  botsTexts.load(),
  organizationTexts.load(),
  settingsTexts.load(),
  personDataTexts.load(),
  accessTexts.load(),
]);

const People = lazy(() => import('./people/people.tsx'));
const PersonPage = lazy(() => import('./people/person.tsx'));
const Invitations = lazy(() => import('./people/invitations.tsx'));
const Groups = lazy(() => import('./groups/groups.tsx'));
const GroupPage = lazy(() => import('./groups/group.tsx'));
const Bots = lazy(() => import('../bots/bots.tsx'));
const Integrations = lazy(() => import('../integrations/section.tsx'));
const Profile = lazy(() => import('./profile/profile.tsx'));
const Settings = lazy(() => import('./settings/settings.tsx'));
const Permissions = lazy(() => import('./permissions/permissions.tsx'));
const Defaults = lazy(() => import('./settings/defaults.tsx'));
const Joining = lazy(() => import('./joining/joining.tsx'));
const DefaultChannels = lazy(() => import('./channels/default-channels.tsx'));
const Folders = lazy(() => import('./channels/folders.tsx'));
const ProfileFields = lazy(() => import('./profile/profile-fields.tsx'));
const CustomEmoji = lazy(() => import('./emoji/custom-emoji.tsx'));
const Linkifiers = lazy(() => import('./linkifiers/linkifiers.tsx'));
const Playgrounds = lazy(() => import('./playgrounds.tsx'));
const DataExport = lazy(() => import('./export/data-export.tsx'));
const Imports = lazy(() => import('../imports/section.tsx'));
const Erasures = lazy(() => import('../person-data/erasures.tsx'));
const AuditLog = lazy(() => import('./audit-log/audit-log.tsx'));
const Server = lazy(() => import('./server/server.tsx'));

/** Renders the one of a list whose ID stands in the address after the section's name, or else the list. */
function ListOrOne(props: { list: () => JSX.Element; one: (id: number) => JSX.Element }) {
  const path = usePagePath();
  const id = () => (/^\d+$/.test(path()[1] ?? '') ? Number(path()[1]) : undefined);
  return (
    <Show when={id()} fallback={props.list()} keyed>
      {(present) => props.one(present)}
    </Show>
  );
}

const views: Readonly<Record<OrganizationSectionName, () => JSX.Element>> = {
  people: () => <ListOrOne list={() => <People />} one={(id) => <PersonPage userId={id} />} />,
  invitations: () => <Invitations />,
  groups: () => <ListOrOne list={() => <Groups />} one={(id) => <GroupPage groupId={id} />} />,
  bots: () => <Bots />,
  integrations: () => <Integrations />,
  profile: () => <Profile />,
  settings: () => <Settings />,
  permissions: () => <Permissions />,
  domains: () => <Joining />,
  defaults: () => <Defaults />,
  'default-channels': () => <DefaultChannels />,
  folders: () => <Folders />,
  'profile-fields': () => <ProfileFields />,
  emoji: () => <CustomEmoji />,
  linkifiers: () => <Linkifiers />,
  playgrounds: () => <Playgrounds />,
  export: () => <DataExport />,
  imports: () => <Imports />,
  erasures: () => <Erasures />,
  audit: () => <AuditLog />,
  server: () => <Server />,
};

/** Renders the page of the organization: people, settings and content. */
export default function OrganizationPage() {
  const role = useRole();
  const mayInvite = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  const reader = () => ({ role: role(), mayInvite: mayInvite() || mayLink() });
  return (
    <SectionedPage
      view="organization"
      title={o('title')}
      sections={organizationSections.map((section) => ({
        name: section.name,
        title: o(section.title),
        ...('group' in section && { group: o(section.group) }),
        isVisible: () => isSectionSeen(section, reader()),
        view: views[section.name],
      }))}
    />
  );
}
