/** Result of one step of a driver program. */
export type Step = { readonly step: string; readonly passed: boolean; readonly reason?: string };

/** Parses results from lines with JSON objects. Ignores other lines, which the client itself prints. */
export function stepsOfLines(output: string): Step[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"step"') || line.startsWith('{"passed"'))
    .map((line) => JSON.parse(line) as Step);
}

/** Parses results from the output of `cargo test`. The reason for a failure is the first line of the panic. */
export function stepsOfCargo(output: string): Step[] {
  const panics = new Map(
    [...output.matchAll(/^---- client::(\S+) stdout ----\n([\s\S]*?)(?=\n---- |\n\nfailures:)/gm)].map(
      ([, name, text]) => [name!, text!.replace(/\s+/g, ' ').trim().slice(0, 600)],
    ),
  );
  return [...output.matchAll(/^test client::(\S+) \.\.\. (ok|FAILED)$/gm)].map(([, step, result]) => ({
    step: step!,
    passed: result === 'ok',
    ...(result !== 'ok' && { reason: panics.get(step!) ?? 'no reason was written' }),
  }));
}
