/** Interval between two checks of a loading page, in milliseconds, and the maximum number of checks. */
const retryMs = 100;
const maxTries = 50;

/** Scrolls to the setting or group with this title and focuses it, as soon as the page shows it. */
export function reveal(root: HTMLElement, name: string, tries = maxTries): void {
  const words = root.querySelectorAll<HTMLElement>('.page-body :is(label, legend, h3, h4, th, span)');
  const found = [...words].find((each) => each.textContent?.trim() === name);
  if (!found) {
    if (tries > 0) setTimeout(() => reveal(root, name, tries - 1), retryMs);
    return;
  }
  found.scrollIntoView({ block: 'center' });
  const control = found instanceof HTMLLabelElement ? found.control : null;
  control?.focus({ preventScroll: true });
}
