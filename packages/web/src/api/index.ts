/**
 * How the browser calls the server: one axios instance, the bearer token on every request, the rule for answers, and
 * the typed client made from the contract. It knows nothing of pages beyond the router's way of going to one.
 */
import {
  type AnswerOf,
  type Calls,
  type Client,
  calls,
  createClient,
  type Transport,
  type WireRequest,
  wireRequest,
} from '@yanshu/contract'
import axios, { type AxiosProgressEvent, type AxiosRequestConfig, isAxiosError } from 'axios'
import { isOwnPath } from '../paths.ts'
import { router } from '../router.tsx'
import { showError } from '../ui/toast.ts'
import { readAnswer } from './answer.ts'
import { dropToken, readToken } from './token.ts'

export const TIMEOUT_MS = 60_000
/** A file may be large, and the way slow; a change may be of a million mails. */
const LONG_TIMEOUT_MS = 30 * 60_000

const http = axios.create({ timeout: TIMEOUT_MS })

/** Whose calls these are, and what to do when the server no longer knows the login. */
type Login = {
  token: () => string | null
  lost: (url: string, words: string, refused: string | null) => void
}

/**
 * Goes where the server says after a lost login, with its words: the page that asked is left and cannot show them. The
 * token it refused is of no more use. Whoever has logged out or in again since is not sent away for a login of before.
 */
function goTo(url: string, words: string, refused: string | null): void {
  if (readToken() !== refused) return
  dropToken()
  const { pathname, search } = router.state.location
  // Others that were under way are told the same; where one came from is kept from the first.
  if (pathname === url) return
  showError(words)
  if (isOwnPath(url)) void router.navigate(url, { state: { from: pathname + search } })
  else window.location.assign(url)
}

const currentLogin: Login = { token: readToken, lost: goTo }

/** One of several addresses held side by side: when it has ended, its page says so, and nobody is sent away. */
function loginOf(token: string): Login {
  return { token: () => token, lost: () => undefined }
}

export type CallOptions = {
  signal?: AbortSignal
  onUpload?: (percent: number) => void
  /** Changes as many things as there are, and may take minutes. */
  long?: boolean
}

/** The body of a failure to a call for bytes comes as bytes too. */
async function bodyOf(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data
  try {
    return JSON.parse(await data.text())
  } catch {
    return null
  }
}

async function send(login: Login, request: WireRequest, config: AxiosRequestConfig): Promise<unknown> {
  const token = login.token()
  const goOn = (url: string, words: string) => login.lost(url, words, token)
  try {
    const answer = await http.request<unknown>({
      method: request.method,
      url: request.path,
      params: request.query,
      data: request.body,
      ...(token !== null && { headers: { Authorization: `Bearer ${token}` } }),
      ...config,
    })
    return answer.data instanceof Blob ? answer.data : readAnswer(answer.data, goOn)
  } catch (error) {
    if (isAxiosError(error) && error.response) readAnswer(await bodyOf(error.response.data), goOn)
    throw error
  }
}

function transportOf(login: Login): Transport<CallOptions> {
  return (request, options) =>
    send(login, request, {
      ...(options?.signal && { signal: options.signal }),
      ...(options?.long && { timeout: LONG_TIMEOUT_MS }),
      ...(options?.onUpload && {
        onUploadProgress: (event: AxiosProgressEvent) =>
          options.onUpload?.(Math.round((event.progress ?? 0) * 100)),
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

type Uploaded = AnswerOf<Calls['uploadFile']>
export type SendFile = (file: File, options: CallOptions) => Promise<Uploaded>

/** A file as a form. It may take as long as it needs: its percentage is in sight, and it can be given up. */
function sendFileOf(login: Login): SendFile {
  return async (file, { signal, onUpload }) => {
    const body = new FormData()
    body.append('file', file)
    const answer = await send(login, wireRequest(calls.uploadFile, { body }), {
      timeout: 0,
      ...(signal && { signal }),
      ...(onUpload && { onUploadProgress: ({ progress = 0 }) => onUpload(Math.round(progress * 100)) }),
    })
    return calls.uploadFile.answer.parse(answer)
  }
}

export const api: Api = createClient<CallOptions>(transportOf(currentLogin))

/** For calls that answer with bytes: attachments, images, sources. */
export const fetchBytes: FetchBytes = bytesOf(currentLogin)

export const sendFile: SendFile = sendFileOf(currentLogin)

/** The same calls with a token of one's own. */
export function apiWith(token: string): { api: Api; fetchBytes: FetchBytes; sendFile: SendFile } {
  const login = loginOf(token)
  return {
    api: createClient<CallOptions>(transportOf(login)),
    fetchBytes: bytesOf(login),
    sendFile: sendFileOf(login),
  }
}
