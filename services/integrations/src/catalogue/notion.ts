import { integration } from '../domain/integration.ts';
import { code, facts, link, plain, quote } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { count, enumeration, message, oneOf, sentence, topicOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const events = [
  ...[
    'created',
    'content_updated',
    'properties_updated',
    'moved',
    'deleted',
    'undeleted',
    'locked',
    'unlocked',
  ].map((what) => `page.${what}`),
  'page.transcription_block.transcript_deleted',
  ...['created', 'content_updated', 'moved', 'deleted', 'undeleted', 'schema_updated'].flatMap((what) => [
    `database.${what}`,
    `data_source.${what}`,
  ]),
  ...['created', 'updated', 'deleted'].map((what) => `comment.${what}`),
  ...['created', 'completed', 'upload_failed', 'expired'].map((what) => `file_upload.${what}`),
  'view.created',
  'view.updated',
  'view.deleted',
];

const states: Record<string, string> = {
  content_updated: 'has new content',
  properties_updated: 'has changed properties',
  schema_updated: 'has changed columns',
  transcription_block: 'lost the transcript of a meeting',
  upload_failed: 'could not be uploaded',
};

const show: Renderer = (p, _request, event) => {
  const [kind = '', what = ''] = event.split('.');
  const id =
    kind === 'comment' ? p.firstText('data.page_id', 'data.parent.id', 'entity.id') : p.text('entity', 'id');
  const address = /^[\da-f-]{32,36}$/i.test(id) ? `https://www.notion.so/${id.replaceAll('-', '')}` : '';
  const name = kind === 'comment' ? 'comment' : words(kind);
  const authors = p.list('authors').map((one) => one.text('name'));
  return message(
    topicOf('Notion', p.text('workspace_name')),
    sentence(
      `A ${link(name, address)} ${oneOf(states, what, `was ${words(what)}`)}${enumeration(authors) === '' ? '' : ` by ${enumeration(authors.map((one) => plain(one)))}`}`,
    ),
    facts([
      [
        'Blocks',
        p.count('data', 'updated_blocks') === 0 ? '' : count(p.count('data', 'updated_blocks'), 'block'),
      ],
      [
        'Properties',
        p.count('data', 'updated_properties') === 0
          ? ''
          : count(p.count('data', 'updated_properties'), 'property', 'properties'),
      ],
    ]),
    quote(
      p
        .list('data', 'rich_text')
        .map((part) => part.text('plain_text'))
        .join(''),
    ),
  );
};

export const notion = integration({
  name: 'notion',
  title: 'Notion',
  icon: { text: 'N', color: '#000000' },
  category: 'project management',
  about: 'Posts changes of pages and databases, and comments.',
  ...byEvent({
    title: 'Notion',
    renderers: {
      ...each(events, show),
      verification: (p) =>
        message(
          'Notion',
          `Notion asks whether this address is yours. Enter this token there: ${code(p.text('verification_token'))}`,
        ),
    },
    name: (p) => p.text('type') || (p.text('verification_token') === '' ? '' : 'verification'),
    needs: 'the field type',
  }),
  setup: [
    'Create an integration at [notion.so/profile/integrations](https://www.notion.so/profile/integrations), and open its tab **Webhooks**.',
    'Press **Create a subscription**, enter `{url}` and choose the events.',
    'Notion sends a token, which appears as a message. Enter it in Notion, and to have senders verified also here as `{secret}`.',
  ],
  verification: hmac('x-notion-signature', 'sha256='),
});
