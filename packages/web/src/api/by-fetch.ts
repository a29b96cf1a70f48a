/**
 * An adapter of the one client for requests that XMLHttpRequest cannot make: an answer that is read as it
 * comes, and a request that completes although the page closes.
 */
import axios, { type AxiosAdapter, AxiosError } from 'axios'

export const byFetch: AxiosAdapter = async config => {
  const isStream = config.responseType === 'stream'
  const answer = await fetch(axios.getUri(config), {
    method: (config.method ?? 'get').toUpperCase(),
    headers: config.headers.toJSON() as Record<string, string>,
    body: (config.data as string | undefined) ?? null,
    cache: 'no-store',
    keepalive: !isStream,
    signal: (config.signal as AbortSignal | undefined) ?? null,
  })
  const response = {
    data: isStream && answer.ok ? answer.body : await answer.json().catch(() => null),
    status: answer.status,
    statusText: answer.statusText,
    headers: Object.fromEntries(answer.headers),
    config,
  }
  if (answer.ok) return response
  throw new AxiosError(`status ${answer.status}`, AxiosError.ERR_BAD_RESPONSE, config, null, response)
}
