import type { SearchMatch } from '@parley/api';
import type { Scope } from '@parley/directory';
import { highlightHtml, highlightText } from '@parley/markdown';
import type { Ctx } from '../context.ts';
import { textsOf } from '../db/search.ts';
import { matchingWords, wordsOf, wordsOfHtml } from '../domain/search-words.ts';
import { withOwnPictures } from '../rendering/own-pictures.ts';
import type { PlannedSearch } from './plan-read.ts';

/** Returns the texts of messages with highlighted search hits, by message ID; undefined when the narrow contains no search. */
export async function findMatches(
  ctx: Ctx,
  messages: readonly { id: number }[],
  search: PlannedSearch | undefined,
  scope: Scope,
): Promise<ReadonlyMap<number, SearchMatch> | undefined> {
  if (!search) return undefined;
  const [texts, settings] = await Promise.all([
    textsOf(
      ctx.db,
      messages.map(({ id }) => id),
    ),
    scope.settings(),
  ]);
  return new Map(
    texts.map(({ id, topic, renderedContent }) => {
      const marked = matchingWords([...wordsOf(topic), ...wordsOfHtml(renderedContent)], search.expression);
      return [
        id,
        {
          match_content: highlightHtml(withOwnPictures(renderedContent, ctx.pictureKey), marked),
          match_subject: highlightText(topic === '' ? settings.empty_topic_display_name : topic, marked),
        },
      ];
    }),
  );
}
