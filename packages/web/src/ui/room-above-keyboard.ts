/** Least height in pixels of a keyboard on the screen. Bars of browsers that come and go are lower. */
const leastKeyboardPx = 120;

/** Returns a function that says by how many pixels the window is lower than it was, as it is while most browsers show a keyboard. */
function createShrinking(): () => number {
  let [width, highest] = [0, 0];
  return () => {
    // A phone that is turned has another height.
    highest = innerWidth === width ? Math.max(highest, innerHeight) : innerHeight;
    width = innerWidth;
    return highest - innerHeight;
  };
}

/** Returns the height in pixels of what lies over the window. Who has zoomed in sees a part of the window, too. */
function coveredPx(): number {
  const view = globalThis.visualViewport;
  return view && view.scale < 1.05 ? innerHeight - view.height : 0;
}

/**
 * Keeps the box in which somebody writes above the keyboard of a phone. Most browsers make the window lower (index.html asks them to);
 * Safari lays the keyboard over it. Call it with the element of the client.
 */
export function keepRoomAboveKeyboard(workspace: HTMLElement): void {
  const shrunkPx = createShrinking();
  const ended = new AbortController();
  const update = () => {
    if (!workspace.isConnected) return ended.abort();
    const isShrunk = shrunkPx() > leastKeyboardPx;
    const isWriting = document.activeElement?.matches('input, textarea') ?? false;
    const isCovered = isWriting && coveredPx() > leastKeyboardPx;
    workspace.classList.toggle('has-keyboard', isWriting && (isCovered || isShrunk));
    if (isCovered) {
      workspace.style.setProperty('--room', `${visualViewport!.height}px`);
      document.body.style.setProperty('--covered', `${coveredPx()}px`);
    } else {
      workspace.style.removeProperty('--room');
      document.body.style.removeProperty('--covered');
    }
    // Safari has moved the window up to show the field, which is in view now.
    if (isCovered) scrollTo(0, 0);
  };
  update();
  const { signal } = ended;
  globalThis.visualViewport?.addEventListener('resize', update, { signal });
  addEventListener('resize', update, { signal });
  for (const change of ['focusin', 'focusout']) document.addEventListener(change, update, { signal });
}
