{{- /* `parley-messaging`: the name of a service's objects, whole, so that no two share one. Takes (dict "root" $ "name" "messaging"). */}}
{{- define "parley.name" -}}
{{- $name := printf "%s-%s" .root.Release.Name .name -}}
{{- if gt (len $name) 63 -}}
{{- fail (printf "the name of the release is too long: %s has more than 63 characters" $name) -}}
{{- end -}}
{{- $name -}}
{{- end }}

{{- /* `USER_ADMIN`: the part of its variables' names. */}}
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
{{- printf "%s/%s:%s" .root.Values.image.repository .name (.root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end }}

{{- /* A variable from the Secret. Takes (dict "root" $ "name" "PARLEY_…"). */}}
{{- define "parley.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.existingSecret }}
      key: {{ .name }}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
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

{{- /* Each NATS server with the credentials of the Secret. */}}
{{- define "parley.natsEnv" -}}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_NATS_USER") }}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_NATS_PASSWORD") }}
- name: PARLEY_NATS_URL
  value: {{ regexReplaceAll "(nats|tls)://" .root.Values.nats.url "${1}://$(PARLEY_NATS_USER):$(PARLEY_NATS_PASSWORD)@" | quote }}
- name: PARLEY_NATS_PREFIX
  value: {{ .root.Values.nats.prefix | quote }}
- name: PARLEY_NATS_REPLICAS
  value: {{ .root.Values.nats.replicas | quote }}
{{- end }}

{{- /* The store of files with the credentials of the Secret. */}}
{{- define "parley.objectsEnv" -}}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_UPLOAD_S3_ACCESS_KEY_ID") }}
{{ include "parley.fromSecret" (dict "root" .root "name" "PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY") }}
- name: PARLEY_UPLOAD_S3_ENDPOINT
  value: {{ required "objects.endpoint must be set" .root.Values.objects.endpoint | quote }}
- name: PARLEY_UPLOAD_S3_BUCKET
  value: {{ .root.Values.objects.bucket | quote }}
- name: PARLEY_UPLOAD_S3_REGION
  value: {{ .root.Values.objects.region | quote }}
{{- end }}

{{- /* The port of an address: what stands there, or its scheme's own. */}}
{{- define "parley.port" -}}
{{- $url := urlParse . -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (get (dict "http" "80" "https" "443" "tcp" "3310") $url.scheme) -}}
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

{{- /* A pod or namespace selector as a peer of a network policy; nothing for neither. */}}
{{- define "parley.peer" -}}
{{- if or .podSelector .namespaceSelector }}
- podSelector: {{ toJson (.podSelector | default dict) }}
  {{- with .namespaceSelector }}
  namespaceSelector: {{ toJson . }}
  {{- end }}
{{- end }}
{{- end }}
