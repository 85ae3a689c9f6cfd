import { SetOrganizationImageRequest_Image as Image } from '@parley/proto/useradmin/v1/organization';
import type { SettingChange } from './setting-changes.ts';

/** For each image: the names of the settings for its URL and source, and the value of the source when no image is uploaded. */
const settingsOf = {
  [Image.ICON]: { url: 'icon_url', source: 'icon_source', without: 'G' },
  [Image.LOGO]: { url: 'logo_url', source: 'logo_source', without: 'D' },
  [Image.NIGHT_LOGO]: { url: 'night_logo_url', source: 'night_logo_source', without: 'D' },
} as const;

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

/** Returns the name of the setting with the URL of an image, and what changes with a path; undefined when either is invalid. */
export function imageChanges(
  image: Image,
  path: string,
): { url: 'icon_url' | 'logo_url' | 'night_logo_url'; changes: SettingChange[] } | undefined {
  const names = settingsOf[image as keyof typeof settingsOf];
  if (!names || (path !== '' && !storedPath.test(path))) return undefined;
  const changes: SettingChange[] = [
    { name: names.url, value: path },
    { name: names.source, value: path === '' ? names.without : 'U' },
  ];
  return { url: names.url, changes };
}
