/**
 * Writes a call as a program would make it: for the shell, in TypeScript (Node 22 or newer, nothing to
 * install) and in Python (3.8 or newer, standard library). Every sample runs as shown, with the key in the
 * environment.
 */
import type { Call } from './call.ts'
import { type CallName, calls } from './calls.ts'
import { wireRequest } from './client.ts'
import type { ExampleRequest } from './example-requests.ts'

export const sampleLanguages = ['curl', 'typescript', 'python'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/** Calls that change the log-in itself need the token of a log-in; all others also take an API key. */
export const variableOf = (call: Call): 'YANSHU_KEY' | 'YANSHU_TOKEN' =>
  call.sessionOnly ? 'YANSHU_TOKEN' : 'YANSHU_KEY'

const needsKey = (call: Call): boolean => !call.who.includes('visitor')

/** The file in which the sample saves the bytes of a call. */
const fileName: Readonly<Partial<Record<CallName, string>>> = {
  getEmailSource: 'mail.eml',
  getAttachment: 'attachment.bin',
  getImage: 'image.bin',
}
const uploadName = 'hello.txt'

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

type Parts = { name: CallName; call: Call; url: string; query: Record<string, string>; body: unknown }

function curl({ name, call, url, query, body }: Parts): string {
  const inQuery = Object.keys(query).length > 0
  // A refusal is JSON all the same, and without this flag curl would save it as the file.
  const flags = `${call.answers === 'events' ? 'N' : ''}${call.answers === 'bytes' ? ' --fail-with-body' : ''}`
  const lines = [`curl -sS${flags}${inQuery ? ' -G' : ''}`, shell(url)]
  if (call.method === 'DELETE' || (call.method === 'POST' && body === undefined && !call.multipart)) {
    lines.push(`-X ${call.method}`)
  }
  if (needsKey(call)) lines.push(`-H "Authorization: Bearer $${variableOf(call)}"`)
  for (const [field, value] of Object.entries(query))
    lines.push(`--data-urlencode ${shell(`${field}=${value}`)}`)
  if (call.multipart) lines.push(`-F ${shell(`file=@${uploadName}`)}`)
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shell(JSON.stringify(body))}`)
  }
  if (call.answers === 'bytes') lines.push(`-o ${fileName[name] ?? 'answer.bin'}`)
  return lines.join(' \\\n  ')
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

function queryUrl(url: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? url : `${url}?${search}`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function typescript({ name, call, url, query, body }: Parts): string {
  const headers = [
    ...(needsKey(call) ? [`Authorization: \`Bearer \${process.env.${variableOf(call)}}\``] : []),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join(',\n    ')},\n  },`]),
    ...(call.multipart ? ['body: form,'] : []),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
  ]
  const target = quoted(queryUrl(url, query))
  const before = [
    ...(call.answers === 'bytes' || call.multipart
      ? [`import { ${call.multipart ? 'readFile' : 'writeFile'} } from 'node:fs/promises'`, '']
      : []),
    ...(call.multipart
      ? [
          'const form = new FormData()',
          `form.append('file', new Blob([await readFile('${uploadName}')]), '${uploadName}')`,
        ]
      : []),
  ]
  const ask =
    options.length === 0
      ? `const answer = await fetch(${target})`
      : `const answer = await fetch(${target}, {\n  ${options.join('\n  ')}\n})`
  const refused = [
    'if (!answer.ok) {',
    '  const { error, msg } = await answer.json()',
    "  throw new Error(error + ' ' + msg)",
    '}',
  ]
  const after =
    call.answers === 'bytes'
      ? [`await writeFile('${fileName[name] ?? 'answer.bin'}', Buffer.from(await answer.arrayBuffer()))`]
      : call.answers === 'events'
        ? [
            'for await (const chunk of answer.body ?? []) {',
            '  process.stdout.write(Buffer.from(chunk))',
            '}',
          ]
        : ['console.log(await answer.json())']
  return [...before, ask, ...refused, ...after].join('\n')
}

/** Writes a JSON value as Python. */
export function pythonLiteral(value: unknown, by = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  const inner = `${by}    `
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[${value.map(item => pythonLiteral(item, by)).join(', ')}]`
  }
  const entries = Object.entries(value as object)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(item, inner)},`)
  return `{\n${lines.join('\n')}\n${by}}`
}

function python({ name, call, url, query, body }: Parts): string {
  const headers = [
    ...(needsKey(call) ? [`"Authorization": "Bearer " + os.environ["${variableOf(call)}"]`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(call.multipart ? ['"Content-Type": "multipart/form-data; boundary=" + boundary'] : []),
  ]
  const upload = [
    'boundary = "yanshu-upload"',
    `with open("${uploadName}", "rb") as file:`,
    '    content = file.read()',
    'data = (',
    `    b"--yanshu-upload\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"${uploadName}\\"\\r\\n"`,
    '    b"Content-Type: application/octet-stream\\r\\n\\r\\n" + content + b"\\r\\n--yanshu-upload--\\r\\n"',
    ')',
    '',
  ]
  const request = [
    `    ${JSON.stringify(queryUrl(url, query))},`,
    `    method="${call.method}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(call.multipart ? ['    data=data,'] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`]),
  ]
  const use =
    call.answers === 'bytes'
      ? [
          `        with open("${fileName[name] ?? 'answer.bin'}", "wb") as file:`,
          '            file.write(answer.read())',
        ]
      : call.answers === 'events'
        ? ['        for line in answer:', '            print(line.decode(), end="", flush=True)']
        : ['        print(json.dumps(json.load(answer), ensure_ascii=False, indent=2))']
  return [
    'import json',
    ...(needsKey(call) ? ['import os'] : []),
    'import sys',
    'import urllib.error',
    'import urllib.request',
    '',
    ...(call.multipart ? upload : []),
    'request = urllib.request.Request(',
    ...request,
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as answer:',
    ...use,
    'except urllib.error.HTTPError as refused:',
    '    told = json.load(refused)',
    '    sys.exit(str(told["error"]) + " " + told["msg"])',
  ].join('\n')
}

const writers: Readonly<Record<SampleLanguage, (parts: Parts) => string>> = { curl, typescript, python }

export function sampleOf(
  name: CallName,
  language: SampleLanguage,
  options: { site: string; request: ExampleRequest },
): string {
  const call = calls[name] as Call
  const { path, query, body } = wireRequest(call, {
    ...(options.request.params ? { params: { ...options.request.params } } : {}),
    ...(options.request.query ? { query: { ...options.request.query } } : {}),
    body: options.request.body,
  })
  return writers[language]({ name, call, url: `${options.site}${path}`, query, body })
}
