/** Parts of the pages that are shown before the sign-in. */

import type { AnswerOf } from '@parley/client';
import { Eye, EyeOff } from 'lucide';
import {
  type Accessor,
  createResource,
  createSignal,
  createUniqueId,
  type JSX,
  onMount,
  Show,
} from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import logo from '../icon.svg';
import { ownPicture } from '../model/people/pictures.ts';
import { client } from '../model/session/page-session.ts';
import type { Submission } from '../model/submission.ts';
import { Icon } from '../ui/icon.tsx';
import { ui } from '../ui/texts.ts';
import { si } from './texts.ts';

export type ServerSettings = AnswerOf<'get-server-settings'>;

let reading: Promise<ServerSettings> | undefined;

/** Reads the public properties of the organization. Concurrent callers share one request. */
export function readServerSettings(): Promise<ServerSettings> {
  reading ??= client.call('get-server-settings').finally(() => {
    reading = undefined;
  });
  return reading;
}

/** Reads the public properties of the organization; undefined until the server has answered, and after a failure. */
export function useServerSettings(): Accessor<ServerSettings | undefined> {
  const [settings] = createResource(readServerSettings);
  return () => (settings.error ? undefined : settings());
}

/**
 * Renders the card in the middle of the page: the organization above, a form below. The first empty field gets the focus. If there is
 * none, the title gets it, so that screen readers read a text that has replaced a form.
 */
export function AccountCard(props: {
  title: string;
  settings?: ServerSettings | undefined;
  children: JSX.Element;
}) {
  let card: HTMLElement | undefined;
  onMount(() => {
    if (!card || document.activeElement !== document.body) return;
    const fields = [...card.querySelectorAll<HTMLInputElement>('input:not([readonly])')];
    const target = fields.find(({ value }) => value === '') ?? card.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  });
  return (
    <main class="sign-in" ref={card}>
      <div class="sign-in-card">
        <header class="sign-in-head">
          <img class="avatar is-large" src={ownPicture(props.settings?.realm_icon) ?? logo} alt="" />
          <h1 tabindex="-1">{props.title}</h1>
        </header>
        {props.children}
      </div>
    </main>
  );
}

type FieldProps = {
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: JSX.HTMLAutocomplete;
  value: string;
  id?: string;
  isFixed?: boolean;
  hint?: string | undefined;
  /** ID of an element outside of the field that describes it. */
  describedBy?: string;
  /** Whether the last submission failed because of this field. */
  isWrong?: boolean;
  onChange?: (value: string) => void;
};

/** Renders a text field with its label. A password can be shown, so that a person can check what they typed. */
export function Field(props: FieldProps) {
  const ownId = createUniqueId();
  const id = () => props.id ?? ownId;
  const [isShown, setShown] = createSignal(false);
  const isPassword = () => props.type === 'password';
  return (
    <div class="field" classList={{ 'is-password': isPassword() }}>
      <label class="label" for={id()}>
        {props.label}
      </label>
      <input
        class="input"
        id={id()}
        type={isShown() ? 'text' : props.type}
        autocomplete={props.autocomplete}
        inputmode={props.autocomplete === 'one-time-code' ? 'numeric' : undefined}
        autocapitalize={isPassword() ? 'none' : undefined}
        spellcheck={isPassword() ? false : undefined}
        aria-describedby={props.hint === undefined ? props.describedBy : `${id()}-hint`}
        aria-invalid={props.isWrong ? 'true' : undefined}
        required
        readonly={props.isFixed ?? false}
        dir={directionOf(props.value)}
        value={props.value}
        on:input={(event) => props.onChange?.(event.currentTarget.value)}
      />
      <Show when={isPassword()}>
        <ShowCharacters id={id()} isShown={isShown()} onToggle={() => setShown(!isShown())} />
      </Show>
      <Show when={props.hint}>
        {(hint) => (
          <span class="setting-help" id={`${id()}-hint`}>
            {hint()}
          </span>
        )}
      </Show>
    </div>
  );
}

function ShowCharacters(props: { id: string; isShown: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-controls={props.id}
      aria-pressed={props.isShown}
      aria-label={si('showCharacters')}
      title={si('showCharacters')}
      on:click={() => props.onToggle()}
    >
      <Icon of={props.isShown ? EyeOff : Eye} />
    </button>
  );
}

/**
 * Renders a form with one button, and in dialogs a second one that cancels. Above the buttons, the form shows why the last submission
 * failed.
 */
export function AccountForm(props: {
  submission: Submission;
  button: string;
  onSubmit: () => void;
  onCancel?: (() => void) | undefined;
  children: JSX.Element;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
      <div role="alert">
        <Show when={props.submission.problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
      </div>
      <Show when={props.onCancel} fallback={<SubmitButton of={props.submission} text={props.button} />}>
        {(cancel) => (
          <div class="dialog-actions">
            <button type="button" class="button" onClick={() => cancel()()}>
              {ui('cancel')}
            </button>
            <SubmitButton of={props.submission} text={props.button} />
          </div>
        )}
      </Show>
    </form>
  );
}

function SubmitButton(props: { of: Submission; text: string }) {
  return (
    <button type="submit" class="button is-primary" disabled={props.of.isBusy()}>
      {props.text}
    </button>
  );
}
