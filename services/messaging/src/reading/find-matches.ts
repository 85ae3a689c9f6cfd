import { highlightHtml, highlightText } from '@parley/markdown';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { textsOf, wordsFound } from '../db/search.ts';
import { candidates, isUnparted, wordsOf, wordsOfHtml } from '../domain/search-words.ts';
import type { SearchMatch } from '../view/message-json.ts';

/** Words marked in one answer; a search finds a few forms of each of its words. */
const maxMarked = 200;

/** The messages' texts with what was searched for marked; undefined without a search. */
export async function findMatches(
  ctx: Ctx,
  messages: readonly { id: number }[],
  terms: readonly string[],
  call: Call,
): Promise<ReadonlyMap<number, SearchMatch> | undefined> {
  if (terms.length === 0) return undefined;
  const [texts, settings] = await Promise.all([
    textsOf(
      ctx.db,
      messages.map(({ id }) => id),
    ),
    ctx.directory.organization.settings(call),
  ]);
  const words = texts.flatMap(({ topic, renderedContent }) => [
    ...wordsOf(topic),
    ...wordsOfHtml(renderedContent),
  ]);
  const possible = candidates(words, terms).filter((word) => !isUnparted(word));
  const marked = [
    ...terms.filter(isUnparted),
    ...(possible.length > 0 ? await wordsFound(ctx.db, possible, terms) : []),
  ].slice(0, maxMarked);
  return new Map(
    texts.map(({ id, topic, renderedContent }) => [
      id,
      {
        match_content: highlightHtml(renderedContent, marked),
        match_subject: highlightText(topic === '' ? settings.empty_topic_display_name : topic, marked),
      },
    ]),
  );
}
