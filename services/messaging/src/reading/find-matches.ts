import type { SearchMatch } from '@parley/api';
import type { Scope } from '@parley/directory';
import { highlightHtml, highlightText } from '@parley/markdown';
import type { Ctx } from '../context.ts';
import { findMatchingWords, textsOf } from '../db/search.ts';
import { candidates, isUnsegmented, wordsOf, wordsOfHtml } from '../domain/search-words.ts';
import { withOwnPictures } from '../rendering/own-pictures.ts';

/**
 * Maximum number of words that are highlighted in one answer. A search word matches only a few forms, so this is rarely
 * reached.
 */
const maxMarked = 200;

/** Returns the texts of messages with highlighted search hits, by message ID; undefined when the narrow contains no search. */
export async function findMatches(
  ctx: Ctx,
  messages: readonly { id: number }[],
  terms: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<number, SearchMatch> | undefined> {
  if (terms.length === 0) return undefined;
  const [texts, settings] = await Promise.all([
    textsOf(
      ctx.db,
      messages.map(({ id }) => id),
    ),
    scope.settings(),
  ]);
  const words = texts.flatMap(({ topic, renderedContent }) => [
    ...wordsOf(topic),
    ...wordsOfHtml(renderedContent),
  ]);
  const possibleWords = candidates(words, terms).filter((word) => !isUnsegmented(word));
  const marked = [
    ...terms.filter(isUnsegmented),
    ...(possibleWords.length > 0 ? await findMatchingWords(ctx.db, possibleWords, terms) : []),
  ].slice(0, maxMarked);
  return new Map(
    texts.map(({ id, topic, renderedContent }) => [
      id,
      {
        match_content: highlightHtml(withOwnPictures(renderedContent, ctx.pictureKey), marked),
        match_subject: highlightText(topic === '' ? settings.empty_topic_display_name : topic, marked),
      },
    ]),
  );
}
