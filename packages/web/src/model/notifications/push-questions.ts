/**
 * Tells the service worker of which messages this window notifies, so that a push message is not shown beside the window's own
 * notification. The window answers once it has received the message, which may be after the push message.
 */

import type { MessageId } from '@parley/client';
import { onCleanup } from 'solid-js';
import { forgetOldest } from '../../lib/forget-oldest.ts';
import type { PushQuestion } from '../../service-worker/push.ts';
import type { Parley } from '../parley.tsx';

/** Maximum number of messages for which the answer is kept. */
const maxKept = 500;

export type PushAnswers = {
  /** Records whether this window tells of a message that it has received. */
  received(messageId: MessageId, isTold: boolean): void;
};

/** Answers the questions of the service worker. Call it inside a component. */
export function answerPushQuestions({ store }: Parley): PushAnswers {
  const answers = new Map<number, boolean>();
  const waiting = new Map<number, MessagePort[]>();
  const onQuestion = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.type !== 'push' || !port) return;
    const { messageId } = data as PushQuestion;
    const answer = answers.get(messageId);
    if (answer !== undefined) port.postMessage(answer);
    // The window was opened after the message, and does not tell of it.
    else if (messageId <= store.messages.maxId) port.postMessage(false);
    else waiting.set(messageId, [...(waiting.get(messageId) ?? []), port]);
  };
  // On pages without TLS, browsers offer no service worker.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('message', onQuestion);
  onCleanup(() => worker?.removeEventListener('message', onQuestion));
  return {
    received(messageId, isTold) {
      answers.set(messageId, isTold);
      forgetOldest(answers, maxKept);
      for (const port of waiting.get(messageId) ?? []) port.postMessage(isTold);
      waiting.delete(messageId);
      // Questions about messages that this window never receives end in the worker.
      forgetOldest(waiting, maxKept);
    },
  };
}
