const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, video, audio, [tabindex="0"]';

/** Returns the elements within `root` that the Tab key reaches, in document order. */
export const tabStops = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
  );
