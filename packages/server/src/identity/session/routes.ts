import { isoTime } from '../../clock.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { asAccount, asLoggedIn } from '../access.ts'
import { changePassword, endOneSession, endOtherSessions, logOut, ownSessions } from './end-session.ts'
import { hardnessOf } from './guard.ts'
import { type LogInDeps, logIn } from './log-in.ts'
import { logInMailbox } from './log-in-mailbox.ts'
import { confirmTotp, startTotp, stopTotp } from './second-factor.ts'

type Deps = LogInDeps & { site: SiteSettings }

export function sessionRoutes(deps: Deps) {
  return {
    async startAuth({ body, caller }) {
      const site = await deps.site.read()
      const hardness = await hardnessOf(deps, body.purpose, {
        subject: body.subject,
        client: caller.client,
        freePerHour:
          body.purpose === 'regEmail' || body.purpose === 'buyEmail' ? site.freeCreationsPerHour : null,
      })
      return {
        proofNeeded: hardness > 0,
        challenge:
          hardness > 0 ? await deps.proofs.challenge(body.purpose, hardness, deps.clock.now()) : null,
        registration: site.registration,
        twoFactor: true,
      }
    },

    login: ({ body, caller: { client, agent } }) =>
      logIn(deps, {
        username: body.username,
        password: body.password,
        totp: body.totp,
        remember: body.remember ?? true,
        proof: body.proof,
        client,
        agent,
      }),

    loginEmail: ({ body, caller: { client, agent } }) =>
      logInMailbox(deps, {
        address: body.address,
        password: body.password,
        proof: body.proof,
        client,
        agent,
      }),

    async logout({ caller }) {
      await logOut(deps, asLoggedIn(caller))
      return {}
    },

    async changePassword({ body, caller }) {
      const ended = await changePassword(deps, asLoggedIn(caller), {
        oldPassword: body.oldPassword,
        newPassword: body.newPassword,
      })
      return { ended }
    },

    async getSessions({ caller }) {
      const me = asLoggedIn(caller)
      const rows = await ownSessions(deps, me)
      return {
        list: rows.map(row => ({
          id: row.id,
          createdAt: isoTime(row.created_at),
          lastSeenAt: isoTime(row.last_seen_at),
          expiresAt: isoTime(row.expires_at),
          client: row.client,
          agent: row.agent,
          current: row.id === me.sessionId,
        })),
      }
    },

    async endSession({ body, caller }) {
      const me = asLoggedIn(caller)
      const ended =
        body.id === undefined ? await endOtherSessions(deps, me) : await endOneSession(deps, me, body.id)
      return { ended }
    },

    async startTotp({ body, caller }) {
      const { siteName } = await deps.site.read()
      return startTotp(deps, asAccount(caller).accountId, body.password, siteName)
    },

    async confirmTotp({ body, caller }) {
      return { recoveryCodes: await confirmTotp(deps, asAccount(caller).accountId, body.totp) }
    },

    async stopTotp({ body, caller }) {
      await stopTotp(deps, asAccount(caller).accountId, body.password, body.totp)
      return {}
    },
  } satisfies Partial<Handlers>
}
