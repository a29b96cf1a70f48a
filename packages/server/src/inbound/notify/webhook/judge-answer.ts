/** Whether a receiver took a notice. Chat robots answer 200 to nearly everything and say in the body what they think. */
import type { WebhookKind } from '@yanshu/contract'
import { oneLine } from './payloads.ts'

const maxSnippet = 200

function jsonObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function robotAgrees(kind: WebhookKind, answer: Record<string, unknown>): boolean {
  switch (kind) {
    case 'generic':
      return true
    case 'wecom':
    case 'dingtalk':
      return answer.errcode === 0
    case 'feishu':
      // The older form of robot has its own spelling.
      return answer.code === 0 || answer.StatusCode === 0
    case 'bark':
      return answer.code === 200
    case 'serverchan':
      return answer.code === 0
    case 'telegram':
      return answer.ok === true
  }
}

export function wasTaken(kind: WebhookKind, status: number, body: string): boolean {
  return status >= 200 && status < 300 && robotAgrees(kind, kind === 'generic' ? {} : jsonObject(body))
}

/** The beginning of an answer, fit to be shown. */
export const snippetOf = (body: string): string => [...oneLine(body)].slice(0, maxSnippet).join('')
