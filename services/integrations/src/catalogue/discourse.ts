import { integration, type WebhookEvent } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const events =
  'topic_created topic_edited topic_destroyed topic_recovered topic_closed_status_updated topic_archived_status_updated topic_pinned_status_updated topic_visible_status_updated topic_tags_changed post_created post_edited post_destroyed post_recovered user_created user_updated user_destroyed user_logged_in user_logged_out user_confirmed_email user_approved user_suspended user_unsuspended user_anonymized user_promoted group_created group_updated group_destroyed category_created category_updated category_destroyed tag_created tag_updated tag_destroyed reviewable_created reviewable_updated reviewable_score_updated reviewable_transitioned_to notification_created solved accepted_solution unaccepted_solution assigned unassigned user_badge_granted user_badge_revoked group_user_added group_user_removed user_added_to_group user_removed_from_group post_liked chat_message_created chat_message_edited chat_message_trashed chat_message_restored'.split(
    ' ',
  );

/** The address of the forum; empty when the request does not tell. */
const siteOf = ({ headers }: WebhookEvent): string =>
  /^https?:\/\/[\w.:-]+$/.exec(headers['x-discourse-instance'] ?? '')?.[0] ?? '';

/** A vote for a topic. The request names the voter by a number only. */
const vote: Renderer = (p, request, event) => {
  const found = p.at('topic_voting');
  const id = found.text('topic_id');
  const title = found.text('topic_slug').replaceAll('-', ' ');
  return message(
    topicOf('Discourse', title),
    sentence(
      `The topic ${link(title || 'unknown', siteOf(request) !== '' && /^\d{1,12}$/.test(id) ? `${siteOf(request)}/t/${id}` : '')} ${event === 'topic_upvote' ? 'got a vote' : 'lost a vote'}`,
    ),
    facts([['Votes', plain(found.text('vote_count'))]]),
  );
};

const show: Renderer = (p, request, event) => {
  const site = siteOf(request);
  const kind =
    [
      'topic',
      'post',
      'user',
      'group',
      'category',
      'tag',
      'reviewable',
      'notification',
      'solved',
      'assign',
      'like',
      'user_badge',
      'group_user',
      'chat_message',
    ].find((key) => p.at(key).isObject) ?? '';
  const thing = p.at(kind);
  const isPost = kind === 'post' || kind === 'like' || kind === 'solved';
  const post = kind === 'like' ? thing.at('post') : thing;
  const topicId = isPost ? post.text('topic_id') : thing.text('id');
  const title =
    (isPost ? post.firstText('topic_title', 'topic.title') : '') ||
    thing.firstText('title', 'fancy_title', 'name', 'username', 'topic_title', 'id');
  const path = /^\d{1,12}$/.test(topicId)
    ? `/t/${topicId}${isPost && /^\d{1,9}$/.test(post.text('post_number')) ? `/${post.text('post_number')}` : ''}`
    : '';
  const isTopic = kind === 'topic' || isPost;
  const actor =
    thing.firstText('created_by.username', 'username', 'user.username', 'acting_user.username') ||
    post.text('username');
  const did = words(
    event
      .replace(/^reviewable_transitioned_to$/, 'state_changed')
      .replace(/^(?:topic|post|user|group|category|tag|reviewable|notification|chat_message)_/, ''),
  );
  const text = htmlText(
    event.endsWith('created') || event.endsWith('edited')
      ? post.firstText('raw', 'cooked', 'message.message', 'message')
      : '',
  );
  return message(
    topicOf('Discourse', isTopic ? title : ''),
    sentence(
      `${who(actor)}: ${words(kind || 'Discourse')} ${link(title || 'unknown', isTopic && site !== '' ? `${site}${path}` : '')} ${did}`,
      text === '' ? '.' : ':',
    ),
    quote(text),
    facts([
      [
        'Tags',
        plain(
          thing
            .list('tags')
            .map((tag) => tag.text() || tag.text('name'))
            .join(', '),
        ),
      ],
    ]),
  );
};

export const discourse = integration({
  name: 'discourse',
  title: 'Discourse',
  icon: { text: 'D', color: '#231f20' },
  category: 'communication',
  about: 'Posts topics, posts, users, groups and reviews of a forum.',
  ...byEvent({
    title: 'Discourse',
    renderers: {
      ...each(events, show),
      ...each(['topic_upvote', 'topic_unvote'], vote),
      ping: () => message('Discourse', 'Discourse is connected.'),
    },
    name: (p, { headers }) => headers['x-discourse-event'] || (p.text('ping') === '' ? '' : 'ping'),
    needs: 'the header X-Discourse-Event',
  }),
  setup: [
    'As an administrator, open **Admin → Webhooks** and press **New Webhook**.',
    'Enter `{url}` as **Payload URL**, `{secret}` as **Secret**, and choose the events.',
  ],
  verification: hmac('x-discourse-event-signature', 'sha256='),
});
