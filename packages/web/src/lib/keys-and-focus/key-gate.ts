/**
 * Keeps keys that belong to an input method from all handlers of keys: those of this client, and those of the component library.
 * People who write Japanese, Chinese or Korean, or with dead keys, press Enter, Escape and arrows to choose among candidates. In
 * such a composition, browsers report keys with `isComposing` or with the key code 229
 * (https://www.w3.org/TR/uievents/#legacy-key-attributes). Safari reports the key that ends a composition after the end of the
 * composition, with the key code 229 and without `isComposing` (https://bugs.webkit.org/show_bug.cgi?id=165004).
 *
 * This module must be loaded before all others, because the window calls its listeners in the order in which they were added.
 */

const inputMethodKey = 229;

const isOfComposition = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === inputMethodKey;

/** Last pressed key, if it was kept from the handlers. */
let kept: KeyboardEvent | undefined;

function keepFromHandlers(event: KeyboardEvent): void {
  const isKept = isOfComposition(event);
  if (event.type === 'keydown') kept = isKept ? event : undefined;
  if (!isKept) return;
  event.stopImmediatePropagation();
  if (isTakenByField(event)) event.preventDefault();
}

/** Returns whether Chrome would act on a key of a composition: it empties search fields, and changes numbers. */
function isTakenByField({ key, target }: KeyboardEvent): boolean {
  const type = target instanceof HTMLInputElement ? target.type : '';
  return (type === 'search' && key === 'Escape') || (type === 'number' && /^Arrow(?:Up|Down)$/.test(key));
}

/**
 * Passes Enter on as a key that handlers understand. Keyboards of phones report each key with the code 229, and Korean input
 * methods the Enter that ends a composition. If the browser then breaks the line, the input method has left Enter to the page.
 */
function passEnterOn(event: InputEvent): void {
  const isBreak = event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph';
  if (!isBreak || !kept || event.isComposing) return;
  const { shiftKey, ctrlKey, altKey, metaKey } = kept;
  kept = undefined;
  const enter = new KeyboardEvent('keydown', {
    key: 'Enter',
    code: 'Enter',
    shiftKey,
    ctrlKey,
    altKey,
    metaKey,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  if (!event.target?.dispatchEvent(enter)) event.preventDefault();
}

addEventListener('keydown', keepFromHandlers, { capture: true });
addEventListener('keyup', keepFromHandlers, { capture: true });
addEventListener('beforeinput', passEnterOn, { capture: true });
