import { integration } from '../domain/integration.ts';
import { bold, codeBlock, facts, link, plain } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { sign } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { count, message, sentence, topicOf } from './shared/sentences.ts';

/** Lines and sources that are shown; more are counted. */
const maxShown = 10;

const search = (p: Payload): string => p.text('saved_search', 'name');
const named = (p: Payload): string => {
  const name = search(p) || 'A search';
  const page = p.text('saved_search', 'html_search_url');
  return page === '' ? bold(name) : `**${link(name, page)}**`;
};

const events: Renderer = (p) => {
  const found = p.list('events');
  const lines = found.slice(0, maxShown).map((one) =>
    [
      one.text('display_received_at'),
      one.firstText('source_name', 'hostname'),
      one.text('program'),
      one.text('message'),
    ]
      .filter((part) => part !== '')
      .join(' ')
      .slice(0, 500),
  );
  const more = p.count('events') - lines.length;
  return message(
    topicOf('Papertrail', search(p)),
    `${sign('warning')} ${sentence(`${named(p)} found ${count(p.count('events'), 'line')}`, lines.length > 0 ? ':' : '.')}`,
    lines.length > 0 && codeBlock(lines.join('\n'), '', 6_000),
    more > 0 && `… and ${count(more, 'more line', 'more lines')}.`,
  );
};

/** The sum of a source's counts, which have their times as names. */
const total = (source: Payload): number =>
  source.fields('timeseries').reduce((sum, [, value]) => sum + Math.max(0, value.number() ?? 0), 0);

const counts: Renderer = (p) => {
  const sources = p.list('counts').map((one) => ({ name: one.text('source_name'), lines: total(one) }));
  const all = sources.reduce((sum, { lines }) => sum + lines, 0);
  return message(
    topicOf('Papertrail', search(p)),
    `${sign('warning')} ${sentence(`${named(p)} found ${count(all, 'line')}`)}`,
    facts(
      sources.slice(0, maxShown).map(({ name, lines }) => [plain(name) || 'A source', plain(String(lines))]),
    ),
  );
};

export const papertrail = integration({
  name: 'papertrail',
  title: 'Papertrail',
  icon: { text: 'Pt', color: '#1f4d8a' },
  category: 'monitoring',
  about: 'Posts lines of logs that a saved search finds, or their number.',
  ...byEvent({
    title: 'Papertrail',
    renderers: { events, counts },
    name: (p) => (p.at('events').exists ? 'events' : p.at('counts').exists ? 'counts' : ''),
    needs: 'the list events or counts',
  }),
  setup: [
    'In Papertrail, save a search and press **Create Alert**.',
    'Choose **Webhook**, and enter `{url}` as **URL**.',
  ],
});
