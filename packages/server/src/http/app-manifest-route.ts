/** Serves the manifest with the name and the logo that the site has at the moment. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/types.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import { type Manifest, manifestFor } from '../operate/picture/app-manifest.ts'
import { findLogo } from '../operate/picture/logo.ts'

export const manifestFile = 'manifest.webmanifest'

export function bindAppManifest(
  app: FastifyInstance,
  deps: { db: Db; site: SiteSettings; webDir: string },
): void {
  const file = join(deps.webDir, manifestFile)
  if (!existsSync(file)) return
  const ours = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  app.get(`/${manifestFile}`, async (_request, reply) => {
    const { siteName: name } = await deps.site.read()
    const manifest = manifestFor(ours, { name, logo: await findLogo(deps.db.query) })
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifest))
  })
}
