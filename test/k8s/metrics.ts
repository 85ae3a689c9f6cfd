import type { Installation } from './installation.ts';

const script = `exec 3<>/dev/tcp/127.0.0.1/9100
  printf 'GET /metrics HTTP/1.0\\r\\n\\r\\n' >&3
  while IFS= read -r line <&3; do printf '%s\\n' "$line"; done`;

/** Reads the metrics of a pod from within: the network policies let only pods read them from outside. */
export const readMetrics = (installation: Installation, pod: string): Promise<string> =>
  installation.run(pod, script);
