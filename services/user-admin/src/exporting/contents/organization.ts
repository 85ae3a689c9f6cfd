import { largeIconOf } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import { listDomains } from '../../organization/db/domains.ts';
import { listEmoji } from '../../organization/db/emoji.ts';
import { listGroups } from '../../organization/db/groups.ts';
import { listLinkifiers } from '../../organization/db/linkifiers.ts';
import { listPlaygrounds } from '../../organization/db/playgrounds.ts';
import { listProfileFields } from '../../organization/db/profile-fields.ts';
import { type CustomEmoji, presentEmoji } from '../../organization/domain/custom-emoji.ts';
import { presentGroup } from '../../organization/domain/groups.ts';
import { presentLinkifier } from '../../organization/domain/linkifiers.ts';
import { presentPlayground } from '../../organization/domain/playgrounds.ts';
import { presentProfileField } from '../../organization/domain/profile-fields.ts';
import { sharedSettings } from '../../organization/domain/realm-fields.ts';
import { presentDomain } from '../../organization/events/domains.ts';
import { JsonParts } from '../domain/json-parts.ts';
import { type Entry, entryOf } from '../domain/tar.ts';
import { channelsOf } from './messages.ts';
import { openFile } from './open-file.ts';
import type { Source } from './source.ts';

export async function* channelEntries(source: Source, counts: { channels: number }): AsyncGenerator<Entry> {
  const parts = new JsonParts('channels');
  for await (const { channelJson } of channelsOf(source)) yield* parts.add(channelJson);
  yield* parts.end();
  counts.channels = parts.count;
}

/** System groups have no listed members, because their membership follows from roles. */
export async function* groupEntries({ scope }: Source, counts: { groups: number }): AsyncGenerator<Entry> {
  const { systemGroups } = await scope.organization();
  const parts = new JsonParts('groups');
  for (const group of await listGroups(scope)) {
    yield* parts.add(Buffer.from(JSON.stringify(presentGroup(group, systemGroups, {}))));
  }
  yield* parts.end();
  counts.groups = parts.count;
}

export async function* organizationEntries(source: Source): AsyncGenerator<Entry> {
  const { scope } = source;
  const organization = await scope.organization();
  const emoji = await listEmoji(scope);
  const { settings } = organization;
  const definitions = {
    date_created: organization.createdAt,
    settings: sharedSettings(organization),
    user_settings_defaults: organization.userSettingsDefaults,
    linkifiers: (await listLinkifiers(scope)).map(presentLinkifier),
    playgrounds: (await listPlaygrounds(scope)).map(presentPlayground),
    domains: (await listDomains(scope)).map(presentDomain),
    custom_profile_fields: (await listProfileFields(scope)).map(presentProfileField),
    emoji: emoji.map((each) => ({ ...presentEmoji(each), path: emojiName(each) })),
  };
  yield entryOf('organization.json', Buffer.from(JSON.stringify(definitions, null, 2)));
  const images = [
    ...emoji.map((each) => [emojiName(each), each.path] as const),
    ...imagesOf(settings).map(({ path, url }) => [path, url] as const),
  ];
  for (const [name, path] of images) {
    const imagePath = path.replace(/\?.*$/, '');
    const content = await openFile(source, { $case: 'imagePath', imagePath });
    if (content) yield { name, ...content };
  }
}

/** Returns the images of the organization that were uploaded: their names in records, where they lie in an export, and their addresses. */
export const imagesOf = ({
  icon_url,
  logo_url,
  night_logo_url,
}: Pick<OrganizationSettings, 'icon_url' | 'logo_url' | 'night_logo_url'>) =>
  (
    [
      // The small icon is made of the large one.
      { image: 'icon', path: 'images/icon', url: largeIconOf(icon_url) ?? icon_url },
      { image: 'logo', path: 'images/logo', url: logo_url },
      { image: 'nightLogo', path: 'images/night-logo', url: night_logo_url },
    ] as const
  ).filter(({ url }) => url !== '');

const emojiName = ({ id }: Pick<CustomEmoji, 'id'>): string => `images/emoji-${id}`;
