import { limits } from '@parley/rules/limits';
import type { Strength } from '@parley/rules/password-strength';
import { createEffect, createSignal, createUniqueId, onCleanup } from 'solid-js';
import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/new-password.json' with { type: 'json' };
import { Field } from './parts.tsx';

const texts = areaTexts('new-password', english);
await texts.load();
const p = texts.text;

/** Time in milliseconds without typing after which the password is judged, so that screen readers do not announce each letter. */
const pauseMs = 300;

const levels: Readonly<Record<Strength, number>> = { weak: 1, fair: 2, good: 3, strong: 4 };

/** Number of characters that a password lacks. */
const missingIn = (password: string): number => limits.passwordMinLength - [...password].length;

type FieldProps = {
  label: string;
  value: string;
  known: readonly string[];
  onChange: (value: string) => void;
};

/** Judges a password when the person pauses: how strong it is, or how many characters it lacks. Call it inside a component. */
function createStrength(props: FieldProps) {
  const [strength, setStrength] = createSignal<Strength | number>();
  createEffect(() => {
    const { value, known } = props;
    if (value === '') return setStrength(undefined);
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const judged = missingIn(value) > 0 ? missingIn(value) : await judge(value, known);
      if (isCurrent) setStrength(judged);
    }, pauseMs);
    onCleanup(() => {
      isCurrent = false;
      clearTimeout(timer);
    });
  });
  return strength;
}

/**
 * Renders a field for a new password. While the person types, it shows how hard the password is to guess, as the server will judge it.
 * `known` are texts that attackers know of the person, such as their name. The list of leaked passwords is loaded with the first letter.
 */
export default function NewPasswordField(props: FieldProps) {
  const strength = createStrength(props);
  const level = () => {
    const known = strength();
    return typeof known === 'string' ? levels[known] : 0;
  };
  /** Describes the field: what is asked for, and while the person types, how hard the password is to guess. */
  const words = () => {
    const known = strength();
    if (known === undefined) return p('minLength', { count: limits.passwordMinLength });
    return typeof known === 'number' ? p('tooShort', { count: known }) : p(known);
  };
  const wordsId = createUniqueId();
  return (
    <div class="new-password">
      <Field
        label={props.label}
        type="password"
        autocomplete="new-password"
        describedBy={wordsId}
        value={props.value}
        onChange={props.onChange}
      />
      {/* Keeps its place while it is hidden, so that nothing moves with the first letter. */}
      <Meter level={level()} words={words()} isHidden={props.value === ''} />
      <p class="strength-text" id={wordsId} role="status">
        {words()}
      </p>
    </div>
  );
}

/** Returns the strength of a password; undefined when the list cannot be loaded. The server judges it in any case. */
async function judge(password: string, known: readonly string[]): Promise<Strength | undefined> {
  try {
    const { guessesFor, strengthOf } = await import('@parley/rules/password-strength');
    return strengthOf(guessesFor(password, known));
  } catch {
    return undefined;
  }
}

function Meter(props: { level: number; words: string; isHidden: boolean }) {
  return (
    <meter
      class="strength"
      classList={{ 'is-hidden': props.isHidden }}
      data-level={props.level}
      aria-label={p('strength')}
      min={0}
      max={4}
      value={props.level}
    >
      {props.words}
    </meter>
  );
}
