/**
 * What a call is. The server's routes, the browser's client, the OpenAPI document and the API page all derive from
 * objects of this shape; nothing about a call is written down anywhere else.
 */
import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Ability, Page, Role } from './permission.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

type AnyObject = z.ZodObject | undefined

export type Call<
  Params extends AnyObject = AnyObject,
  Query extends AnyObject = AnyObject,
  Body extends AnyObject = AnyObject,
  Answer extends z.ZodObject = z.ZodObject,
> = {
  readonly method: Method
  /** OpenAPI form, parameters in braces. */
  readonly path: `/api/${string}`
  /** The chapter of the API page it stands in. */
  readonly group: Group
  /** Roles that may call it. Whose things they may touch is decided by the server's access rules. */
  readonly who: readonly Role[]
  /** The page that this call serves and no other does; closed to users and mailboxes without that page. */
  readonly page?: Page
  /** The ability an account must have besides its role. */
  readonly ability?: Ability
  /** A call that changes the login itself cannot be made with an API key. */
  readonly sessionOnly?: true
  readonly summary: { readonly zh: string; readonly en: string }
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** A multipart body instead of JSON. */
  readonly multipart?: true
  /** What a successful answer is when it is not JSON; failures are JSON all the same. */
  readonly answers?: 'bytes' | 'events'
  readonly answer: Answer
  /** Errors of this call beyond those every call can give (see `commonErrors`). */
  readonly errors: readonly ErrorName[]
}

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
  abuse: '滥用与投诉',
  site: '站点',
} as const

export type Group = keyof typeof groups

/** Errors that any call may give and that are therefore not repeated on each. */
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

/** Keeps the exact schema types of a call while checking its shape. */
export function defineCall<
  Params extends AnyObject = undefined,
  Query extends AnyObject = undefined,
  Body extends AnyObject = undefined,
  Answer extends z.ZodObject = z.ZodObject,
>(call: Call<Params, Query, Body, Answer>): Call<Params, Query, Body, Answer> {
  return call
}

type Out<S> = S extends z.ZodObject ? z.output<S> : undefined
type In<S> = S extends z.ZodObject ? z.input<S> : undefined

export type ParamsOf<C> = C extends Call<infer P, infer _Q, infer _B, infer _A> ? Out<P> : never
export type QueryOf<C> = C extends Call<infer _P, infer Q, infer _B, infer _A> ? Out<Q> : never
export type BodyOf<C> = C extends Call<infer _P, infer _Q, infer B, infer _A> ? Out<B> : never
export type AnswerOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never

/** What a client must give: only the parts the call has, the part itself optional when all of its fields are. */
type Part<K extends string, S> = S extends z.ZodObject
  ? Record<string, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : unknown

export type RequestOf<C> =
  C extends Call<infer P, infer Q, infer B, infer _A>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never
