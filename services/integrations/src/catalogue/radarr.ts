import { integration } from '../domain/integration.ts';
import { bold } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent } from './shared/events.ts';
import { servarr } from './shared/servarr.ts';

const movie = (p: Payload): string => {
  const year = p.number('movie', 'year');
  const title = p.firstText('movie.title', 'remoteMovie.title');
  return title === '' || year === undefined ? title : `${title} (${Math.trunc(year)})`;
};

export const radarr = integration({
  name: 'radarr',
  title: 'Radarr',
  icon: { text: 'Ra', color: '#ffc230' },
  category: 'general',
  about: 'Posts downloads, imports, deletions and problems of a library of movies.',
  ...byEvent({
    title: 'Radarr',
    renderers: servarr({
      title: 'Radarr',
      added: 'MovieAdded',
      deleted: 'MovieDelete',
      fileDeleted: 'MovieFileDelete',
      file: 'movieFile',
      topic: movie,
      name: (p) => bold(movie(p) || 'A movie'),
    }),
    name: (p) => p.text('eventType'),
    needs: 'the field eventType',
  }),
  setup: [
    'In Radarr, open **Settings → Connect**, add a connection and choose **Webhook**.',
    'Enter `{url}` as **Webhook URL**, choose the notifications, and press **Test** and **Save**.',
    'To have senders verified, enter any **Username**, and `{secret}` as **Password**.',
  ],
  verification: { kind: 'basic' },
});
