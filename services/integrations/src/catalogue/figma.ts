import { integration } from '../domain/integration.ts';
import { code, facts, link, quote } from '../domain/markdown.ts';
import { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, oneOf, sentence, topicOf, who, words } from './shared/sentences.ts';

const verbs: Record<string, string> = {
  FILE_UPDATE: 'changed',
  FILE_DELETE: 'deleted',
  FILE_VERSION_UPDATE: 'named a version of',
  FILE_COMMENT: 'commented on',
  LIBRARY_PUBLISH: 'published the library of',
  DEV_MODE_STATUS_UPDATE: 'changed the development state of',
};

const show: Renderer = (p, _request, event) => {
  const key = p.text('file_key');
  const text =
    p
      .list('comment')
      .map((part) => part.text('text'))
      .join('') || p.firstText('comment.text', 'description', 'change_message');
  return message(
    topicOf('Figma', p.text('file_name')),
    sentence(
      `${who(p.firstText('triggered_by.handle'))} ${oneOf(verbs, event, 'changed')} ${link(p.text('file_name') || 'a file', /^\w{1,60}$/.test(key) ? `https://www.figma.com/file/${key}` : '')}`,
      text === '' ? '.' : ':',
    ),
    facts([
      ['Version', code(p.text('label'))],
      ['State', words(p.text('status'))],
    ]),
    quote(text),
  );
};

export const figma = integration({
  name: 'figma',
  title: 'Figma',
  icon: { text: 'F', color: '#f24e1e' },
  category: 'project management',
  about: 'Posts comments, versions, changes and libraries of files.',
  ...byEvent({
    title: 'Figma',
    renderers: { ...each(Object.keys(verbs), show), PING: () => message('Figma', 'Figma is connected.') },
    name: (p) => p.text('event_type'),
    needs: 'the field event_type',
  }),
  setup: [
    'Send `POST https://api.figma.com/v2/webhooks` with your token and `{"event_type": "FILE_COMMENT", "team_id": "<ID of the team>", "endpoint": "{url}", "passcode": "{secret}"}`, once for each event.',
  ],
  /** The body has the secret as passcode. */
  verification: {
    kind: 'custom',
    pair({ raw }, secret) {
      try {
        const given = new Payload(JSON.parse(raw)).text('passcode');
        return given === '' ? undefined : { given, expected: secret };
      } catch {
        return undefined;
      }
    },
  },
});
