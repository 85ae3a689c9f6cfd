import { type Place, placeKey } from '@parley/client';
import { createEffect, createMemo, createResource, createSignal, on, onCleanup, Show } from 'solid-js';
import { Description } from '../content/description.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import logo from '../icon.svg';
import { reasonOf } from '../model/failures.ts';
import { ownPicture } from '../model/pictures.ts';
import { ReadOnlyMessages } from '../read-only/messages.tsx';
import { ReadOnlyPage } from '../read-only/page.tsx';
import { useRouter } from '../router/context.ts';
import { channelOfNarrow, narrowHref, narrowOf, placeOfNarrow } from '../router/router.ts';
import { useServerSettings } from '../sign-in/parts.tsx';
import {
  countNewer,
  maxCounted,
  type PublicChannel,
  type PublicPage,
  placeOfPublicMessage,
  readPublicChannels,
  readPublicMessages,
} from './public-data.ts';
import { publicTexts, v } from './texts.ts';

await publicTexts.load();

/** Renders the web-public channels for visitors without an account. */
export default function PublicView(props: { onSignIn: () => void }) {
  const router = useRouter();
  const settings = useServerSettings();
  const [channels, { refetch }] = createResource(readPublicChannels);
  const known = () => (channels.error ? [] : (channels() ?? []));
  const place = createMemo(() => {
    const present = router.route();
    if (present.view !== 'messages') return undefined;
    const channelId = channelOfNarrow(present.narrow);
    if (channelId === undefined) return { channelId: 0, topic: undefined, near: undefined };
    const whole = placeOfNarrow(present.narrow, 0);
    const topic = whole?.kind === 'topic' ? whole.topic : undefined;
    return { channelId, topic, near: present.near };
  });
  const channel = () => known().find(({ id }) => id === place()?.channelId);
  const organization = () => settings()?.realm_name ?? 'Parley';
  createEffect(() => {
    const topic = place()?.topic;
    const name = channel()?.name;
    document.title = [topic, name && `#${name}`, organization()].filter(Boolean).join(' · ');
  });
  return (
    <ReadOnlyPage
      head={
        <>
          <img class="avatar" src={ownPicture(settings()?.realm_icon) ?? logo} alt="" />
          <h1 dir={directionOf(organization())}>{organization()}</h1>
          <button type="button" class="button is-primary" onClick={() => props.onSignIn()}>
            {t('logIn')}
          </button>
        </>
      }
      listLabel={v('publicChannels')}
      entries={known()}
      nameOf={({ name }) => `# ${name}`}
      hrefOf={(each) => hrefOf(each)}
      isChosen={({ id }) => id === place()?.channelId}
    >
      <Show
        when={!channels.error}
        fallback={
          <p class="empty" role="alert">
            {reasonOf(channels.error)}{' '}
            <button type="button" class="button" onClick={() => void refetch()}>
              {t('tryAgain')}
            </button>
          </p>
        }
      >
        <Show when={channels()} fallback={<div class="skeleton" />}>
          <Show
            when={channel()}
            keyed
            fallback={
              <p class="empty">
                {place() ? v('notPublic') : known().length > 0 ? v('chooseChannel') : v('noPublicChannels')}
              </p>
            }
          >
            {(present) => (
              <Conversation
                channel={present}
                topic={place()?.topic}
                near={place()?.near}
                onSignIn={props.onSignIn}
              />
            )}
          </Show>
        </Show>
      </Show>
    </ReadOnlyPage>
  );
}

const hrefOf = ({ id, name }: PublicChannel, topic?: string): string =>
  narrowHref(
    [
      { operator: 'channel', operand: id },
      ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic } as const]),
    ],
    { channelName: () => name },
  );

const topicName = (topic: string): string => (topic === '' ? v('generalChat') : topic);

/**
 * Base interval in milliseconds between two requests for the number of newer messages, while the page is visible. A random
 * addition of up to half the interval spreads the requests of many visitors.
 */
const lookEveryMs = 30_000;

/**
 * Periodically counts the messages that are newer than the newest one on the page. Visitors have no event queue. So if many
 * people open a link, each of them costs only one small request per interval.
 */
function createNewer(channelId: number, topic: () => string | undefined, newestId: () => number | undefined) {
  const [count, setCount] = createSignal(0);
  let isAsking = false;
  const look = async () => {
    const [newest, present] = [newestId(), topic()];
    if (newest === undefined || isAsking || document.visibilityState !== 'visible') return;
    isAsking = true;
    try {
      const found = await countNewer(channelId, present, newest);
      if (newest === newestId() && present === topic()) setCount(found);
    } catch {
      // Ignores failures: the messages on the page stay readable, and the next request may succeed.
    } finally {
      isAsking = false;
    }
  };
  createEffect(on(newestId, () => setCount(0)));
  const timer = setInterval(() => void look(), lookEveryMs * (1 + Math.random() / 2));
  const onVisible = () => void look();
  document.addEventListener('visibilitychange', onVisible);
  onCleanup(() => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  });
  return count;
}

/** Names for an address that consists of IDs. */
const noNames = { channelName: () => undefined };

function Conversation(props: {
  channel: PublicChannel;
  topic: string | undefined;
  near: number | undefined;
  onSignIn: () => void;
}) {
  const router = useRouter();
  const [page, setPage] = createSignal<PublicPage>();
  const [problem, setProblem] = createSignal<string>();
  const [isGone, setGone] = createSignal(false);
  const [isBusy, setBusy] = createSignal(false);
  const newer = createNewer(
    props.channel.id,
    () => props.topic,
    () => (page()?.hasNewer ? undefined : page() && (page()!.messages.at(-1)?.id ?? 0)),
  );
  const newerInWords = () =>
    newer() >= maxCounted ? v('manyNewMessages', { most: maxCounted }) : v('newMessages', { count: newer() });
  let readings = 0;
  let scroll: HTMLDivElement | undefined;
  const read = async (where: { near?: number; before?: number }) => {
    const reading = ++readings;
    setBusy(true);
    setProblem(undefined);
    try {
      const read = await readPublicMessages(props.channel.id, props.topic, where);
      if (reading !== readings) return;
      const known = where.before === undefined ? undefined : page();
      const height = scroll?.scrollHeight ?? 0;
      setPage(
        known ? { ...read, hasNewer: known.hasNewer, messages: [...read.messages, ...known.messages] } : read,
      );
      if (!scroll) return;
      const target = where.near && scroll.querySelector(`[data-message-id="${where.near}"]`);
      // Older messages are added above. Keeps the messages that the reader sees in place.
      if (known) scroll.scrollTop += scroll.scrollHeight - height;
      else if (target) target.scrollIntoView({ block: 'center' });
      else scroll.scrollTop = scroll.scrollHeight;
    } catch (error) {
      if (reading === readings) setProblem(reasonOf(error));
    } finally {
      if (reading === readings) setBusy(false);
    }
  };
  /** Opens the conversation in which a message is now. */
  async function follow(messageId: number): Promise<void> {
    // If the server cannot be asked, the messages of the address are shown, or the reason why not.
    const place = await placeOfPublicMessage(messageId).catch(() => ({ channelId: props.channel.id }));
    if (props.near !== messageId) return;
    setGone(place === undefined);
    if (!place || !('topic' in place)) return;
    const isHere =
      place.channelId === props.channel.id &&
      (props.topic === undefined || placeKey({ kind: 'topic', ...place }) === placeKey(here(props.topic)));
    if (!isHere) router.replace(narrowHref(narrowOf({ kind: 'topic', ...place }), noNames, messageId));
  }
  const here = (topic: string): Place => ({ kind: 'topic', channelId: props.channel.id, topic });

  createEffect(
    on(
      () => [props.topic, props.near] as const,
      ([, near]) => {
        setPage(undefined);
        setGone(false);
        if (near !== undefined) void follow(near);
        void read(near === undefined ? {} : { near });
      },
    ),
  );
  const title = () =>
    props.topic === undefined
      ? `#${props.channel.name}`
      : `#${props.channel.name} › ${topicName(props.topic)}`;
  return (
    <>
      <header>
        <h2 dir={directionOf(title())}>{title()}</h2>
        <Description html={props.channel.descriptionHtml} />
      </header>
      <div
        class="read-only-scroll"
        ref={scroll}
        tabindex="0"
        role="region"
        aria-label={v('messagesIn', { name: title() })}
      >
        <Show when={page()} fallback={<Show when={!problem()}>{<div class="skeleton" />}</Show>}>
          {(present) => (
            <>
              <Show when={present().hasOlder}>
                <p class="read-only-foot">
                  <button
                    type="button"
                    class="button"
                    disabled={isBusy()}
                    onClick={() => void read({ before: present().messages[0]!.id })}
                  >
                    {v('olderMessages')}
                  </button>
                </p>
              </Show>
              <Show when={present().messages.length > 0} fallback={<p class="empty">{v('nothingYet')}</p>}>
                <ReadOnlyMessages
                  label={title()}
                  messages={present().messages}
                  {...(props.topic === undefined && {
                    headingOf: ({ topic }: { topic: string }) => ({
                      text: topicName(topic),
                      href: hrefOf(props.channel, topic),
                    }),
                  })}
                />
              </Show>
              <Show when={present().hasNewer}>
                <p class="read-only-foot">
                  <button type="button" class="button" onClick={() => void read({})}>
                    {v('newestMessages')}
                  </button>
                </p>
              </Show>
            </>
          )}
        </Show>
        <div role="alert">
          <Show when={isGone()}>
            <p class="notice">{t('messageGone')}</p>
          </Show>
          <Show when={problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
        </div>
      </div>
      <div role="status" class="read-only-newer">
        <Show when={newer() > 0}>
          <button type="button" class="button is-primary" disabled={isBusy()} onClick={() => void read({})}>
            {newerInWords()}
          </button>
        </Show>
      </div>
      <footer class="read-only-foot">
        <span class="muted">{v('readingWithoutAccount')}</span>
        <button type="button" class="button is-primary" onClick={() => props.onSignIn()}>
          {v('logInToWrite')}
        </button>
      </footer>
    </>
  );
}
