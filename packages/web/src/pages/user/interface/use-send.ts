/** Makes one call for the console and keeps what came of it. It goes its own way: a refused login here ends nothing. */
import type { Call, CallName } from '@yanshu/contract'
import { calls } from '@yanshu/contract/calls'
import { wireRequest } from '@yanshu/contract/client'
import type { ExampleRequest } from '@yanshu/contract/example-requests'
import { useEffect, useRef, useState } from 'react'

export type Outcome = {
  status: number
  ms: number
  bytes: number
  /** Pretty JSON, or null when the answer is a file. */
  text: string | null
  file: Blob | null
  /** How many calls are left in this minute, where the server told. */
  remaining: string | null
  retryAfter: string | null
}

export type Sending =
  | { at: 'idle' }
  | { at: 'busy' }
  | { at: 'done'; outcome: Outcome }
  | { at: 'failed'; says: string }

async function ask(
  name: CallName,
  request: ExampleRequest,
  token: string | null,
  file: File | null,
  signal: AbortSignal,
): Promise<Outcome> {
  const call = calls[name] as Call
  const { path, query, body } = wireRequest(call, {
    ...(request.params ? { params: { ...request.params } } : {}),
    ...(request.query ? { query: { ...request.query } } : {}),
    body: request.body,
  })
  const search = new URLSearchParams(query).toString()
  const form = new FormData()
  if (file) form.append('file', file)
  const started = performance.now()
  const answer = await fetch(search === '' ? path : `${path}?${search}`, {
    method: call.method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(call.multipart ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    signal,
  })
  const blob = await answer.blob()
  const ms = Math.round(performance.now() - started)
  const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json')
  const text = isJson ? JSON.stringify(JSON.parse(await blob.text()), null, 2) : null
  return {
    status: answer.status,
    ms,
    bytes: blob.size,
    text,
    file: isJson ? null : blob,
    remaining: answer.headers.get('ratelimit-remaining'),
    retryAfter: answer.headers.get('retry-after'),
  }
}

export function useSend(name: CallName) {
  const [sending, setSending] = useState<Sending>({ at: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return {
    sending,
    stop: () => running.current?.abort(),
    async send(request: ExampleRequest, token: string | null, file: File | null = null) {
      running.current?.abort()
      const stop = new AbortController()
      running.current = stop
      setSending({ at: 'busy' })
      try {
        setSending({ at: 'done', outcome: await ask(name, request, token, file, stop.signal) })
      } catch {
        setSending(stop.signal.aborted ? { at: 'idle' } : { at: 'failed', says: '没有连上服务器' })
      }
    },
  }
}
