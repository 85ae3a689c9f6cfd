#!/bin/sh
# A node of the cluster: containerd, kubelet, kube-proxy, and kube-router for network policies. It runs in namespaces of its own
# (mounts, network, processes, host name), so that each of these programs finds its usual paths empty. When its first process
# ends, everything on it ends.
#   node.sh <name> <number> <number of nodes> <folder of the cluster> <folder of the programs> <name of the cgroup> <archive of images>
set -eu
name=$1 number=$2 nodes=$3 cluster=$4 programs=$5 cgroup=$6/$1 images=$7
own=$cluster/$name

hostname "$name"
mkdir -p "$own/var-lib" "$own/var-log" "$own/cni"
mount --bind "$own/var-lib" /var/lib
mount --bind "$own/var-log" /var/log
mount -t tmpfs tmpfs /run
mkdir -p /run/lock /run/netns /run/containerd

# The cluster connects this node when it knows the ID of this process: it moves one end of a virtual cable (veth) here.
until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
ip link set lo up
ip address add "10.80.0.1$number/24" dev eth0
ip link set eth0 up
ip route add default via 10.80.0.1
echo 1 > /proc/sys/net/ipv4/ip_forward
other=1
while [ "$other" -le "$nodes" ]; do
  [ "$other" = "$number" ] || ip route add "10.244.$other.0/24" via "10.80.0.1$other"
  other=$((other + 1))
done

# Version 1 of cgroups: a folder for each controller. A new cpuset has no processors of its own.
for controller in /sys/fs/cgroup/*/; do
  mkdir -p "$controller$cgroup"
  for file in cpuset.cpus cpuset.mems; do
    for folder in "$controller$(dirname "$cgroup")" "$controller$cgroup"; do
      if [ -e "$folder/$file" ]; then cat "$controller$file" > "$folder/$file"; fi
    done
  done
done
# By default, a cgroup gets as much processor time as one process beside it, whatever it contains. Next to other work on the
# machine, probes of the pods would then time out.
for folder in "/sys/fs/cgroup/cpu/$(dirname "$cgroup")" "/sys/fs/cgroup/cpu/$cgroup"; do
  echo 6144 > "$folder/cpu.shares"
done

cat > "$own/cni/10-parley.conflist" <<END
{
  "cniVersion": "0.4.0",
  "name": "parley",
  "plugins": [
    {
      "type": "ptp",
      "ipam": {
        "type": "host-local",
        "ranges": [[{ "subnet": "10.244.$number.0/24" }]],
        "routes": [{ "dst": "0.0.0.0/0" }]
      }
    }
  ]
}
END

cat > "$own/containerd.toml" <<END
version = 2
disabled_plugins = ["io.containerd.internal.v1.opt"]
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "parley-k8s/pause:1"
  # Lowering a process's OOM score needs a capability that root may not have in a container.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$programs"
    conf_dir = "$own/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
END

echo 'nameserver 10.80.0.1' > "$own/resolv.conf"
cat > "$own/kubelet.yaml" <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication:
  anonymous: { enabled: false }
  webhook: { enabled: false }
  x509: { clientCAFile: $cluster/ca.crt }
authorization: { mode: AlwaysAllow }
cgroupDriver: cgroupfs
cgroupRoot: /$cgroup
clusterDNS: [10.80.0.1]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
resolvConf: $own/resolv.conf
failSwapOn: false
failCgroupV1: false
enforceNodeAllocatable: []
evictionHard: { memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1%, nodefs.inodesFree: 1% }
imageGCHighThresholdPercent: 100
nodeStatusUpdateFrequency: 4s
syncFrequency: 10s
serializeImagePulls: false
END
cat > "$own/kube-proxy.yaml" <<END
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection: { kubeconfig: $cluster/proxy.kubeconfig }
clusterCIDR: 10.244.0.0/16
mode: iptables
# kube-router changes rules at the same time. What fails because of that is repeated after this period.
iptables: { syncPeriod: 5s }
conntrack: { maxPerCore: 0, min: 0 }
END

containerd --config "$own/containerd.toml" > "$cluster/logs/$name-containerd.log" 2>&1 &
until ctr version >/dev/null 2>&1; do sleep 0.1; done
ctr --namespace k8s.io images import "$images" > "$cluster/logs/$name-images.log" 2>&1
"$programs/kube-proxy" --config="$own/kube-proxy.yaml" --hostname-override="$name" > "$cluster/logs/$name-kube-proxy.log" 2>&1 &
"$programs/kubelet" --config="$own/kubelet.yaml" --kubeconfig="$cluster/$name.kubeconfig" --node-ip="10.80.0.1$number" \
  --hostname-override="$name" --node-labels="parley.test/node=$name" > "$cluster/logs/$name-kubelet.log" 2>&1 &
# Only the part of kube-router that enforces network policies: addresses and routes are given above. It ends while the node
# is not registered, and is started again, as by a DaemonSet.
while :; do
  "$programs/kube-router" --kubeconfig="$cluster/admin.kubeconfig" --hostname-override="$name" --run-firewall=true \
    --run-router=false --run-service-proxy=false --enable-cni=false --service-cluster-ip-range=10.96.0.0/16 \
    --metrics-port=0 || true
  sleep 1
done >> "$cluster/logs/$name-kube-router.log" 2>&1 &
wait
