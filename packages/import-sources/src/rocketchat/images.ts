import type { FileRecord, organizationImages } from '@parley/archive';
import type { Findings } from '../reading/findings.ts';
import type { MongoDump } from './dump.ts';
import { fileSizes, gridFiles } from './grid-fs.ts';

type OrganizationImage = (typeof organizationImages)[number];

/** Names of assets that an administrator uploaded, which are also their IDs: the best one first. The first releases added endings. */
const assets: readonly [OrganizationImage, readonly string[]][] = [
  [
    'icon',
    [
      'favicon_512',
      'touchicon_180',
      'favicon_192',
      'favicon_192.png',
      'touchicon_180_pre',
      'tile_310_square',
    ],
  ],
  ['logo', ['logo']],
  ['nightLogo', ['logo_dark']],
];
const bucket = 'assets';

export const imageKey = (asset: string): string => `organization-${asset}`;

/** Returns the assets that become the images of the organization. */
export async function rocketChatImages(
  dump: MongoDump,
  { tell }: Findings,
): Promise<Map<OrganizationImage, string>> {
  const sizes = await fileSizes(dump, bucket, tell, (id) => assets.some(([, names]) => names.includes(id)));
  return new Map(
    assets.flatMap(([image, names]) => {
      const name = names.find((each) => sizes.has(each));
      return name === undefined ? [] : [[image, name] as const];
    }),
  );
}

/** Yields the files of assets with their contents. */
export async function* rocketChatImageFiles(
  dump: MongoDump,
  names: readonly string[],
  { tell }: Findings,
): AsyncIterable<FileRecord> {
  if (names.length === 0) return;
  const wanted = await fileSizes(dump, bucket, tell, (id) => names.includes(id));
  for await (const { id, open, size } of gridFiles(dump, bucket, wanted, tell))
    yield { kind: 'file', key: imageKey(id), name: id, use: 'organization', size, open };
}
