import { textsIn } from '@parley/texts';
import { htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { publicAddress } from './moved-hosts.ts';
import { redirectTo } from './redirect.ts';

/** Paths of messages at products from which organizations move in. Their addresses are read by `importing`. */
const paths: readonly (readonly [path: string, operation: string])[] = [
  ['/archives/{channel}/{message}', 'slack-message-page'],
  ['/{team}/pl/{message}', 'mattermost-message-page'],
  ['/channel/{room}', 'rocketchat-channel-message-page'],
  ['/channel/{room}/thread/{thread}', 'rocketchat-channel-thread-page'],
  ['/group/{room}', 'rocketchat-group-message-page'],
  ['/group/{room}/thread/{thread}', 'rocketchat-group-thread-page'],
  ['/direct/{room}', 'rocketchat-direct-message-page'],
];

/** Leads old links to imported messages (docs/operations/moving-in.md#old-links). The web client asks whether one may read them. */
export const oldLinkPages: readonly Page[] = paths.map(
  ([path, operation]): Page => ({
    path,
    operation,
    async handle(ctx, request) {
      const { raw, call, language } = request;
      const { messageId } = await ctx.rpc.importing.findImportedMessage({ sourceId: raw.url ?? '' }, call);
      if (messageId !== 0) return redirectTo(`${publicAddress(ctx, request)}/#narrow/with/${messageId}`);
      const { title, text } = textsIn(language).pages.oldLink;
      return htmlPage({ title, content: paragraph(text), language }, { status: 404 });
    },
  }),
);
