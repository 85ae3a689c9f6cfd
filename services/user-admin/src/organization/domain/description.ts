import { render } from '@parley/markdown';

/** The organization's description as HTML. It mentions nobody: it is read by people who have not signed in. */
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
