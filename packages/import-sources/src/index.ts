import type { SourceReader } from '@parley/archive';
import { mattermost } from './mattermost/reader.ts';
import { rocketchat } from './rocketchat/reader.ts';
import { slack } from './slack/reader.ts';
import { zulip } from './zulip/reader.ts';

/** The readers of all sources but Parley's own form, which @parley/archive reads. */
export const sourceReaders: readonly SourceReader[] = [mattermost, rocketchat, slack, zulip];
export { Sorter } from './reading/sort.ts';
