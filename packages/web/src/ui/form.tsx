import type { JSX } from 'solid-js';

/** Renders a form that the page sends itself. */
export function Form(props: {
  class?: string;
  onSubmit: () => void;
  ref?: (form: HTMLFormElement) => void;
  children: JSX.Element;
}) {
  return (
    <form
      class={props.class}
      ref={(form) => props.ref?.(form)}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}
