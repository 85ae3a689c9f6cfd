import type { SourceName } from '@parley/archive';
import { firstItem } from '@parley/core';

/** What names a message at its source: the kind of source, where the form of the address tells it, and the old ID. */
export type OldAddress = { from: SourceName | undefined; oldId: string };

/** Returns the old ID where it is the only group of an address. */
const onlyGroup = (...groups: string[]): string => firstItem(groups);

/** Addresses of messages at each source, complete or from their paths on. The groups become the old ID. */
const forms: readonly (readonly [SourceName, RegExp, (...groups: string[]) => string])[] = [
  [
    'slack',
    /\/archives\/([A-Z0-9]{2,30})\/p(\d{10})(\d{6})(?:[/?#]|$)/,
    (channel, seconds, rest) => `${channel}:${seconds}.${rest}`,
  ],
  ['mattermost', /\/pl\/([a-z0-9]{26})(?:[/?#]|$)/, onlyGroup],
  ['rocketchat', /[?&]msg=([A-Za-z0-9]{10,40})(?:[&#]|$)/, onlyGroup],
  ['zulip', /#narrow\/(?:[^?]*\/)?(?:near|with)\/(\d{1,15})(?:[/?]|$)/, onlyGroup],
];

/** Returns what an address of a message at its source names. A text in no such form is an old ID as it stands. */
export function oldAddress(text: string): OldAddress {
  for (const [from, form, idOf] of forms) {
    const found = form.exec(text);
    if (found) return { from, oldId: idOf(...found.slice(1)) };
  }
  return { from: undefined, oldId: text };
}
