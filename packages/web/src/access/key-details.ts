/** Words for the limits, the expiry and the last use of named API keys. */
import type { AnswerOf } from '@parley/client';
import { shortDateTimeOf } from '../i18n/format.ts';
import { ac } from './texts.ts';

export type Key = AnswerOf<'get-api-keys'>['api_keys'][number];

/** Areas of the API to which a key can be limited. */
export const areas = [
  'messages',
  'channels',
  'users',
  'groups',
  'events',
  'personal',
  'uploads',
  'organization',
  'invites',
  'bots',
  'mobile',
  'audit',
] as const;

export type Area = (typeof areas)[number];
const isKnown = (area: string): area is Area => areas.some((each) => each === area);
/** Returns the name of an area of the API. Areas that only a newer server knows are shown by their names in the API. */
export const areaName = (area: string): string => (isKnown(area) ? ac(`keyArea_${area}`) : area);

export const isExpired = ({ expires }: Key): boolean => expires !== null && expires * 1000 <= Date.now();

function expiryOf(key: Key): string {
  if (isExpired(key)) return ac('keyExpired');
  return key.expires === null ? ac('keyNever') : ac('keyExpires', { time: shortDateTimeOf(key.expires) });
}

export function keyDetails(key: Key): string {
  const { is_read_only, areas: limits, last_used, last_used_address: address } = key;
  return [
    ...(is_read_only ? [ac('keyReadOnly')] : []),
    limits.length === 0 ? ac('keyAllAreas') : limits.map(areaName).join(', '),
    expiryOf(key),
    last_used === null ? ac('keyUnused') : ac('keyUsed', { time: shortDateTimeOf(last_used), address }),
  ].join(' · ');
}
