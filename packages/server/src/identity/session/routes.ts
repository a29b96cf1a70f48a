import type { AuthPurpose } from '@yanshu/contract'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { day, isoTime } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { asAccount, asLoggedIn } from '../access.ts'
import { endOneSession, endOtherSessions, logOut, ownSessions } from './end-session.ts'
import { freeComplaintsPerHour, hardnessOf } from './guard.ts'
import { type LogInDeps, logIn } from './log-in.ts'
import { logInAs } from './log-in-as.ts'
import { confirmTotp, startTotp, stopTotp } from './second-factor.ts'

type Deps = LogInDeps & { site: SiteSettings }

const strengths = { light: 0.5, normal: 1, strong: 4 } as const

/** For purposes that are guarded as creations: how many an hour cost nothing. */
function freePerHourOf(purpose: AuthPurpose, site: SiteValues): number | null {
  if (purpose === 'regEmail' || purpose === 'buyEmail') return site.freeCreationsPerHour
  return purpose === 'complain' ? freeComplaintsPerHour : null
}

export function sessionRoutes(deps: Deps) {
  return {
    async startAuth({ body, caller }) {
      const site = await deps.site.read()
      const hardness = await hardnessOf(deps, body.purpose, {
        subject: body.subject,
        client: caller.client,
        freePerHour: freePerHourOf(body.purpose, site),
      })
      return {
        proofNeeded: hardness > 0,
        challenge:
          hardness > 0
            ? await deps.proofs.challenge(
                body.purpose,
                hardness,
                deps.clock.now(),
                strengths[site.proofStrength],
              )
            : null,
        registration: site.registration,
        twoFactor: true,
      }
    },

    login: async ({ body, caller: { client, agent } }) =>
      logIn(deps, {
        rememberedMs: (await deps.site.read()).sessionDays * day,
        username: body.username,
        password: body.password,
        totp: body.totp,
        remember: body.remember ?? true,
        proof: body.proof,
        client,
        agent,
      }),

    async logout({ caller }) {
      await logOut(deps, asLoggedIn(caller))
      return {}
    },

    loginAs: ({ body, caller }) => logInAs(deps, asAccount(caller), body.id),

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
          actedBy: row.acted_by_name,
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
