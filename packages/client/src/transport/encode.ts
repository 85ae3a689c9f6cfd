/** Values of parameters. Parameters with the value `undefined` are not sent. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Encodes a single parameter. Strings stay unchanged; other values become JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Encodes parameters as a form or query. Strings stay unchanged, except that parameters named in `quoted` become JSON strings. */
export function formOf(values: ParameterValues, quoted: readonly string[] = []): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.set(name, quoted.includes(name) ? JSON.stringify(value) : textOf(value));
  }
  return form;
}

export function fillPath(
  template: string,
  values: ParameterValues,
): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...values };
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name];
    if (value === undefined) throw new TypeError(`The parameter ${name} of ${template} is missing`);
    delete rest[name];
    return encodeURIComponent(textOf(value));
  });
  return { path, rest };
}
