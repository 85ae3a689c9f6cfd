import { SetOrganizationImageRequest_Image as Image } from '@parley/proto/useradmin/v1/organization';
import type { SettingChange } from './setting-changes.ts';

type ImageUrl = 'icon_url' | 'logo_url' | 'night_logo_url';
type Changes = (path: string) => [url: Extract<SettingChange, { name: ImageUrl }>, source: SettingChange];

/** For each image: the settings for its URL and for its source, which names the built-in image when none is uploaded. */
const changesOf: ReadonlyMap<Image, Changes> = new Map<Image, Changes>([
  [
    Image.ICON,
    (path) => [
      { name: 'icon_url', value: path },
      { name: 'icon_source', value: path === '' ? 'G' : 'U' },
    ],
  ],
  [
    Image.LOGO,
    (path) => [
      { name: 'logo_url', value: path },
      { name: 'logo_source', value: path === '' ? 'D' : 'U' },
    ],
  ],
  [
    Image.NIGHT_LOGO,
    (path) => [
      { name: 'night_logo_url', value: path },
      { name: 'night_logo_source', value: path === '' ? 'D' : 'U' },
    ],
  ],
]);

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

/** Returns the name of the setting with the URL of an image, and what changes with a path; undefined when either is invalid. */
export function imageChanges(
  image: Image,
  path: string,
): { url: ImageUrl; changes: SettingChange[] } | undefined {
  const changes = changesOf.get(image)?.(path);
  if (!changes || (path !== '' && !storedPath.test(path))) return undefined;
  return { url: changes[0].name, changes };
}
