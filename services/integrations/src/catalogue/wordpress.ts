import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { message, oneOf, sentence, topicOf, who } from './shared/sentences.ts';

const verbs: Record<string, string> = {
  publish_post: 'published the post',
  publish_page: 'published the page',
  edit_post: 'edited the post',
  delete_post: 'deleted the post',
  comment_post: 'commented on',
};

const post: Renderer = (p, _request, event) => {
  const title = p.firstText('post_title', 'title', 'post.post_title') || 'without a title';
  const text = htmlText(p.firstText('comment_content', 'post_excerpt', 'post_content', 'post.post_excerpt'));
  return message(
    topicOf('WordPress', event === 'publish_page' ? 'pages' : 'posts'),
    sentence(
      `${who(p.firstText('post_author_name', 'display_name', 'comment_author', 'user_login'))} ${oneOf(verbs, event, 'changed')} ${link(title, p.firstText('post_url', 'permalink', 'guid', 'post.guid'))}`,
      text === '' ? '.' : ':',
    ),
    quote(text, 800),
  );
};

const user =
  (did: string): Renderer =>
  (p) =>
    message(
      'WordPress',
      sentence(`${who(p.firstText('display_name', 'user_login'))} ${did}`),
      facts([
        ['Mail', plain(p.text('user_email'))],
        ['Page', plain(p.text('user_url'))],
      ]),
    );

export const wordpress = integration({
  name: 'wordpress',
  title: 'WordPress',
  icon: { text: 'W', color: '#21759b' },
  category: 'business',
  about: 'Posts published posts and pages, comments and new users.',
  ...byEvent({
    title: 'WordPress',
    renderers: {
      ...each(Object.keys(verbs), post),
      user_register: user('registered'),
      wp_login: user('signed in'),
    },
    name: (p) => p.firstText('hook', 'wp_webhooks_action', 'action'),
    needs: 'the field hook',
  }),
  setup: [
    'Install a plugin for webhooks, such as HookPress, in WordPress.',
    'Add a webhook with `{url}` for the actions publish_post, publish_page, user_register or wp_login, with all fields.',
  ],
});
