/**
 * Addresses of the settings pages: `#settings/…`, `#organization/…` and `#channels/…`. Addresses in the format of other clients,
 * which messages and mails contain, are understood, too.
 */

const pageViews = ['settings', 'organization', 'channel-settings'] as const;

export type PageView = (typeof pageViews)[number];

/** A settings page. `path` contains the segments of its address after the first one. */
export type PageRoute = { readonly view: PageView; readonly path: readonly string[] };

export const isPageView = (view: string): view is PageView => (pageViews as readonly string[]).includes(view);

/** Names of this client's sections, by the address that other clients use for the section. */
const otherSections: Readonly<Record<string, string>> = {
  'settings/account-and-privacy': 'account',
  'settings/your-bots': 'bots',
  'settings/muted-users': 'muted',
  'settings/topics': 'muted',
  'settings/uploaded-files': 'files',
  'organization/organization-profile': 'profile',
  'organization/organization-settings': 'settings',
  'organization/organization-permissions': 'permissions',
  'organization/emoji-settings': 'emoji',
  'organization/linkifier-settings': 'linkifiers',
  'organization/playground-settings': 'playgrounds',
  'organization/profile-field-settings': 'profile-fields',
  'organization/default-channels-list': 'default-channels',
  'organization/data-exports-admin': 'export',
  'organization/auth-methods': 'domains',
  'organization/users': 'people',
  'organization/user-list-admin': 'people',
  'organization/bot-list-admin': 'bots',
};

/** Returns the settings page at a URL fragment; undefined for other fragments. */
export function parsePageRoute(hash: string): PageRoute | undefined {
  const [first, ...path] = hash.replace(/^#/, '').split('/').filter(Boolean);
  switch (first) {
    case 'settings':
    case 'organization': {
      const section = path[0] === undefined ? undefined : otherSections[`${first}/${path[0]}`];
      return { view: first, path: section === undefined ? path : [section] };
    }
    // `#channels` without further segments is the view of the person's channels.
    case 'channels':
      return path.length > 0 ? { view: 'channel-settings', path } : undefined;
    case 'streams':
      return { view: 'channel-settings', path: path.length > 0 ? path : ['all'] };
    case 'groups':
      return { view: 'organization', path: ['groups', ...path.slice(0, 1).filter((id) => /^\d+$/.test(id))] };
    case 'user':
      return { view: 'organization', path: ['people', ...path.slice(0, 1)] };
    case 'invite':
      return { view: 'organization', path: ['invitations'] };
    default:
      return undefined;
  }
}
