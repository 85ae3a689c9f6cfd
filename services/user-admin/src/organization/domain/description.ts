import { render } from '@parley/markdown';

/** Does not resolve mentions, because people who are not signed in can also read it. */
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
