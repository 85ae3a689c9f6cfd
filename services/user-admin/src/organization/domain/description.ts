import { render } from '@parley/markdown';

/** Returns a description as HTML. Mentions are not resolved, because people who are not signed in read it, too. */
export function renderDescription(description: string, publicUrl: string): string {
  if (description === '') return '';
  const nothing = () => undefined;
  return render(description, {
    findUser: nothing,
    findGroup: nothing,
    findChannel: nothing,
    emoji: nothing,
    linkifiers: [],
    publicUrl,
    imagePreviews: false,
    channelWildcards: false,
    topicWildcards: false,
  }).html;
}
