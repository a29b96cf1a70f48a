/**
 * Calls the server: one axios instance, the bearer token on every request, the rule for answers, and the
 * typed client made from the contract's routes. It knows nothing of pages.
 */
import type { AnswerOf, Calls, Client, Transport, WireRequest } from '@yanshu/contract'
import { createClient, wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import axios, {
  type AxiosProgressEvent,
  type AxiosRequestConfig,
  type AxiosResponse,
  isAxiosError,
} from 'axios'
import { readAnswer } from './answer.ts'
import { byFetch } from './by-fetch.ts'
import { type LostLogin, useLostLogin } from './lost-login.ts'
import { dropToken, readToken } from './token.ts'

export const TIMEOUT_MS = 60_000
/** A file may be large on a slow line, and a change may concern a million mails. */
const LONG_TIMEOUT_MS = 30 * 60_000

const http = axios.create({ timeout: TIMEOUT_MS })

/** The login that makes the calls, and the reaction when the server no longer knows it. */
type Login = {
  token: () => string | null
  lost: (lost: LostLogin, refused: string | null) => void
}

/**
 * Drops the refused token and tells the pages. A person who has logged out or in again since is not sent away
 * because of the earlier login.
 */
function leave(lost: LostLogin, refused: string | null): void {
  if (readToken() !== refused) return
  const { lost: told, tell } = useLostLogin.getState()
  // A person who stays on the page with what is typed there is not sent away again by each call without a login.
  if (refused === null && told !== null) return
  dropToken()
  tell(lost)
}

const currentLogin: Login = { token: readToken, lost: leave }

/**
 * The login of one of several addresses on the shelf: when it has ended, its page says so, and nobody is sent
 * to log in.
 */
function loginOf(token: string): Login {
  return { token: () => token, lost: () => undefined }
}

export type CallOptions = {
  signal?: AbortSignal
  onUpload?: (percent: number) => void
  /** The call changes many things and may take minutes. */
  long?: boolean
  /** The request completes although the page closes. */
  outlivesPage?: boolean
}

/** When a call for bytes fails, its error body comes as bytes too. */
async function bodyOf(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data
  try {
    return JSON.parse(await data.text())
  } catch {
    return null
  }
}

async function ask(
  login: Login,
  request: WireRequest,
  config: AxiosRequestConfig,
): Promise<AxiosResponse<unknown>> {
  const token = login.token()
  const goOn = (lost: LostLogin) => login.lost(lost, token)
  try {
    const answer = await http.request<unknown>({
      method: request.method,
      url: request.path,
      params: request.query,
      data: request.body,
      ...config,
      headers: {
        ...config.headers,
        ...request.headers,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
    })
    readAnswer(answer.data, goOn)
    return answer
  } catch (error) {
    if (isAxiosError(error) && error.response) readAnswer(await bodyOf(error.response.data), goOn)
    throw error
  }
}

const send = async (login: Login, request: WireRequest, config: AxiosRequestConfig): Promise<unknown> =>
  (await ask(login, request, config)).data

export const percentOf = ({ progress = 0 }: Pick<AxiosProgressEvent, 'progress'>): number =>
  Math.round(progress * 100)

function transportOf(login: Login): Transport<CallOptions> {
  return (request, options) =>
    send(login, request, {
      ...(options?.signal && { signal: options.signal }),
      ...(options?.long && { timeout: LONG_TIMEOUT_MS }),
      ...(options?.outlivesPage && { adapter: byFetch }),
      ...(options?.onUpload && {
        onUploadProgress: (event: AxiosProgressEvent) => options.onUpload?.(percentOf(event)),
      }),
    })
}

export type Api = Client<CallOptions>
export type FetchBytes = (request: WireRequest, signal?: AbortSignal) => Promise<Blob>

function bytesOf(login: Login): FetchBytes {
  return async (request, signal) => {
    const bytes = await send(login, request, {
      responseType: 'blob',
      timeout: LONG_TIMEOUT_MS,
      ...(signal && { signal }),
    })
    if (!(bytes instanceof Blob)) throw new Error('the answer has no bytes')
    return bytes
  }
}

/** Opens the live events: an answer that continues and that no time-out ends. */
export async function openEvents(
  url: string,
  token: string,
  options: { headers: Record<string, string>; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const request = { method: 'GET', path: url, query: {}, body: undefined } as const
  const { data, headers } = await ask(loginOf(token), request, {
    ...options,
    ...{ adapter: byFetch, responseType: 'stream', timeout: 0 },
  })
  // A proxy on the way may answer with a page of its own.
  const isEvents = String(headers['content-type']).startsWith('text/event-stream')
  if (!isEvents || !(data instanceof ReadableStream)) throw new Error('the answer is no event stream')
  return data
}

type Uploaded = AnswerOf<Calls['uploadFile']>
export type SendFile = (file: File, options: CallOptions) => Promise<Uploaded>

/** Sends a file as a form. It has no time limit, because its progress is visible and it can be cancelled. */
function sendFileOf(login: Login): SendFile {
  return async (file, { signal, onUpload }) => {
    const body = new FormData()
    body.append('file', file)
    const answer = await send(login, wireRequest(routes.uploadFile, { body }), {
      timeout: 0,
      ...(signal && { signal }),
      ...(onUpload && { onUploadProgress: event => onUpload(percentOf(event)) }),
    })
    return answer as Uploaded
  }
}

export const api: Api = createClient<CallOptions>(transportOf(currentLogin))

/** For calls that answer with bytes: attachments, images, sources. */
export const fetchBytes: FetchBytes = bytesOf(currentLogin)

export const sendFile: SendFile = sendFileOf(currentLogin)

/** Returns the same calls with another token. */
export function apiWith(token: string): { api: Api; fetchBytes: FetchBytes; sendFile: SendFile } {
  const login = loginOf(token)
  return {
    api: createClient<CallOptions>(transportOf(login)),
    fetchBytes: bytesOf(login),
    sendFile: sendFileOf(login),
  }
}
