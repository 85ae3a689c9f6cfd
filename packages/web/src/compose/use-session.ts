/** Connects a compose session with the client: its store, its drafts, its uploads and its outbox. */
import { foldCase, type Place } from '@parley/client';
import { createEffect, on, onCleanup } from 'solid-js';
import { appCommandIn, runCommand } from '../apps/commands/known-commands.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { DraftKeeper } from '../model/drafts/draft-keeper.ts';
import { draftStorage, keepDraft } from '../model/drafts/drafts.ts';
import { placeHref } from '../model/names.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { uploadsOf } from './attaching/uploads.ts';
import { isAddressed } from './recipients/topic-rule.ts';
import { refusalOf } from './refusal.ts';
import { ComposeSession, type ComposeView } from './session.ts';
import { excessOf, messageLengthLimit } from './text-facts.ts';
import { TypingReporter } from './typing.ts';

/** Creates the session of a compose box. It follows the view until the component is removed. */
export function useComposeSession(view: () => ComposeView): ComposeSession {
  const parley = useParley();
  const session = createSession(parley, view());
  const drafts = useDerived([parley.store.personal.drafts], () => ({}));
  createEffect(on(drafts, () => session.draftsChanged()));
  createEffect(on(view, (next) => void session.show(next), { defer: true }));
  onCleanup(uploadsOf(parley).watch(() => void session.uploadsChanged()));
  const keepHere = () => session.keepHere();
  addEventListener('pagehide', keepHere);
  onCleanup(() => {
    removeEventListener('pagehide', keepHere);
    session.leave();
  });
  return session;
}

function createSession(parley: Parley, view: ComposeView): ComposeSession {
  const { store, connection } = parley;
  const typing = new TypingReporter(parley);
  const session = new ComposeSession(
    {
      drafts: new DraftKeeper(draftStorage(parley)),
      uploads: uploadsOf(parley),
      typing: { typed: (place) => typing.typed({ place }), stop: () => typing.stop() },
      isAddressed: (place) => isAddressed(store, place),
      maySend: (place, text) =>
        excessOf(text, messageLengthLimit(store)) === 0 && refusalOf(store, place) === undefined,
      isNewTopic: ({ channelId, topic }) => {
        const name = foldCase(topic);
        return store.topics.ofChannel.get(channelId)?.every((each) => foldCase(each.name) !== name) ?? false;
      },
      send(place, text) {
        const command = appCommandIn(parley, text);
        if (command) {
          void runCommand(parley, command, place).then((isDone) => {
            if (!isDone) session.putBack(place, text);
          });
          return;
        }
        connection.send(place, text);
        if (session.isHere()) return;
        if (store.settings.get('web_navigate_to_sent_message') === false)
          parley.toasts.show(t('sentElsewhere'));
        else parley.router.go(placeHref(store, place));
      },
      schedule: (place, text, timestamp) => schedule(parley, place, text, timestamp),
      forgetDraft: (place) => void keepDraft(parley, place, ''),
    },
    view,
  );
  return session;
}

async function schedule(parley: Parley, place: Place, content: string, timestamp: number): Promise<boolean> {
  const { client } = parley;
  const call = client.call('create-scheduled-message', {
    ...(place.kind === 'topic'
      ? { type: 'channel' as const, to: place.channelId, topic: place.topic }
      : { type: 'direct' as const, to: [...place.userIds] }),
    content,
    scheduled_delivery_timestamp: timestamp,
  });
  if (!(await attempt(parley, call, t('notScheduled')))) return false;
  parley.toasts.show(t('scheduledFor', { time: shortDateTimeOf(timestamp) }));
  return true;
}
