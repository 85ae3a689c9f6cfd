/** Keeps people who use the tools of a message in its text: what they type next belongs there, and is no shortcut. */

/** Whether a key types a character. The space bar presses buttons. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/**
 * Lets a key that is pressed beside the text of an open box type into the text. Returns whether the key is of a box: then it is no
 * shortcut. A preview hides the text, and such keys then do nothing.
 */
export function typeIntoText(event: KeyboardEvent): boolean {
  const box = event.target instanceof Element ? event.target.closest('.compose:not(.is-closed)') : null;
  if (!box || !isTyped(event)) return false;
  // The browser types the character into what has the focus after this event.
  box.querySelector<HTMLElement>('.compose-field textarea')?.focus();
  return true;
}

const toolOf = ({ target }: Event): HTMLButtonElement | undefined =>
  target instanceof Element ? (target.closest('button') ?? undefined) : undefined;

/** Whether a tool needs the focus: the preview stays only as long as nobody is in the text. */
const needsFocus = (tool: HTMLButtonElement): boolean => tool.hasAttribute('data-keeps-focus');

/**
 * Gives the focus to the text after a pointer has pressed one of the tools, and when what such a tool opened closes. With the keyboard,
 * the focus stays at the tool, so that one can go on to the next.
 */
export function keepInText(tools: HTMLElement, field: () => HTMLElement | undefined): void {
  /** Whether a pointer has opened a menu or popover, which takes the focus and returns it to its button. */
  let hasOpened = false;
  tools.addEventListener('mousedown', (event) => {
    const tool = toolOf(event);
    // A button that takes no focus leaves a phone its keyboard.
    if (tool && !needsFocus(tool)) event.preventDefault();
  });
  tools.addEventListener('click', (event) => {
    const tool = toolOf(event);
    const isPointed = event.detail > 0;
    if (!tool || !isPointed || needsFocus(tool)) return;
    hasOpened = tool.ariaHasPopup !== null;
    if (!hasOpened) field()?.focus();
  });
  tools.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!hasOpened || !(target instanceof HTMLElement)) return;
    if (relatedTarget === field()) {
      hasOpened = false;
      return;
    }
    // What closes returns the focus before its button says that it is closed.
    setTimeout(() => {
      if (document.activeElement !== target || target.ariaExpanded === 'true') return;
      hasOpened = false;
      field()?.focus();
    });
  });
  tools.addEventListener('keydown', (event) => {
    if (typeIntoText(event)) event.stopPropagation();
  });
}
