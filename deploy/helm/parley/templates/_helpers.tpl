{{- /* `parley-messaging`: the name of the objects of a service, or of the Deployment that runs it. Those of the Deployment with several
       services, `parley`, have the name of the release. It is never cut, so no two share a name. Takes
       (dict "root" $ "name" "messaging"). */}}
{{- define "parley.name" -}}
{{- $name := ternary .root.Release.Name (printf "%s-%s" .root.Release.Name .name) (eq .name "parley") -}}
{{- if gt (len $name) 63 -}}
{{- fail (printf "the name of the release is too long: %s has more than 63 characters" $name) -}}
{{- end -}}
{{- $name -}}
{{- end }}

{{- /* `USER_ADMIN`: the service's part of the names of environment variables. */}}
{{- define "parley.env" -}}
{{- . | upper | replace "-" "_" -}}
{{- end }}

{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: parley
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "parley.image" -}}
{{- $reference := printf ":%s" (.Values.image.tag | default .Chart.AppVersion) -}}
{{- with .Values.image.digest }}{{ $reference = printf "@%s" . }}{{ end -}}
{{- printf "%s/parley%s" .Values.image.repository $reference -}}
{{- end }}

{{- /* The Deployments, as JSON: `component` is the name of each, and `services` those that its processes run. With `separate`
       each service has its own; with `combined` all are in the Deployment `parley` except `combined.separate`; with `both`, which is on the
       way from one to the other, both are there. */}}
{{- define "parley.workloads" -}}
{{- $layout := .Values.layout -}}
{{- $apart := .Values.combined.separate | default list -}}
{{- if and $apart (ne $layout "combined") -}}
{{- fail "combined.separate counts only with layout: combined" -}}
{{- end -}}
{{- $workloads := list -}}
{{- $together := list -}}
{{- range $name := keys .Values.services | sortAlpha -}}
{{- if or (ne $layout "combined") (has $name $apart) }}{{ $workloads = append $workloads (dict "component" $name "services" (list $name)) }}{{ end -}}
{{- if or (eq $layout "both") (and (eq $layout "combined") (not (has $name $apart))) }}{{ $together = append $together $name }}{{ end -}}
{{- end -}}
{{- if $together }}{{ $workloads = append $workloads (dict "component" "parley" "services" $together) }}
{{- else if ne $layout "separate" }}{{ fail "combined.separate must leave services to the Deployment of the others" }}{{ end -}}
{{- toJson $workloads -}}
{{- end }}

{{- /* The services that the processes of a Deployment call at addresses, as JSON. Those in the same process are called directly,
       except event-queue: each queue is read at one of its replicas. Takes (dict "root" $ "workload" …). */}}
{{- define "parley.calls" -}}
{{- $services := .workload.services -}}
{{- $calls := list -}}
{{- range $name := $services -}}
{{- range (get $.root.Values.services $name).needs -}}
{{- if or (eq . "event-queue") (not (has . $services)) }}{{ $calls = append $calls . }}{{ end -}}
{{- end -}}
{{- end -}}
{{- toJson (uniq $calls) -}}
{{- end }}

{{- /* The components of the Deployments whose processes call a service, as JSON. Takes (dict "root" $ "name" "messaging"). */}}
{{- define "parley.callers" -}}
{{- $callers := list -}}
{{- range include "parley.workloads" .root | fromJsonArray -}}
{{- if has $.name (include "parley.calls" (dict "root" $.root "workload" .) | fromJsonArray) }}{{ $callers = append $callers .component }}{{ end -}}
{{- end -}}
{{- if and (eq .name "importing") (include "parley.hasImport" .root) }}{{ $callers = append $callers "import" }}{{ end -}}
{{- toJson $callers -}}
{{- end }}

{{- /* `true` if there is a job that imports an archive or removes an import. */}}
{{- define "parley.hasImport" -}}
{{- if or .Values.import.archive .Values.import.undo }}true{{ end -}}
{{- end }}

{{- /* The volume with archives, for processes with importing. */}}
{{- define "parley.importVolume" -}}
{{- with .Values.import.claim }}
- name: imports
  persistentVolumeClaim: { claimName: {{ . | quote }} }
{{- end }}
{{- end }}

{{- define "parley.importMount" -}}
{{- if .Values.import.claim }}
- { name: imports, mountPath: /var/lib/parley/imports }
{{- end }}
{{- end }}

{{- /* The certificates with which processes call each other. */}}
{{- define "parley.rpcTlsEnv" -}}
{{- if .Values.rpcTlsSecret }}
- name: PARLEY_RPC_TLS_CA_FILE
  value: /etc/parley/rpc-tls/ca.crt
- name: PARLEY_RPC_TLS_CERT_FILE
  value: /etc/parley/rpc-tls/tls.crt
- name: PARLEY_RPC_TLS_KEY_FILE
  value: /etc/parley/rpc-tls/tls.key
- name: PARLEY_RPC_TLS_MODE
  value: {{ .Values.rpcTlsMode }}
{{- end }}
{{- end }}

{{- /* The port at which a service takes calls. In a process with others each has its own. With `combined` a service has the same port
       wherever it runs, so that it can get a Deployment of its own while others call it. Takes
       (dict "root" $ "component" "parley" "name" "messaging"). */}}
{{- define "parley.rpcPort" -}}
{{- if or (eq .component "parley") (eq .root.Values.layout "combined") }}{{ (get .root.Values.services .name).port }}{{ else }}9000{{ end -}}
{{- end }}

{{- /* `true` if processes of a Deployment take calls for a service from other pods. With `both`, other Deployments call only
       event-queue of the Deployment `parley`. Takes (dict "root" $ "component" "parley" "name" "messaging"). */}}
{{- define "parley.takesCalls" -}}
{{- if (get .root.Values.services .name).rpc -}}
{{- $others := without (include "parley.callers" . | fromJsonArray) "parley" -}}
{{- if or (ne .component "parley") (eq .name "event-queue") (and $others (eq .root.Values.layout "combined")) }}true{{ end -}}
{{- end -}}
{{- end }}

{{- /* The components of the Deployments that take calls for a service, as JSON. Takes (dict "root" $ "name" "messaging"). */}}
{{- define "parley.runners" -}}
{{- $runners := list -}}
{{- range include "parley.workloads" .root | fromJsonArray -}}
{{- if and (has $.name .services) (include "parley.takesCalls" (dict "root" $.root "component" .component "name" $.name)) }}{{ $runners = append $runners .component }}{{ end -}}
{{- end -}}
{{- toJson $runners -}}
{{- end }}

{{- /* The selector of the pods that run a service, for its Service. With `separate` it is that of earlier releases, whose pods have no
       label for it. With `both`, processes of several services take requests, mail and calls of event-queue. Takes
       (dict "root" $ "name" "gateway"), and "mail" for mail to notify. */}}
{{- define "parley.runs" -}}
{{- if or (eq .root.Values.layout "separate") (and (eq .root.Values.layout "both") (not (or .mail (has .name (list "gateway" "event-queue"))))) -}}
{{ include "parley.selector" . }}
{{- else -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
parley/runs-{{ .name }}: "true"
{{- end -}}
{{- end }}

{{- /* A variable from the Secret. Takes (dict "root" $ "name" "PARLEY_…"). */}}
{{- define "parley.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.existingSecret }}
      key: {{ .name }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .Values.runAsUser }}
runAsGroup: {{ .Values.runAsUser }}
fsGroup: {{ .Values.runAsUser }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* postgres://user:$(PASSWORD)@host:port/database; Kubernetes puts the password in. */}}
{{- define "parley.databaseUrl" -}}
{{- $pg := .root.Values.postgresql -}}
{{- $pooled := and (not .direct) $pg.poolerHost -}}
{{- $host := ternary $pg.poolerHost $pg.host (not (empty $pooled)) -}}
{{- $port := ternary $pg.poolerPort $pg.port (not (empty $pooled)) -}}
postgres://{{ .user }}:$({{ .password }})@{{ $host }}:{{ $port }}/{{ $pg.database }}{{ with $pg.parameters }}?{{ . }}{{ end }}
{{- end }}

{{- /* Connections to PostgreSQL that all pools open at most: during an upgrade each Deployment has one replica more. */}}
{{- define "parley.databaseConnections" -}}
{{- $sum := 10 -}}
{{- range $workload := include "parley.workloads" . | fromJsonArray -}}
{{- $own := ternary $.Values.combined (get $.Values.services $workload.component) (eq $workload.component "parley") -}}
{{- $service := mergeOverwrite (deepCopy $.Values.defaults) $own -}}
{{- $connections := $service.databaseConnections | default 0 -}}
{{- if and (eq $workload.component "parley") (not $connections) -}}
{{- range $workload.services }}{{ $connections = add $connections ((get $.Values.services .).databaseConnections | default 0) }}{{ end -}}
{{- end -}}
{{- $replicas := ternary $service.autoscaling.maxReplicas $service.replicas $service.autoscaling.enabled -}}
{{- $sum = add $sum (mul $connections (add $replicas 1)) -}}
{{- end -}}
{{- $most := int .Values.postgresql.maxConnections -}}
{{- if and (gt $most 0) (gt (int $sum) $most) -}}
{{- fail (printf "the services open up to %d connections to PostgreSQL, and postgresql.maxConnections is %d: raise max_connections, lower databaseConnections or the replicas of services, or use a pooler" (int $sum) $most) -}}
{{- end -}}
{{- $sum -}}
{{- end }}

{{- /* Each NATS server, and how services sign in: with user and password of the Secret, or with a file. */}}
{{- define "parley.natsEnv" -}}
{{- $nats := .root.Values.nats -}}
{{- if eq $nats.signIn "password" -}}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_NATS_USER") }}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_NATS_PASSWORD") }}
- name: PARLEY_NATS_URL
  value: {{ regexReplaceAll "(nats|tls)://" $nats.url "${1}://$(PARLEY_NATS_USER):$(PARLEY_NATS_PASSWORD)@" | quote }}
{{- else -}}
- name: PARLEY_NATS_URL
  value: {{ $nats.url | quote }}
{{- end }}
{{- $files := dict "creds" (dict "PARLEY_NATS_CREDS_FILE" "user.creds") "nkey" (dict "PARLEY_NATS_NKEY_FILE" "user.nk") "certificate" (dict "PARLEY_NATS_TLS_CERT_FILE" "tls.crt" "PARLEY_NATS_TLS_KEY_FILE" "tls.key") }}
{{- range $variable, $file := get $files $nats.signIn | default dict }}
- name: {{ $variable }}
  value: /etc/parley/nats/{{ $file }}
{{- end }}
{{- if $nats.ca }}
- name: PARLEY_NATS_TLS_CA_FILE
  value: /etc/parley/nats/ca.crt
{{- end }}
- name: PARLEY_NATS_PREFIX
  value: {{ .root.Values.nats.prefix | quote }}
- name: PARLEY_NATS_REPLICAS
  value: {{ .root.Values.nats.replicas | quote }}
{{- end }}

{{- /* The store of files, with the keys of the Secret or with the identity of the service account. */}}
{{- define "parley.objectsEnv" -}}
{{ if eq .root.Values.objects.signIn "keys" -}}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_UPLOAD_S3_ACCESS_KEY_ID") }}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY") }}
{{ end -}}
- name: PARLEY_UPLOAD_S3_ENDPOINT
  value: {{ required "objects.endpoint must be set" .root.Values.objects.endpoint | quote }}
- name: PARLEY_UPLOAD_S3_BUCKET
  value: {{ .root.Values.objects.bucket | quote }}
- name: PARLEY_UPLOAD_S3_REGION
  value: {{ .root.Values.objects.region | quote }}
{{- end }}

{{- /* The port of an address: the given one, or the default port of its scheme. */}}
{{- define "parley.port" -}}
{{- $url := urlParse . -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (get (dict "http" "80" "https" "443" "tcp" "3310" "nats" "4222" "tls" "4222") $url.scheme) -}}
{{- end }}

{{- /* The ports of addresses separated by commas, each once, as ports of a network policy. */}}
{{- define "parley.ports" -}}
{{- $ports := list -}}
{{- range compact (splitList "," (nospace .)) }}{{ $ports = append $ports (include "parley.port" .) }}{{ end -}}
[{{ range $index, $port := uniq $ports }}{{ if $index }}, {{ end }}{ protocol: TCP, port: {{ $port }} }{{ end }}]
{{- end }}

{{- /* DNS: pods of any namespace, and caches on nodes, which are no pods. */}}
{{- define "parley.dnsEgress" -}}
- to:
    - namespaceSelector: {}
    {{- range .Values.networkPolicy.dnsAddresses }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
{{- end }}

{{- /* The primary, which migrations and the doctor reach directly. */}}
{{- define "parley.primaryEgress" -}}
- ports: [{ protocol: TCP, port: {{ .Values.postgresql.port }} }]
  {{- with include "parley.peer" .Values.postgresql }}
  to: {{- . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "parley.natsEgress" -}}
- ports: {{ include "parley.ports" .Values.nats.url }}
  {{- with include "parley.peer" .Values.nats }}
  to: {{- . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "parley.caVolume" -}}
{{- with .Values.caConfigMap }}
- name: ca
  configMap:
    name: {{ . }}
{{- end }}
{{- end }}

{{- define "parley.caMount" -}}
{{- with .Values.caConfigMap }}
- name: ca
  mountPath: /etc/parley/ca
  readOnly: true
{{- end }}
{{- end }}

{{- /* The selector of the namespaces of ingress controllers or monitoring. One that selects nothing in particular would admit
       every namespace, so it is refused. Takes (dict "root" $ "of" "ingress"). */}}
{{- define "parley.namespaces" -}}
{{- $selector := get .root.Values.networkPolicy (printf "%sNamespaceSelector" .of) | default dict -}}
{{- if not (or $selector.matchLabels $selector.matchExpressions) -}}
{{- fail (printf "networkPolicy.%sNamespaceSelector must say which namespaces are admitted" .of) -}}
{{- end -}}
{{- toJson $selector -}}
{{- end }}

{{- /* A pod or namespace selector as a peer of a network policy; nothing for neither. */}}
{{- define "parley.peer" -}}
{{- if or .podSelector .namespaceSelector }}
- podSelector: {{ toJson (.podSelector | default dict) }}
  {{- with .namespaceSelector }}
  namespaceSelector: {{ toJson . }}
  {{- end }}
{{- end }}
{{- end }}

{{- /* The Secret with the files for NATS. */}}
{{- define "parley.natsVolume" -}}
{{- with .Values.nats.filesSecret }}
- name: nats
  secret: { secretName: {{ . | quote }} }
{{- end }}
{{- end }}

{{- define "parley.natsMount" -}}
{{- if .Values.nats.filesSecret }}
- { name: nats, mountPath: /etc/parley/nats, readOnly: true }
{{- else if or .Values.nats.ca (ne .Values.nats.signIn "password") }}
{{- fail "nats.filesSecret must name the Secret with the files of nats.signIn and nats.ca" }}
{{- end }}
{{- end }}

{{- /* Files of the push services of phones, from the Secret `phones.files`. */}}
{{- define "parley.phoneFiles" -}}
{{- with .Values.phones.fcm.file }}
- name: PARLEY_FCM_CREDENTIALS_FILE
  value: {{ printf "/etc/parley/push/%s" . | quote }}
{{- end }}
{{- with .Values.phones.apns.file }}
- name: PARLEY_APNS_KEY_FILE
  value: {{ printf "/etc/parley/push/%s" . | quote }}
{{- end }}
{{- end }}

{{- /* Names of the key of Apple's push service. */}}
{{- define "parley.phoneKeys" -}}
{{- with .Values.phones.apns }}
{{- if .file }}
- name: PARLEY_APNS_KEY_ID
  value: {{ required "phones.apns.keyId must be set" .keyId | quote }}
- name: PARLEY_APNS_TEAM_ID
  value: {{ required "phones.apns.teamId must be set" .teamId | quote }}
- name: PARLEY_APNS_TOPIC
  value: {{ required "phones.apns.topic must be set" .topic | quote }}
{{- end }}
{{- end }}
{{- end }}
