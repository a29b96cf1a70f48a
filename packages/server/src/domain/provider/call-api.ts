/** Makes one call to a provider's API through the guarded fetch, and puts its failures into our words. */
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { OutsideError } from '../../outside/outside-error.ts'
import { timeOuts } from '../../outside/time-outs.ts'
import { domainWords } from '../words/words.ts'
import { ProviderError } from './zone.ts'

export type ApiAnswer = { readonly status: number; readonly body: unknown }

const maxBytes = 4 * 1024 * 1024

export async function callApi(
  fetch: GuardedFetch,
  request: {
    url: string
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
    headers?: Readonly<Record<string, string>>
    body?: string
  },
): Promise<ApiAnswer> {
  try {
    const answer = await fetch({ ...request, maxBytes, timeoutMs: timeOuts.dnsProvider, maxRedirects: 0 })
    return { status: answer.status, body: JSON.parse(answer.body.toString('utf8')) as unknown }
  } catch (cause) {
    if (cause instanceof OutsideError || cause instanceof SyntaxError)
      throw new ProviderError('unreachable', domainWords.provider.unreachable, cause)
    throw cause
  }
}

/** People see a provider's message, so it is kept short and plain. */
export const theirWords = (text: unknown): string =>
  String(text ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, 200)

export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
export const asList = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(asObject) : []
