import type { UserId } from '@parley/client';
import { createEffect, For, onCleanup, Show } from 'solid-js';
import { enhance } from '../content/enhance.ts';
import { sanitize } from '../html/sanitize.ts';
import { directionOf, setDirections } from '../i18n/direction.ts';
import { dateTimeOf, shortDateTimeOf } from '../i18n/format.ts';
import { hueOf, initialsOf, ownPicture, showsInitials } from '../model/people/pictures.ts';
import '../styles/read-only.css';

/** A message that people can only read: without an account, or without a connection. */
export type ReadOnlyMessage = {
  readonly id: number;
  readonly senderId: UserId;
  readonly senderName: string;
  readonly avatarUrl: string | null;
  /** Message text as HTML that the server rendered. */
  readonly html: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
};

/** Maximum time between two messages of a group, in seconds. */
const groupSeconds = 300;

/** Heading above the first message of a topic. */
export type Heading = { readonly text: string; readonly href: string };

/** Renders messages in their order, without actions. `headingOf` returns the topic of a message in lists that mix topics. */
export function ReadOnlyMessages<M extends ReadOnlyMessage>(props: {
  label: string;
  messages: readonly M[];
  headingOf?: (message: M) => Heading;
}) {
  const headingAt = (message: M, index: number) => {
    const heading = props.headingOf?.(message);
    const former = props.messages[index - 1];
    const before = former && props.headingOf?.(former);
    return heading && heading.href !== before?.href ? heading : undefined;
  };
  /** Returns whether a message continues the group of the previous message: same sender, at most `groupSeconds` later. */
  const continues = (message: M, index: number) => {
    const before = props.messages[index - 1];
    if (!before || headingAt(message, index)) return false;
    return before.senderId === message.senderId && message.timestamp - before.timestamp <= groupSeconds;
  };
  return (
    <ol class="read-only" aria-label={props.label}>
      <For each={props.messages}>
        {(message, index) => (
          <Row
            message={message}
            isContinued={continues(message, index())}
            heading={headingAt(message, index())}
          />
        )}
      </For>
    </ol>
  );
}

function Row(props: { message: ReadOnlyMessage; isContinued: boolean; heading: Heading | undefined }) {
  const { message } = props;
  return (
    <li classList={{ 'is-continued': props.isContinued }}>
      <Show when={props.heading}>
        {(heading) => (
          <h2 class="read-only-topic" dir={directionOf(heading().text)}>
            <a href={heading().href}>{heading().text}</a>
          </h2>
        )}
      </Show>
      <article class="read-only-message" aria-label={message.senderName} data-message-id={message.id}>
        <Show when={!props.isContinued} fallback={<span class="read-only-gap" />}>
          <Picture message={message} />
        </Show>
        <div>
          <Show when={!props.isContinued}>
            <p class="read-only-head">
              <strong dir={directionOf(message.senderName)}>{message.senderName}</strong>
              <time
                class="muted"
                datetime={new Date(message.timestamp * 1000).toISOString()}
                title={dateTimeOf(message.timestamp)}
              >
                {shortDateTimeOf(message.timestamp)}
              </time>
            </p>
          </Show>
          <Content html={message.html} />
        </div>
      </article>
    </li>
  );
}

function Picture(props: { message: ReadOnlyMessage }) {
  const path = () => {
    const own = ownPicture(props.message.avatarUrl);
    return own === undefined || showsInitials(own) ? undefined : own;
  };
  return (
    <Show
      when={path()}
      fallback={
        <span
          class="avatar is-initials"
          style={{ '--hue': String(hueOf(props.message.senderId)) }}
          aria-hidden="true"
        >
          {initialsOf(props.message.senderName)}
        </span>
      }
    >
      {(source) => <img class="avatar" src={source()} alt="" />}
    </Show>
  );
}

function Content(props: { html: string }) {
  let place!: HTMLDivElement;
  createEffect(() => {
    const content = sanitize(props.html);
    place.dir = setDirections(content);
    // The reader's account is unknown, so no mention is highlighted as the reader's.
    enhance(content, { selfId: 0, isInGroup: () => false, hasCards: false });
    place.replaceChildren(content);
    onCleanup(() => place.replaceChildren());
  });
  return <div class="content" ref={place} />;
}
