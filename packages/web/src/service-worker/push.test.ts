import { expect, it } from 'vitest';
import { showPush, windowTag } from './push.ts';
import type { WorkerScope } from './scope.ts';

const origin = 'https://chat.example';
const message = {
  type: 'message',
  message_id: 7,
  title: 'Ann',
  body: 'Hello',
  url: `${origin}/#narrow/dm/2`,
};
const pushed = JSON.stringify({ ...message, tag: 'dm 2', time: 1_700_000_000 });

type Window = {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  postMessage(question: unknown, ports: readonly MessagePort[]): void;
};

/** Returns a window that answers the worker's question as `answer` says, after a while; undefined never answers. */
const asked =
  (answer: boolean | undefined) =>
  (question: unknown, [port]: readonly MessagePort[]): void => {
    expect(question).toEqual({ type: 'push', messageId: 7 });
    if (answer !== undefined) setTimeout(() => port!.postMessage(answer), 20);
  };

/** Returns the notifications that the device shows for a push, besides those that its windows have shown. */
async function shownWith(windows: readonly Window[], tags: readonly string[]): Promise<string[]> {
  const shown: string[] = [];
  const scope = {
    parleyBuild: { icon: '', badge: '' },
    location: { origin },
    clients: { matchAll: async () => windows },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => tags.filter((each) => each === tag),
      showNotification: async (title: string) => shown.push(title),
    },
  };
  await showPush(scope as unknown as WorkerScope, pushed);
  return shown;
}

/** Windows of a device, each with whether a person who uses it sees new messages there. */
const windows: readonly (readonly [Window, boolean])[] = [
  `${origin}/`,
  `${origin}/#inbox`,
  `${origin}/api/docs`,
].flatMap((url) =>
  (
    [
      [true, 'visible'],
      [false, 'visible'],
      [false, 'hidden'],
    ] as const
  ).map(
    ([focused, visibilityState]) =>
      [
        { url, focused, visibilityState, postMessage: asked(false) },
        focused && !url.endsWith('docs'),
      ] as const,
  ),
);

it('a push is shown exactly on devices on which nobody uses the client and no window has told of the message', async () => {
  for (const [one, isUsed] of [...windows, [undefined, false] as const]) {
    for (const [other, isAlsoUsed] of [...windows, [undefined, false] as const]) {
      for (const tag of [undefined, windowTag(7), windowTag(8)]) {
        const open = [one, other].filter((each) => each !== undefined);
        const shown = await shownWith(open, tag === undefined ? [] : [tag]);
        const isSilent = isUsed || isAlsoUsed || tag === windowTag(7);
        expect([one, other, tag, shown]).toEqual([one, other, tag, isSilent ? [] : ['Ann']]);
      }
    }
  }
});

it('a push is not shown when an unfocused window tells of the message, even if that window learns of it later', async () => {
  const open = (answer: boolean | undefined, url = `${origin}/`): Window => ({
    url,
    focused: false,
    visibilityState: 'visible',
    postMessage: asked(answer),
  });
  expect(await shownWith([open(false), open(true)], [])).toEqual([]);
  expect(await shownWith([open(undefined), open(true)], [])).toEqual([]);
  expect(await shownWith([open(false), open(false)], [])).toEqual(['Ann']);
  expect(await shownWith([open(true, `${origin}/api/docs`)], [])).toEqual(['Ann']);
  // A window that the browser has frozen says nothing.
  expect(await shownWith([open(undefined)], [])).toEqual(['Ann']);
});
