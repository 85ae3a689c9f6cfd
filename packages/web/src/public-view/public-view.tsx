import { type ChannelId, type MessageId, type Place, placeKey } from '@parley/client';
import { createEffect, createMemo, createResource, createSignal, on, onCleanup, Show } from 'solid-js';
import { Description } from '../content/description.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import logo from '../icon.svg';
import { reasonOf } from '../model/failures.ts';
import { ownPicture } from '../model/people/pictures.ts';
import { ReadOnlyMessages } from '../read-only/messages.tsx';
import { ReadOnlyPage } from '../read-only/page.tsx';
import { useRouter } from '../router/context.ts';
import { channelOfNarrow, narrowHref, narrowOf, placeOfNarrow } from '../router/router.ts';
import { useServerSettings } from '../sign-in/parts.tsx';
import { si } from '../sign-in/texts.ts';
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

/** Reads the public channels, and which of them the address names. Call it inside a component. */
function createPublic() {
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
  return { settings, channels, refetch, known, place, channel, organization };
}

type Public = ReturnType<typeof createPublic>;

/** Renders the web-public channels for visitors without an account. */
export default function PublicView(props: { onSignIn: () => void }) {
  const view = createPublic();
  const { settings, known, place, organization } = view;
  return (
    <ReadOnlyPage
      head={
        <>
          <img class="avatar" src={ownPicture(settings()?.realm_icon) ?? logo} alt="" />
          <h1 dir={directionOf(organization())}>{organization()}</h1>
          <button type="button" class="button is-primary" onClick={() => props.onSignIn()}>
            {si('logIn')}
          </button>
        </>
      }
      listLabel={v('publicChannels')}
      entries={known()}
      nameOf={({ name }) => `# ${name}`}
      hrefOf={(each) => hrefOf(each)}
      isChosen={({ id }) => id === place()?.channelId}
    >
      <Chosen view={view} onSignIn={props.onSignIn} />
    </ReadOnlyPage>
  );
}

/** Renders the chosen channel, or why there is none. */
function Chosen(props: { view: Public; onSignIn: () => void }) {
  const { channels, refetch, known, place, channel } = props.view;
  return (
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
function createNewer(
  channelId: ChannelId,
  topic: () => string | undefined,
  newestId: () => number | undefined,
) {
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

type Where = { readonly near?: number; readonly before?: number };

/** Reads the messages of a channel or topic, page by page. `scroller` is the element that shows them. */
function createReading(
  props: { readonly channel: PublicChannel; readonly topic: string | undefined },
  scroller: () => HTMLElement | undefined,
) {
  const [page, setPage] = createSignal<PublicPage>();
  const [problem, setProblem] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);
  let readings = 0;
  const show = (read: PublicPage, where: Where) => {
    const scroll = scroller();
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
  };
  const read = async (where: Where) => {
    const reading = ++readings;
    setBusy(true);
    setProblem(undefined);
    try {
      const found = await readPublicMessages(props.channel.id, props.topic, where);
      if (reading === readings) show(found, where);
    } catch (error) {
      if (reading === readings) setProblem(reasonOf(error));
    } finally {
      if (reading === readings) setBusy(false);
    }
  };
  return { page, problem, isBusy, read, forget: () => void setPage(undefined) };
}

type Reading = ReturnType<typeof createReading>;
type Conversed = {
  readonly channel: PublicChannel;
  readonly topic: string | undefined;
  readonly near: number | undefined;
};

/** Follows the message of the address to where it is now. Returns whether it was deleted, or is not public. */
function followMessage(props: Conversed, onAddress: (near: number | undefined) => void) {
  const router = useRouter();
  const [isGone, setGone] = createSignal(false);
  const here = (topic: string): Place => ({ kind: 'topic', channelId: props.channel.id, topic });
  /** Opens the conversation in which a message is now. */
  async function follow(messageId: MessageId): Promise<void> {
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
  createEffect(
    on(
      () => [props.topic, props.near] as const,
      ([, near]) => {
        setGone(false);
        if (near !== undefined) void follow(near);
        onAddress(near);
      },
    ),
  );
  return isGone;
}

const titleOf = ({ channel, topic }: Conversed): string =>
  topic === undefined ? `#${channel.name}` : `#${channel.name} › ${topicName(topic)}`;

function Conversation(props: Conversed & { onSignIn: () => void }) {
  let scroll: HTMLDivElement | undefined;
  const reading = createReading(props, () => scroll);
  const isGone = followMessage(props, (near) => {
    reading.forget();
    void reading.read(near === undefined ? {} : { near });
  });
  const title = () => titleOf(props);
  return (
    <>
      <Head title={title()} html={props.channel.descriptionHtml} />
      <div
        class="read-only-scroll"
        ref={scroll}
        tabindex="0"
        role="region"
        aria-label={v('messagesIn', { name: title() })}
      >
        <Show
          when={reading.page()}
          fallback={<Show when={!reading.problem()}>{<div class="skeleton" />}</Show>}
        >
          {(page) => (
            <Messages
              page={page()}
              reading={reading}
              title={title()}
              channel={props.channel}
              topic={props.topic}
            />
          )}
        </Show>
        <Notices isGone={isGone()} problem={reading.problem()} />
      </div>
      <NewerButton channel={props.channel} topic={props.topic} reading={reading} />
      <Foot onSignIn={props.onSignIn} />
    </>
  );
}

function Notices(props: { isGone: boolean; problem: string | undefined }) {
  return (
    <div role="alert">
      <Show when={props.isGone}>
        <p class="notice">{t('messageGone')}</p>
      </Show>
      <Show when={props.problem}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
    </div>
  );
}

function Foot(props: { onSignIn: () => void }) {
  return (
    <footer class="read-only-foot">
      <span class="muted">{v('readingWithoutAccount')}</span>
      <button type="button" class="button is-primary" onClick={() => props.onSignIn()}>
        {v('logInToWrite')}
      </button>
    </footer>
  );
}

type MessagesProps = {
  page: PublicPage;
  reading: Reading;
  title: string;
  channel: PublicChannel;
  topic: string | undefined;
};

/** Renders the messages of a page, with buttons that read those before and after them. */
function Messages(props: MessagesProps) {
  const readOlder = () => {
    const [first] = props.page.messages;
    if (first) void props.reading.read({ before: first.id });
  };
  return (
    <>
      <Show when={props.page.hasOlder}>
        <p class="read-only-foot">
          <button type="button" class="button" disabled={props.reading.isBusy()} onClick={readOlder}>
            {v('olderMessages')}
          </button>
        </p>
      </Show>
      <Show when={props.page.messages.length > 0} fallback={<p class="empty">{v('nothingYet')}</p>}>
        <ReadOnlyMessages
          label={props.title}
          messages={props.page.messages}
          {...(props.topic === undefined && {
            headingOf: ({ topic }: { topic: string }) => ({
              text: topicName(topic),
              href: hrefOf(props.channel, topic),
            }),
          })}
        />
      </Show>
      <Show when={props.page.hasNewer}>
        <p class="read-only-foot">
          <button type="button" class="button" onClick={() => void props.reading.read({})}>
            {v('newestMessages')}
          </button>
        </p>
      </Show>
    </>
  );
}

/** Renders how many messages have arrived since, as a button that reads them. */
function NewerButton(props: { channel: PublicChannel; topic: string | undefined; reading: Reading }) {
  const newer = createNewer(
    props.channel.id,
    () => props.topic,
    () => {
      const page = props.reading.page();
      return !page || page.hasNewer ? undefined : (page.messages.at(-1)?.id ?? 0);
    },
  );
  return (
    <div role="status" class="read-only-newer">
      <Show when={newer() > 0}>
        <button
          type="button"
          class="button is-primary"
          disabled={props.reading.isBusy()}
          onClick={() => void props.reading.read({})}
        >
          {newer() >= maxCounted
            ? v('manyNewMessages', { most: maxCounted })
            : v('newMessages', { count: newer() })}
        </button>
      </Show>
    </div>
  );
}

function Head(props: { title: string; html: string }) {
  return (
    <header>
      <h2 dir={directionOf(props.title)}>{props.title}</h2>
      <Description html={props.html} />
    </header>
  );
}
