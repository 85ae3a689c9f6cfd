import { isSafeLinkTemplate } from '@parley/rules';

export type KnownSite = {
  name: string;
  /** Name of the site. */
  text: string;
  hint: string;
  /** URL pattern of an account. Empty when accounts have no URL; `%(username)s` alone when people enter a whole URL. */
  url_pattern: string;
};

const site = (text: string, what: string, urlPattern: string, hint = ''): KnownSite => ({
  name: `${text} ${what}`,
  text,
  hint,
  url_pattern: urlPattern,
});

/** URL pattern of sites for which people enter a whole URL, which is checked (`isWebAddress`). */
const wholeAddress = '%(username)s';

export const externalAccounts: Readonly<Record<string, KnownSite>> = {
  behance: site('Behance', 'username', 'https://www.behance.net/%(username)s'),
  bitbucket: site('Bitbucket', 'username', 'https://bitbucket.org/%(username)s'),
  bluesky: site('Bluesky', 'handle', 'https://bsky.app/profile/%(username)s'),
  codeberg: site('Codeberg', 'username', 'https://codeberg.org/%(username)s'),
  discord: site('Discord', 'tag', ''),
  dribbble: site('Dribbble', 'username', 'https://dribbble.com/%(username)s'),
  facebook: site('Facebook', 'username', 'https://www.facebook.com/%(username)s'),
  github: site('GitHub', 'username', 'https://github.com/%(username)s'),
  gitlab: site('GitLab', 'username', 'https://gitlab.com/%(username)s'),
  instagram: site('Instagram', 'username', 'https://www.instagram.com/%(username)s'),
  linkedin: site('LinkedIn', 'profile name', 'https://www.linkedin.com/in/%(username)s'),
  mastodon: site('Mastodon', 'profile', wholeAddress, 'The address of your profile, with https://'),
  medium: site('Medium', 'username', 'https://medium.com/@%(username)s'),
  pinterest: site('Pinterest', 'username', 'https://www.pinterest.com/%(username)s'),
  reddit: site('Reddit', 'username', 'https://www.reddit.com/user/%(username)s'),
  snapchat: site('Snapchat', 'username', 'https://www.snapchat.com/@%(username)s'),
  threads: site('Threads', 'username', 'https://www.threads.com/@%(username)s'),
  tiktok: site('TikTok', 'username', 'https://www.tiktok.com/@%(username)s'),
  twitch: site('Twitch', 'username', 'https://www.twitch.tv/%(username)s'),
  // Existing organizations may have fields with this old name.
  twitter: site('Twitter', 'username', 'https://twitter.com/%(username)s'),
  x: site('X', 'username', 'https://x.com/%(username)s'),
  youtube: site('YouTube', 'handle', 'https://www.youtube.com/%(username)s'),
};

/** Returns whether a URL pattern leads to one site on the web, whatever name a person enters. */
export const isSafePattern = (pattern: string): boolean =>
  isSafeLinkTemplate(pattern.replace('%(username)s', '{username}'));

export const knownSite = (subtype: string): KnownSite | undefined =>
  Object.hasOwn(externalAccounts, subtype) ? externalAccounts[subtype] : undefined;

/** Returns whether people enter a whole URL in a field for accounts at a known site. False for custom sites. */
export const takesWholeAddress = (subtype: string): boolean =>
  knownSite(subtype)?.url_pattern === wholeAddress;
