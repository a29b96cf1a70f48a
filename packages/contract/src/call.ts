/**
 * Describes a call. The server's routes, the browser's client, the OpenAPI document and the API page all
 * derive from objects of this shape; nothing about a call is written anywhere else.
 */
import type { z } from 'zod'
import type { ErrorName } from './error-codes.ts'
import type { Ability, Page, Role } from './permission.ts'
import type { Route } from './routes.ts'

type AnyObject = z.ZodObject | undefined

/** Why everybody whom `who` names may make a call, whatever pages they have. */
export type NoPage = { readonly none: string }

/** A call without its method and path, which are in `routes`. */
type Described<
  Params extends AnyObject,
  Query extends AnyObject,
  Body extends AnyObject,
  Answer extends z.ZodObject,
  Headers extends AnyObject,
> = {
  /** The chapter of the API page that shows the call. */
  readonly group: Group
  /** The roles that may call it. The server's access rules decide which things a caller may touch. */
  readonly who: readonly Role[]
  /** The page that this call serves, or several; users and mailboxes need one of them. */
  readonly page: Page | readonly Page[] | NoPage
  /** The ability that an account needs besides its role. */
  readonly ability?: Ability
  /** The call changes the login itself, so it cannot be made with an API key. */
  readonly sessionOnly?: true
  /**
   * The call reads, changes or sends letters, or leads them elsewhere. An admin in somebody's name cannot
   * make it.
   */
  readonly letters?: true
  /** An admin who looks at somebody's mailbox makes these calls there, and no others. */
  readonly inLook?: true
  readonly summary: { readonly zh: string; readonly en: string }
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Headers that carry what must not be in a URL. Names are in lower case and values are percent-encoded. */
  readonly headers?: Headers
  /** The body is multipart and not JSON. */
  readonly multipart?: true
  /** The kind of a successful answer that is not JSON; failures are JSON all the same. */
  readonly answers?: 'bytes' | 'events'
  /** Media types that the bytes may come as; `application/octet-stream` where nothing is said. */
  readonly types?: readonly string[]
  readonly answer: Answer
  /** Errors of this call beyond those of every call (see `commonErrors`). */
  readonly errors: readonly ErrorName[]
}

export type Call<
  Params extends AnyObject = AnyObject,
  Query extends AnyObject = AnyObject,
  Body extends AnyObject = AnyObject,
  Answer extends z.ZodObject = z.ZodObject,
  Headers extends AnyObject = AnyObject,
> = Route & Described<Params, Query, Body, Answer, Headers>

export const groups = {
  start: '启动与登录',
  mailbox: '邮箱',
  mail: '收信',
  sent: '发信',
  filter: '过滤规则',
  webhook: '通知',
  domain: '域名',
  store: '商店与订单',
  card: '卡密',
  account: '账号与接口密钥',
  job: '任务',
  abuse: '滥用与投诉',
  site: '站点',
} as const

export type Group = keyof typeof groups

/** Errors that any call may return and that are therefore not repeated for each. */
export const commonErrors: readonly ErrorName[] = [
  'badRequest',
  'invalidInput',
  'tooLarge',
  'tooMany',
  'internal',
  'busy',
]

export const everyone: readonly Role[] = ['visitor', 'mailbox', 'user', 'admin']
export const loggedIn: readonly Role[] = ['mailbox', 'user', 'admin']
export const accounts: readonly Role[] = ['user', 'admin']
export const admins: readonly Role[] = ['admin']

/** The pages on which somebody chooses from mailboxes. */
export const mailboxPickers: readonly Page[] = [
  'inbox',
  'sent',
  'contentFilter',
  'emailAccount',
  'card',
  'interface',
  'setting',
]

/** Any of these pages opens the call; null when it belongs to none. */
export function pagesOfCall({ page }: Pick<Call, 'page'>): readonly Page[] | null {
  if (typeof page === 'string') return [page]
  return 'none' in page ? null : page
}

/** Joins a call to its route, checks its shape and keeps the exact types of its schemas. */
export function defineCall<
  Params extends AnyObject = undefined,
  Query extends AnyObject = undefined,
  Body extends AnyObject = undefined,
  Answer extends z.ZodObject = z.ZodObject,
  Headers extends AnyObject = undefined,
>(
  route: Route,
  call: Described<Params, Query, Body, Answer, Headers>,
): Call<Params, Query, Body, Answer, Headers> {
  return { ...route, ...call }
}

type Out<S> = S extends z.ZodObject ? z.output<S> : undefined
type In<S> = S extends z.ZodObject ? z.input<S> : undefined

export type ParamsOf<C> = C extends Call<infer P, infer _Q, infer _B, infer _A> ? Out<P> : never
export type QueryOf<C> = C extends Call<infer _P, infer Q, infer _B, infer _A> ? Out<Q> : never
export type BodyOf<C> = C extends Call<infer _P, infer _Q, infer B, infer _A> ? Out<B> : never
export type AnswerOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never

/**
 * The request that a client passes. It has only the parts of the call, and a part is optional when all of its
 * fields are.
 */
type Part<K extends string, S> = S extends z.ZodObject
  ? Record<string, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : unknown

export type RequestOf<C> =
  C extends Call<infer P, infer Q, infer B, infer _A, infer H>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B> & Part<'headers', H>
    : never
