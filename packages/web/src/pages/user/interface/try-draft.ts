/** The console's form between what is typed and the request that is sent. Pure. */
import type { Call, CallName, Role } from '@yanshu/contract'
import { calls } from '@yanshu/contract/calls'
import { exampleRequest } from '@yanshu/contract/example'
import type { ExampleRequest } from '@yanshu/contract/example-requests'
import { isBlank, type Known, placeholdersIn } from '@yanshu/contract/placeholders'

export type TypedRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON; empty where the call has no body. */
  readonly body: string
}

const texts = (part: Readonly<Record<string, unknown>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(part ?? {}).map(([name, value]) => [name, String(value)]))

/**
 * Returns the values that may be filled in without asking: a call that only reads may name the caller's own
 * things, any other only a domain.
 */
function harmlessFor(name: CallName, known: Known): Known {
  const { domain } = known
  if ((calls[name] as Call).method === 'GET') return known
  return domain === undefined || isGrave(name) ? {} : { domain }
}

export function draftFor(name: CallName, known: Known): TypedRequest {
  const { params, query, body } = exampleRequest(name, harmlessFor(name, known))
  return {
    params: texts(params),
    query: texts(query),
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
  }
}

export type Read = { request: ExampleRequest; wrong: null } | { request: null; wrong: string }

const filled = (part: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== ''))

/** The request, or what is wrong with it: the same schemas judge here that judge on the server. */
export function readDraft(name: CallName, draft: TypedRequest): Read {
  const call = calls[name] as Call
  let body: unknown
  if (draft.body.trim() !== '') {
    try {
      body = JSON.parse(draft.body)
    } catch {
      return { request: null, wrong: '正文不是有效的 JSON' }
    }
  }
  const parts = { params: filled(draft.params), query: filled(draft.query), body }
  for (const [schema, part] of [
    [call.params, parts.params],
    [call.query, parts.query],
    [call.body, parts.body ?? {}],
  ] as const) {
    const issue = schema?.safeParse(part).error?.issues[0]
    if (issue) return { request: null, wrong: `${issue.path.join('.') || '参数'}：${issue.message}` }
  }
  return {
    request: {
      ...(call.params ? { params: parts.params } : {}),
      ...(call.query ? { query: parts.query } : {}),
      ...(call.body ? { body: (body ?? {}) as Record<string, unknown> } : {}),
    },
    wrong: null,
  }
}

/** Returns the value that must be supplied before the request means anything. */
export function blankIn(request: ExampleRequest): string | null {
  const blank = placeholdersIn(request).find(isBlank)
  return blank ? `请先把 ${blank.shown} 换成${blank.words}` : null
}

/** Calls after which something is gone or ended; the console asks before it makes one. */
export const isGrave = (name: CallName): boolean =>
  /^(?:del|empty|end|refresh|logout|changePassword|batch|stop|updateSetting|editSysAccount|editComplaint)/.test(
    name,
  )

/** For an administrator, these mean everybody's mail when they name no mailbox. */
const ofAllMailboxes: readonly CallName[] = ['emptyTrash', 'deleteEmailsInTimeRange']

/** Returns the warning of the console before a grave call. */
export function warningFor(name: CallName, request: ExampleRequest, role: Role): string {
  const warning = `这里不是演练：${calls[name].summary.zh}，会立即生效。`
  const isOfAll =
    role !== 'mailbox' &&
    ofAllMailboxes.includes(name) &&
    request.body?.mailbox === undefined &&
    request.body?.dryRun !== true
  return isOfAll ? `${warning}没有指定邮箱，涉及名下所有的邮箱。` : warning
}
