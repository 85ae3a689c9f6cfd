#!/bin/sh
# Makes the certificates and kubeconfig files of a cluster in the current folder.
#   certificates.sh <address of the API server> <node>…
set -eu
server=$1
shift

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=cluster -keyout ca.key -out ca.crt 2>/dev/null
openssl genrsa -out sa.key 2048 2>/dev/null
openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null

# certificate <name> <subject> [<alternative names>]
certificate() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "$2" -keyout "$1.key" -out "$1.csr" 2>/dev/null
  printf 'keyUsage=digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n%s\n' "${3:+subjectAltName=$3}" > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile "$1.ext" -out "$1.crt" 2>/dev/null
}

# kubeconfig <name>
kubeconfig() {
  cat > "$1.kubeconfig" <<END
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://$server:6443", certificate-authority: $PWD/ca.crt } }]
users: [{ name: u, user: { client-certificate: $PWD/$1.crt, client-key: $PWD/$1.key } }]
contexts: [{ name: c, context: { cluster: c, user: u } }]
current-context: c
END
}

certificate apiserver /CN=kube-apiserver "IP:$server,IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc"
certificate kubelet-client /O=system:masters/CN=kubelet-client
certificate front-proxy /CN=front-proxy
certificate admin /O=system:masters/CN=admin
certificate controller-manager /CN=system:kube-controller-manager
certificate scheduler /CN=system:kube-scheduler
certificate proxy /CN=system:kube-proxy
for node in "$@"; do certificate "$node" "/O=system:nodes/CN=system:node:$node"; done
for name in admin controller-manager scheduler proxy "$@"; do kubeconfig "$name"; done
