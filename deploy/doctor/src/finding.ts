/** `fail`: something is broken or will break. `warn`: everything works, with a risk. */
export type Finding =
  | { readonly state: 'ok'; readonly check: string; readonly text: string }
  | {
      readonly state: 'warn' | 'fail';
      readonly check: string;
      readonly text: string;
      /** All steps that fix the problem. */
      readonly fix: string;
    };

export const ok = (check: string, text: string): Finding => ({ state: 'ok', check, text });

export const warn = (check: string, text: string, fix: string): Finding => ({
  state: 'warn',
  check,
  text,
  fix,
});

export const fail = (check: string, text: string, fix: string): Finding => ({
  state: 'fail',
  check,
  text,
  fix,
});

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** Returns a size as text: `1.5 GiB`, `12 MiB`, `900 bytes`. */
export function size(bytes: number): string {
  if (bytes >= GIB) return `${Math.round((bytes / GIB) * 10) / 10} GiB`;
  if (bytes >= MIB) return `${Math.round((bytes / MIB) * 10) / 10} MiB`;
  return `${bytes} bytes`;
}
