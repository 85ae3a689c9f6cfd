import { integration } from '../domain/integration.ts';
import { bold } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent } from './shared/events.ts';
import { enumeration } from './shared/sentences.ts';
import { servarr } from './shared/servarr.ts';

const two = (number: number | undefined): string =>
  number === undefined ? '??' : String(Math.trunc(number)).slice(0, 6).padStart(2, '0');

/** Returns the numbers of episodes: `S01E02 and S01E03`. */
const episodes = (p: Payload): string =>
  enumeration(
    p
      .list('episodes')
      .map((one) => `S${two(one.number('seasonNumber'))}E${two(one.number('episodeNumber'))}`),
    5,
  );

const series = (p: Payload): string => p.text('series', 'title');

export const sonarr = integration({
  name: 'sonarr',
  title: 'Sonarr',
  icon: { text: 'So', color: '#35c5f4' },
  category: 'general',
  about: 'Posts downloads, imports, deletions and problems of a library of series.',
  ...byEvent({
    title: 'Sonarr',
    renderers: servarr({
      title: 'Sonarr',
      added: 'SeriesAdd',
      deleted: 'SeriesDelete',
      fileDeleted: 'EpisodeFileDelete',
      file: 'episodeFile',
      topic: series,
      name: (p) => `${bold(series(p) || 'A series')} ${episodes(p)}`.trim(),
    }),
    name: (p) => p.text('eventType'),
    needs: 'the field eventType',
  }),
  setup: [
    'In Sonarr, open **Settings → Connect**, add a connection and choose **Webhook**.',
    'Enter `{url}` as **Webhook URL**, choose the notifications, and press **Test** and **Save**.',
    'To have senders verified, enter any **Username**, and `{secret}` as **Password**.',
  ],
  verification: { kind: 'basic' },
});
