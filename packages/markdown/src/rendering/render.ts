import { createState } from '../syntax/state.ts';
import type { RenderContext, Rendered } from '../types.ts';
import { markdown } from './markdown.ts';

/** Stored with each message. Increase it with every change after which a content is rendered to other HTML. */
export const RENDERER_VERSION: number = 6;

/**
 * A line of words without any sign that may mean something: many messages are such. It is its own HTML, and the parser takes ten times as
 * long.
 */
const plainLine = /^[A-Za-zÀ-ÖØ-öø-ÿ](?:[A-Za-zÀ-ÖØ-öø-ÿ0-9 ,;?!()']|\.(?= |$)|-(?=[A-Za-z]))*$/;

/**
 * Renders the content of a message to the HTML that clients parse and style. Injection is impossible: raw HTML is not
 * supported, and all texts and attributes are escaped. The function is pure and synchronous, and its time is limited by the
 * length of the content.
 */
export function render(content: string, ctx: RenderContext): Rendered {
  const state = createState(ctx);
  const text = content.toWellFormed();
  const isPlain = ctx.linkifiers.length === 0 && !ctx.translateEmoticons && plainLine.test(text);
  const html = isPlain ? `<p>${text.trimEnd()}</p>` : markdown.render(text, state).trimEnd();
  return {
    html,
    mentionedUserIds: [...state.users],
    silentlyMentionedUserIds: [...state.silentUsers],
    mentionedGroupIds: [...state.groups],
    silentlyMentionedGroupIds: [...state.silentGroups],
    mentionsChannelWildcard: state.channelWildcard,
    mentionsTopicWildcard: state.topicWildcard,
    hasLink: state.links > 0,
    hasImage: state.hasImage,
    hasAttachment: state.uploads.size > 0,
    previewLinks: [...state.previewLinks],
    uploadPaths: [...state.uploads],
    isMeMessage: text.startsWith('/me ') && html.startsWith('<p>/me '),
    topicReferences: [...state.topics.values()],
  };
}
