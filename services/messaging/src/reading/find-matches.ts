import type { SearchMatch } from '@parley/api';
import type { Scope } from '@parley/facts';
import { highlightHtml, highlightPlainText } from '@parley/search-text';
import type { Ctx } from '../context.ts';
import { textsOf } from '../db/searching/search.ts';
import { withOwnPictures } from '../rendering/own-pictures.ts';
import type { PlannedSearch } from './plan-read.ts';

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
  const { expression } = search;
  return new Map(
    texts.map(({ id, topic, renderedContent }) => [
      id,
      {
        match_content: highlightHtml(withOwnPictures(renderedContent, ctx.pictureKey), expression),
        match_subject: highlightPlainText(
          topic === '' ? settings.empty_topic_display_name : topic,
          expression,
        ),
      },
    ]),
  );
}
