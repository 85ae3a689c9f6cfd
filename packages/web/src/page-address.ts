/**
 * Addresses of the pages of settings: `#settings/…`, `#organization/…` and `#channels/…`. Addresses that other clients
 * put into messages and mails lead to the same pages.
 */

const pageViews = ['settings', 'organization', 'channel-settings'] as const;

export type PageView = (typeof pageViews)[number];

/** A page of settings; `path` holds the parts of its address behind the first one. */
export type PageRoute = { readonly view: PageView; readonly path: readonly string[] };

/** Returns whether a view is a page of settings. */
export const isPageView = (view: string): view is PageView => (pageViews as readonly string[]).includes(view);

/** Sections of other clients by their address, and ours for the same. */
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

/** Returns the page of settings of a fragment; undefined for other fragments. */
export function parsePageRoute(hash: string): PageRoute | undefined {
  const [first, ...path] = hash.replace(/^#/, '').split('/').filter(Boolean);
  switch (first) {
    case 'settings':
    case 'organization': {
      const section = path[0] === undefined ? undefined : otherSections[`${first}/${path[0]}`];
      return { view: first, path: section === undefined ? path : [section] };
    }
    // `#channels` alone is the list of the person's channels.
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
