import { asAccount } from '../../identity/access.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { listBlocks } from '../../ledger/block/blocks.ts'
import { type ComplaintDeps, settleComplaint, shownComplaint, takeComplaint } from './complaints.ts'
import { addBlocks, type BlockDeps, removeBlocks } from './manage-blocks.ts'
import { listComplaints } from './repository.ts'

export function abuseRoutes(deps: BlockDeps & ComplaintDeps) {
  return {
    async getBlocks({ query }) {
      const { rows, total } = await listBlocks(deps.db.query, {
        q: query.q,
        kind: query.kind,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      const list = rows.map(row => ({
        id: row.id,
        kind: row.kind,
        pattern: row.pattern,
        note: row.note,
        createdBy: row.created_by,
        createdAt: isoTime(row.created_at),
        hits: Number(row.hits),
        lastHitAt: isoTimeOrNull(row.last_hit_at),
      }))
      return { list, total }
    },

    async addBlock({ body, caller }) {
      const { kind, patterns, note } = body
      return { added: await addBlocks(deps, asAccount(caller), { kind, patterns, note: note ?? '' }) }
    },

    delBlock: async ({ body, caller }) => ({
      deleted: await removeBlocks(deps, asAccount(caller), body.ids),
    }),

    async complain({ body, caller }) {
      const { address, reason, words, contact, proof } = body
      const number = await takeComplaint(deps, {
        address,
        reason,
        words,
        contact: contact ?? '',
        proof,
        client: caller.client,
      })
      return { number }
    },

    async getComplaints({ query }) {
      const { rows, total, open } = await listComplaints(deps.db.query, {
        q: query.q,
        state: query.state,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      return { list: rows.map(shownComplaint), total, open }
    },

    async editComplaint({ body, caller }) {
      const { id, state, note, stopMailbox } = body
      return { complaint: await settleComplaint(deps, asAccount(caller), { id, state, note, stopMailbox }) }
    },
  } satisfies Partial<Handlers>
}
