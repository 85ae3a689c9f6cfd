import { readdirSync, readFileSync } from 'node:fs';
import type { Cluster } from './cluster.ts';

// The tests are the first process of the namespace in which the nodes run, so they see the processes of all pods.

type Process = { pid: number; name: string; cgroup: string; command: string };

/** Kills the processes of a pod whose program has this name with SIGKILL. The kubelet starts the container again. */
export async function killPod(cluster: Cluster, namespace: string, pod: string, name: string): Promise<void> {
  const { metadata } = await cluster.get('pod', pod, '--namespace', namespace);
  const program = new RegExp(`^(\\S*/)?${name}\\b`);
  const found = processes().filter(
    (process) => program.test(process.command) && process.cgroup.includes(metadata.uid),
  );
  if (found.length === 0) throw new Error(`${pod} has no process ${name}.`);
  for (const { pid } of found) endProcess(pid);
}

/** Kills the first process of a node's namespace, and with it everything that runs on the node. */
export function killNode(node: string): void {
  const first = processes().find(
    ({ name, command }) => name === 'sh' && command.includes(`node.sh ${node} `),
  );
  if (!first) throw new Error(`The node ${node} does not run.`);
  endProcess(first.pid);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const file = (name: string) => readFileSync(`/proc/${entry}/${name}`, 'utf8');
        const command = file('cmdline').replaceAll('\0', ' ');
        return [{ pid: Number(entry), name: file('comm').trim(), cgroup: file('cgroup'), command }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
