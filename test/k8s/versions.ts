/** Versions of the programs of the cluster. */
export const versions = {
  kubernetes: '1.34.4',
  coredns: '1.12.4',
  cni: '1.7.1',
  kubeRouter: '2.1.0',
  prometheusAdapter: '0.12.0',
} as const;
